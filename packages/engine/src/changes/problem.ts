import type { Diagnostic, LineIndex } from '../kube/index.ts'
import type { JsonDocument, JsonPath } from '../manifests/index.ts'

/** A text that changes are computed from, read: where its values stand. */
export interface Placed {
  readonly lines: LineIndex
  readonly document: JsonDocument
}

/** Why no change can be computed. Thrown inside this room, where it unwinds what is under way, and caught at its door. */
export class NoChange extends Error {
  constructor(readonly diagnostic: Diagnostic) {
    super(diagnostic.message)
  }
}

type Words = Pick<Diagnostic, 'code' | 'message'> & Partial<Pick<Diagnostic, 'fix' | 'detail'>>

/** An error at a value of a text. */
export function errorAt({ lines, document }: Placed, path: JsonPath, words: Words): Diagnostic {
  return { severity: 'error', ...words, range: lines.range(document.spanOf(path)) }
}
