/**
 * Repeatable random numbers: the same seed gives the same sequence on every machine (mulberry32, 32 bits of state,
 * which is plenty for choosing test cases).
 */
export class Random {
  #state: number

  /** One sequence for each part of the seed, so that scenario 5,000 of a seed does not need the 4,999 before it. */
  constructor(...seed: readonly number[]) {
    this.#state = 0x9e3779b9
    for (const part of seed) {
      this.#state = Math.imul(this.#state ^ part, 0x85ebca6b) >>> 0
      this.next()
    }
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error('nothing to pick from')
    return values[this.between(0, values.length - 1)] as T
  }

  /** One of the values, each as often as its weight says. */
  weighted<T>(values: readonly (readonly [weight: number, value: T])[]): T {
    let rest = this.next() * values.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of values) {
      rest -= weight
      if (rest < 0) return value
    }
    return this.pick(values)[1]
  }

  /** Up to `most` of the values, without repeats, in any order. */
  some<T>(values: readonly T[], most: number, least = 0): readonly T[] {
    return this.shuffled(values).slice(0, this.between(least, most))
  }

  shuffled<T>(values: readonly T[]): readonly T[] {
    const rest = [...values]
    const shuffled: T[] = []
    while (rest.length > 0) shuffled.push(...rest.splice(this.between(0, rest.length - 1), 1))
    return shuffled
  }
}
