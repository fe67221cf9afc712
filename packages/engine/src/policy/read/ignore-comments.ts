import type { Diagnostic, LineIndex, Span, TextDocument } from '../../text/index.ts'

/** A comment that silences warnings and notes: `# lint:ignore NAME, NAME reason`. */
export interface IgnoreComment {
  /** From the `#` to the end of the line. */
  readonly span: Span
  readonly names: readonly string[]
  /** The lines whose findings it silences, from 1. */
  readonly first: number
  readonly last: number
}

const COMMENT = /#[ \t]*lint:ignore(-document)?[ \t]+([a-z][a-z-]*(?:[ \t]*,[ \t]*[a-z][a-z-]*)*)[^\n]*/g

/**
 * The comments of a text that silence findings. Such a comment is about the line that it is in; alone in its line, it is about
 * the next line with more than a comment; as `lint:ignore-document`, about the whole document.
 */
export function ignoreComments(
  text: string,
  lines: LineIndex,
  documents: readonly TextDocument[],
): readonly IgnoreComment[] {
  if (!text.includes('lint:ignore')) return []
  const lineOf = (offset: number) => lines.range({ start: offset, end: offset }).line
  const inOrder = new NextWords(text)
  let at = 0
  const around = (offset: number): TextDocument | undefined => {
    while (offset >= (documents[at]?.end ?? Number.POSITIVE_INFINITY)) at++
    const document = documents[at]
    return document !== undefined && offset >= document.start ? document : undefined
  }
  return [...text.matchAll(COMMENT)].flatMap((match): readonly IgnoreComment[] => {
    const [whole, document, names = ''] = match
    const start = match.index
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const before = text.slice(lineStart, start).replace(/^\ufeff/, '')
    if (!isOutsideQuotes(before)) return []
    const comment = {
      span: { start, end: start + whole.trimEnd().length },
      names: names.split(/(?<![ \t])[ \t]*,[ \t]*/),
    }
    if (document !== undefined) {
      const about = around(start)
      if (about === undefined) return []
      return [{ ...comment, first: lineOf(about.start), last: lineOf(about.end) }]
    }
    const line = lineOf(before.trim() === '' ? inOrder.after(start) : start)
    return [{ ...comment, first: line, last: line }]
  })
}

/** The comments of a text, in its order; those in lines of their own that follow one another are one. A `#` in a block scalar counts, too. */
export function commentsIn(text: string): readonly string[] {
  const comments: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const at = commentStart(line)
    const isAlone = at !== undefined && line.slice(0, at).trim() === ''
    if (at !== undefined) {
      const words = line.slice(at).replace(/^#+/, '').trim()
      if (isOpen && isAlone) comments.push(`${comments.pop()} ${words}`)
      else comments.push(words)
    }
    isOpen = isAlone
  }
  return comments
}

/** Where the comment of a line begins: at the first `#` that is outside of quotes, after a blank or at the beginning. */
function commentStart(line: string): number | undefined {
  const quotes = { '"': 0, "'": 0 }
  for (const { 0: found, index } of line.matchAll(/["']|(?<=^\ufeff?|[ \t])#/g)) {
    if (found === '"' || found === "'") quotes[found]++
    else if (quotes['"'] % 2 === 0 && quotes["'"] % 2 === 0) return index
  }
  return undefined
}

/** Whether a `#` after this beginning of a line begins a comment. */
function isOutsideQuotes(before: string): boolean {
  if (!/(?:^\ufeff?|[ \t])$/.test(before)) return false
  return before.split('"').length % 2 === 1 && before.split("'").length % 2 === 1
}

/** The next lines that have more than a comment, for offsets that only grow. */
class NextWords {
  #found = 0

  constructor(private readonly text: string) {}

  /** The offset of the next line with more than a comment; the given one where there is none. */
  after(from: number): number {
    while (this.#found <= from) {
      const feed = this.text.indexOf('\n', Math.max(from, this.#found))
      this.#found = feed === -1 ? Number.POSITIVE_INFINITY : feed + 1
      while (this.#found < Number.POSITIVE_INFINITY && !this.#hasWords()) {
        const next = this.text.indexOf('\n', this.#found)
        this.#found = next === -1 ? Number.POSITIVE_INFINITY : next + 1
      }
    }
    return this.#found === Number.POSITIVE_INFINITY ? from : this.#found
  }

  #hasWords(): boolean {
    FIRST_WORD.lastIndex = this.#found
    return FIRST_WORD.test(this.text)
  }
}

const FIRST_WORD = /[ \t]*[^\s#]/y

/** The comments of a text, asked which of them silence a finding. */
export class Silencing {
  readonly #inLine = new Map<string, IgnoreComment[]>()
  readonly #ofDocuments = new Map<string, IgnoreComment[]>()

  constructor(comments: readonly IgnoreComment[]) {
    for (const comment of comments) {
      for (const name of new Set(comment.names)) {
        const one = comment.first === comment.last
        const map = one ? this.#inLine : this.#ofDocuments
        const key = one ? `${name} ${comment.first}` : name
        const known = map.get(key)
        if (known === undefined) map.set(key, [comment])
        else known.push(comment)
      }
    }
  }

  /** The comments that silence a warning or note; errors stay. */
  of({ code, severity, range: { line } }: Diagnostic): readonly IgnoreComment[] {
    if (severity === 'error') return []
    const inLine = this.#inLine.get(`${code} ${line}`) ?? []
    const around = this.#ofDocuments.get(code)?.filter(({ first, last }) => line >= first && line <= last) ?? []
    return [...inLine, ...around]
  }
}
