import type { Span } from './source.ts'

/** Replaces a span of a text; an empty span inserts. */
export interface TextEdit {
  readonly span: Span
  readonly text: string
}

/**
 * The text after all edits, which may be in any order: their spans refer to the text before. Insertions at one offset stay
 * in the order given, before a replacement that begins there.
 *
 * @throws RangeError when two spans overlap, or one is outside the text
 */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let after = ''
  let at = 0
  for (const { span, text: replacement } of inOrder(edits)) {
    if (span.start < at || span.end < span.start || span.end > text.length) {
      throw new RangeError(`The edit of ${span.start} to ${span.end} overlaps another one, or is outside the text.`)
    }
    after += text.slice(at, span.start) + replacement
    at = span.end
  }
  return after + text.slice(at)
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
}
