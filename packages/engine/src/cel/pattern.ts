/**
 * The approximate largest number of instructions into which RE2 compiles a pattern. RE2 takes time in proportion to this
 * number and to the text. Counts multiply: `(a{100}){10}` is a thousand.
 */
export function weightOf(pattern: string): number {
  const reader = new Reader(pattern)
  return reader.alternatives()
}

const COUNT = /^\{(\d+)(,(\d*))?\}/

class Reader {
  #at = 0

  constructor(readonly pattern: string) {}

  alternatives(): number {
    let sum = 0
    while (this.#at < this.pattern.length && this.pattern[this.#at] !== ')') sum += this.#repeated(this.#atom())
    return sum + 1
  }

  #atom(): number {
    const character = this.pattern[this.#at++]
    if (character === '\\') {
      this.#at++
      return 1
    }
    if (character === '[') {
      this.#skipClass()
      return 1
    }
    if (character !== '(') return 1
    const inside = this.alternatives()
    this.#at++
    return inside + 1
  }

  #skipClass(): void {
    if (this.pattern[this.#at] === '^') this.#at++
    // A closing bracket in the first position is one of the characters.
    if (this.pattern[this.#at] === ']') this.#at++
    while (this.#at < this.pattern.length && this.pattern[this.#at] !== ']') {
      this.#at += this.pattern[this.#at] === '\\' ? 2 : 1
    }
    this.#at++
  }

  #repeated(atom: number): number {
    let weight = atom
    for (;;) {
      const count = COUNT.exec(this.pattern.slice(this.#at, this.#at + 12))
      if (count !== null) {
        const [written, least, comma, most] = count
        const times = comma === undefined || most === '' ? Number(least) + 1 : Number(most)
        weight = Math.max(weight, 1) * Math.max(times, 1) + 1
        this.#at += written.length
      } else if ('*+?'.includes(this.pattern[this.#at] ?? ' ')) {
        weight += 1
        this.#at++
      } else return weight
    }
  }
}
