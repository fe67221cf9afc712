import { HashTable, hashOf, Numbers } from './numbers.ts'

/** The stage of a request of which only the first events were read, and they do not tell the target. */
export const STARTED = -1

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Audit IDs, each with a number. A UUID takes 16 bytes; any other ID is kept as it is. */
export class AuditIds {
  readonly #parts = [0, 1, 2, 3].map(() => new Numbers(Uint32Array)) as [Numbers, Numbers, Numbers, Numbers]
  readonly #value = new Numbers(Int32Array)
  readonly #place = new Numbers(Float64Array)
  readonly #table = new HashTable()
  readonly #others = new Map<string, number>()
  readonly #otherTexts = new Map<number, string>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The number of an ID; a new one where it was not known. */
  numberOf(id: string): number {
    if (!UUID.test(id)) {
      const known = this.#others.get(id)
      if (known !== undefined) return known
      this.#others.set(id, this.#size)
      this.#otherTexts.set(this.#size, id)
      return this.#add(UNKNOWN)
    }
    const [a, b, c, d] = partsOf(id)
    const hash = hashOf(a, b, c, d)
    const found = this.#table.find(hash, (at) => this.#is(at, a, b, c, d))
    if (found !== -1) return found
    const number = this.#add(UNKNOWN)
    const [first, second, third, fourth] = this.#parts
    first.set(number, a)
    second.set(number, b)
    third.set(number, c)
    fourth.set(number, d)
    this.#table.add(number, hash, (at) => this.#hashAt(at))
    return number
  }

  /** What was set for an ID; {@link UNKNOWN} where nothing was. */
  value(number: number): number {
    return this.#value.get(number)
  }

  set(number: number, value: number, place = 0): void {
    this.#value.set(number, value)
    if (place !== 0) this.#place.set(number, place)
  }

  place(number: number): number {
    return this.#place.get(number)
  }

  text(number: number): string {
    const other = this.#otherTexts.get(number)
    if (other !== undefined) return other
    const hex = this.#parts.map((part) => part.get(number).toString(16).padStart(8, '0')).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }

  #add(value: number): number {
    this.#value.set(this.#size, value)
    this.#place.set(this.#size, 0)
    return this.#size++
  }

  #is(at: number, a: number, b: number, c: number, d: number): boolean {
    const [first, second, third, fourth] = this.#parts
    return first.get(at) === a && second.get(at) === b && third.get(at) === c && fourth.get(at) === d
  }

  #hashAt(at: number): number {
    const [a, b, c, d] = this.#parts.map((part) => part.get(at)) as [number, number, number, number]
    return hashOf(a, b, c, d)
  }
}

/** The value of an ID before any is set. */
export const UNKNOWN = -2

function partsOf(id: string): readonly [number, number, number, number] {
  const part = (start: number, end: number): number => Number.parseInt(id.slice(start, end), 16)
  // 8-4-4-4-12 digits.
  return [part(0, 8), part(9, 13) * 0x10000 + part(14, 18), part(19, 23) * 0x10000 + part(24, 28), part(28, 36)]
}
