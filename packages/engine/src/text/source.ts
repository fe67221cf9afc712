/** Names a text that ranges point into. */
export type SourceId =
  | 'policy'
  | 'request'
  | 'objects'
  | 'default-roles'
  | 'webhook'
  | 'authorizationConfig'
  | 'storedObject'
  | 'webhookChanges'
  | 'schema'
  | 'designText'
  | 'document'

/** A half-open range of a text, in UTF-16 code units from its start. {@link LineIndex} resolves it to lines and columns. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One document of the text, between two lines of `---` or as one JSON object. */
export interface TextDocument extends Span {
  readonly syntax: 'yaml' | 'json'
}

/** A {@link Span} resolved for people and editors. Lines and columns count from 1; columns in UTF-16 code units, as Monaco counts them. */
export interface SourceRange extends Span {
  readonly source: SourceId
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** The offsets of the lines of one text. Converts offsets to lines and columns by binary search. */
export class LineIndex {
  readonly #starts: number[] = [0]
  readonly #length: number

  constructor(
    readonly source: SourceId,
    text: string,
  ) {
    this.#length = text.length
    for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) this.#starts.push(i + 1)
  }

  /** Resolves a span; offsets outside the text are clamped to it. */
  range({ start, end }: Span): SourceRange {
    const from = this.#position(start)
    const to = this.#position(Math.max(start, end))
    return {
      source: this.source,
      start: from.offset,
      end: to.offset,
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
    }
  }

  #position(at: number): { offset: number; line: number; column: number } {
    const offset = Math.min(Math.max(at, 0), this.#length)
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { offset, line: low + 1, column: offset - (this.#starts[low] as number) + 1 }
  }
}

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
