import type { ProsePlace } from './tree.ts'

/** The lines and columns of a text whose lines end with line feeds. */
export class LinePlaces {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  /** The place of a part, given in UTF-16 code units from the start of the text. */
  place(from: number, to: number): ProsePlace {
    const start = this.#resolved(from)
    const end = this.#resolved(to)
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
  }

  #resolved(at: number): { readonly line: number; readonly column: number } {
    let low = 0
    let high = this.#starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return { line: low + 1, column: at - (this.#starts[low] ?? 0) + 1 }
  }
}
