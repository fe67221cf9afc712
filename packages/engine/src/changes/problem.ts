import type { Diagnostic, LineIndex, SourceRange } from '../text/index.ts'
import type { JsonDocument, JsonPath } from '../yaml/index.ts'

/** A text that changes are computed from, read: where its values stand. */
export interface Placed {
  readonly lines: LineIndex
  readonly document: JsonDocument
}

/** A value of such a text. Its place is looked up when somebody is to see it: for all of a large text that takes long. */
export interface Spot {
  readonly of: Placed
  readonly path: JsonPath
}

/** Where the value stands; the nearest one around it where it is not there. */
export function rangeAt({ of: { lines, document }, path }: Spot): SourceRange {
  return lines.range(document.spanOf(path))
}

/** Why no change can be computed. Thrown inside this room, where it unwinds what is under way, and caught at its door. */
export class NoChange extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message)
  }
}

type Words = Pick<Diagnostic, 'code' | 'message'> & Partial<Pick<Diagnostic, 'fix' | 'detail'>>

/** An error at a value of a text. */
export function errorAt(of: Placed, path: JsonPath, words: Words): Diagnostic {
  return { severity: 'error', ...words, range: rangeAt({ of, path }) }
}
