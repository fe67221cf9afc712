import { Numbers, Texts } from './numbers.ts'

/** The most places that are kept for one request or reason. */
const MOST = 3
/** Lines of one file: a place is a number of a file and of a line. */
const LINES = 2 ** 32

/** The first places of requests, such as `audit.log:17`, as numbers. */
export class Places {
  readonly #files = new Texts()
  readonly #kept = Array.from({ length: MOST }, () => new Numbers(Float64Array))

  constructor() {
    // 0 stands for no place.
    this.#files.numberOf('')
  }

  /** The number of a place; 0 for none. */
  numberOf(place: string): number {
    if (place === '') return 0
    const colon = place.lastIndexOf(':')
    const line = Number(place.slice(colon + 1))
    const hasLine =
      colon > 0 && Number.isSafeInteger(line) && line > 0 && line < LINES && /^[1-9]\d*$/.test(place.slice(colon + 1))
    return hasLine ? this.#files.numberOf(place.slice(0, colon)) * LINES + line : this.#files.numberOf(place) * LINES
  }

  text(place: number): string {
    const line = place % LINES
    const file = this.#files.text(Math.floor(place / LINES))
    return line === 0 ? file : `${file}:${line}`
  }

  /** Keeps a place of a request, where it is among the first. */
  add(entry: number, place: number): void {
    if (place === 0) return
    let wanted = place
    for (const kept of this.#kept) {
      const known = this.#at(kept, entry)
      if (known === wanted) return
      if (known === 0) {
        kept.set(entry, wanted)
        return
      }
      if (this.#order(wanted, known) < 0) {
        kept.set(entry, wanted)
        wanted = known
      }
    }
  }

  of(entry: number): readonly string[] {
    return this.#kept
      .map((kept) => this.#at(kept, entry))
      .filter((place) => place !== 0)
      .map((place) => this.text(place))
  }

  /** The first of several places: file by file, and in the order of their lines. */
  merged(some: readonly string[], more: readonly string[]): readonly string[] {
    const all = [...new Set([...some, ...more])].filter((place) => place !== '')
    return all
      .map((place) => this.numberOf(place))
      .sort((a, b) => this.#order(a, b))
      .slice(0, MOST)
      .map((place) => this.text(place))
  }

  #at(kept: Numbers, entry: number): number {
    return kept.get(entry) ?? 0
  }

  #order(a: number, b: number): number {
    const [fileA, fileB] = [Math.floor(a / LINES), Math.floor(b / LINES)]
    if (fileA === fileB) return a - b
    return this.#files.compare(fileA, fileB)
  }
}
