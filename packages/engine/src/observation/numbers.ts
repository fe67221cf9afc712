type TypedArray = Float64Array | Int32Array | Uint32Array

/** Numbers in memory that grows with them, in place of objects, of which a million take a gigabyte. */
export class Numbers {
  #values: TypedArray

  constructor(readonly kind: new (length: number) => TypedArray) {
    this.#values = new kind(1024)
  }

  get(at: number): number {
    return this.#values[at] as number
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const more = new this.kind(Math.max(at + 1, Math.ceil(this.#values.length * 1.6)))
      more.set(this.#values)
      this.#values = more
    }
    this.#values[at] = value
  }
}

/** Positions by hash, with open addressing. The caller keeps what is at the positions, and compares. */
export class HashTable {
  #slots = new Int32Array(2048)
  #size = 0

  /**
   * The position whose content is the wanted one; -1 where there is none.
   *
   * @param isWanted whether the content at a position is the wanted one
   */
  find(hash: number, isWanted: (position: number) => boolean): number {
    const mask = this.#slots.length - 1
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const position = (this.#slots[at] as number) - 1
      if (position === -1 || isWanted(position)) return position
    }
  }

  /** @param hashOf the hash of what is at a position, for when the table grows */
  add(position: number, hash: number, hashOf: (position: number) => number): void {
    if (++this.#size * 2 > this.#slots.length) {
      const before = this.#slots
      this.#slots = new Int32Array(before.length * 2)
      for (const slot of before) if (slot !== 0) this.#put(slot, hashOf(slot - 1))
    }
    this.#put(position + 1, hash)
  }

  #put(slot: number, hash: number): void {
    const mask = this.#slots.length - 1
    let at = hash & mask
    while (this.#slots[at] !== 0) at = (at + 1) & mask
    this.#slots[at] = slot
  }
}

/** A hash of four numbers of 32 bits (after MurmurHash3). */
export function hashOf(a: number, b: number, c: number, d: number): number {
  let hash = 0x9747b28c
  for (const part of [a, b, c, d]) {
    let mixed = Math.imul(part, 0xcc9e2d51)
    mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593)
    hash ^= mixed
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Texts by number: equal texts have one. */
export class Texts {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#texts.length
    this.#numbers.set(text, number)
    this.#texts.push(text)
    return number
  }

  text(number: number): string {
    return this.#texts[number] as string
  }
}
