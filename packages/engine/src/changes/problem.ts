import type { Diagnostic, LineIndex, SourceRange } from '../text/index.ts'
import type { JsonDocument, JsonPath } from '../yaml/index.ts'

/** A text from which changes are computed, with the places of its values. */
export interface PlacedText {
  readonly lines: LineIndex
  readonly document: JsonDocument
}

/**
 * A value in such a text. Its place is looked up only when it is shown, because that takes long for all values of a large
 * text.
 */
export interface Spot {
  readonly of: PlacedText
  readonly path: JsonPath
}

/** The place of the value, or of the nearest enclosing value where it does not exist. */
export function rangeAt({ of: { lines, document }, path }: Spot): SourceRange {
  return lines.range(document.spanOf(path))
}

/** The reason why no change can be computed. Thrown and caught inside this room. */
export class NoChange extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message)
  }
}

type Words = Pick<Diagnostic, 'code' | 'message'> & Partial<Pick<Diagnostic, 'fix' | 'detail'>>

/** An error at a value of a text. */
export function errorAt(of: PlacedText, path: JsonPath, words: Words): Diagnostic {
  return { severity: 'error', ...words, range: rangeAt({ of, path }) }
}
