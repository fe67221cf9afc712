import { TextDecoder, TextEncoder } from '../../text/index.ts'

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

/** Bytes of a piece of memory for texts. */
const PIECE = 1 << 20

/** Texts by number: equal texts have one. They are kept as UTF-8, because a million strings and a map of them take twice as much. */
export class Texts {
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #pieces = [new Uint8Array(PIECE)]
  /** Bytes of the last piece that are taken. */
  #taken = 0
  readonly #piece = new Numbers(Int32Array)
  readonly #start = new Numbers(Int32Array)
  readonly #length = new Numbers(Int32Array)
  readonly #table = new HashTable()
  #size = 0
  #given = new Uint8Array(1024)

  /** The number of a text without lone surrogates. */
  numberOf(text: string): number {
    // A UTF-16 code unit takes three bytes at most.
    if (text.length * 3 > this.#given.length) this.#given = new Uint8Array(text.length * 3)
    const given = this.#given.subarray(0, this.#encoder.encodeInto(text, this.#given).written)
    const hash = hashOfBytes(given)
    const known = this.#table.find(hash, (at) => this.#length.get(at) === given.length && isEqual(this.#at(at), given))
    if (known !== -1) return known
    const number = this.#size++
    this.#keep(number, given)
    this.#table.add(number, hash, (at) => hashOfBytes(this.#at(at)))
    return number
  }

  text(number: number): string {
    return this.#decoder.decode(this.#at(number))
  }

  /** Less than 0 where the one text comes before the other one: by code point. */
  compare(one: number, other: number): number {
    const [a, b] = [this.#at(one), this.#at(other)]
    const shorter = Math.min(a.length, b.length)
    for (let at = 0; at < shorter; at++) {
      const difference = (a[at] as number) - (b[at] as number)
      if (difference !== 0) return difference
    }
    return a.length - b.length
  }

  #keep(number: number, bytes: Uint8Array): void {
    if (this.#taken + bytes.length > PIECE) {
      this.#pieces.push(new Uint8Array(Math.max(PIECE, bytes.length)))
      this.#taken = 0
    }
    this.#pieces.at(-1)?.set(bytes, this.#taken)
    this.#piece.set(number, this.#pieces.length - 1)
    this.#start.set(number, this.#taken)
    this.#length.set(number, bytes.length)
    this.#taken += bytes.length
  }

  #at(number: number): Uint8Array {
    const start = this.#start.get(number)
    return (this.#pieces[this.#piece.get(number)] as Uint8Array).subarray(start, start + this.#length.get(number))
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** FNV-1a, and mixed at the end, because a table takes the lower bits. */
function hashOfBytes(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
