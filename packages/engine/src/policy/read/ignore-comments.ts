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
  return [...text.matchAll(COMMENT)].flatMap((match): readonly IgnoreComment[] => {
    const [whole, document, names = ''] = match
    const start = match.index
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const before = text.slice(lineStart, start).replace(/^\ufeff/, '')
    if (!isOutsideQuotes(before)) return []
    const comment = { span: { start, end: start + whole.trimEnd().length }, names: names.split(/[ \t]*,[ \t]*/) }
    if (document !== undefined) {
      const around = documents.find((one) => start >= one.start && start < one.end)
      if (around === undefined) return []
      return [{ ...comment, first: lineOf(around.start), last: lineOf(around.end) }]
    }
    const line = lineOf(before.trim() === '' ? nextWords(text, start) : start)
    return [{ ...comment, first: line, last: line }]
  })
}

/** The comments of a text, in its order; those in lines of their own that follow one another are one. Block scalars are not told apart. */
export function commentsIn(text: string): readonly string[] {
  const comments: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const at = [...line.matchAll(/#/g)].find(({ index }) => isOutsideQuotes(line.slice(0, index)))?.index
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

/** Whether a `#` after this beginning of a line begins a comment. */
function isOutsideQuotes(before: string): boolean {
  if (!/(?:^\ufeff?|[ \t])$/.test(before)) return false
  return before.split('"').length % 2 === 1 && before.split("'").length % 2 === 1
}

/** The offset of the next line that has more than a comment. */
function nextWords(text: string, from: number): number {
  for (let at = from; ; ) {
    const feed = text.indexOf('\n', at)
    if (feed === -1) return from
    at = feed + 1
    if (/[^\s#]/.test(/[ \t]*(\S?)/y.exec(text.slice(at, at + 200))?.[1] ?? '')) return at
  }
}

/** Whether a comment silences a warning or note; errors stay. */
export function silences({ names, first, last }: IgnoreComment, { code, severity, range }: Diagnostic): boolean {
  return severity !== 'error' && names.includes(code) && range.line >= first && range.line <= last
}
