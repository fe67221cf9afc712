import { goUnquote } from '../../go/index.ts'

/** Characters that stand for a quote in a text that an editor, a chat or a person changed. */
export const QUOTES = '"\'`“”„‟«»‹›‘’‚‛'

/** A quote as it is written in the text: escaped up to six times, and doubled as in CSV. */
export const MARK = `(?:\\\\{0,63}[${QUOTES}])+`
/** A name in quotes, as a group. */
export const NAME = `${MARK}([^${QUOTES}\\s]{1,500}?)${MARK}`

const FAMILIES = ['"', "'", '`', '“”„‟«»"', "‘’‚‛‹›'"] as const

/** The text between two quotes, and the offset after the second. */
export interface Quotation {
  /** Read when it is asked for: most ends of quotations that are tried are none. */
  readonly value: () => string
  /** The opening mark: it says how the text around it is escaped. */
  readonly mark: string
  readonly end: number
}

/** Longer names are not looked for. */
const LONGEST_NAME = 500

/**
 * The quotations that may begin with the mark at `at`, shortest first: only a quote that is escaped like the first, and not
 * more, ends it. Several are possible where the quotes were exchanged, so that those in a name are not escaped.
 */
export function* quotationsAt(
  text: string,
  at: number,
  isWordWrapped: () => boolean = () => false,
): Generator<Quotation> {
  const opening = markAt(text, at)
  if (opening === '') return
  const family = FAMILIES.find((one) => one.includes(opening.at(-1) ?? '')) ?? ''
  // The quotes of an empty name are one after another.
  for (const mark of [opening.slice(0, opening.length / 2), opening]) {
    const end = at + 2 * mark.length
    if (mark === '' || !isMark(text, at + mark.length, mark, family) || !AFTER_NAME.test(text.slice(end, end + 40)))
      continue
    yield { value: () => '', mark, end }
    return
  }
  const backslashes = opening.search(/[^\\]/)
  const start = at + opening.length
  const most = Math.min(text.length, start + LONGEST_NAME)
  for (let end = start; end < most; end++) {
    if (!isMark(text, end, opening, family)) continue
    let before = 0
    while (end - before > start && text[end - before - 1] === '\\') before++
    // A quote in the name has 2^(n+1) - 1 backslashes, where the mark has 2^n - 1.
    if (before % (2 * (backslashes + 1)) !== 0) continue
    const to = end
    const value = (): string => decoded(text.slice(start, to), opening, isWordWrapped())
    yield { value, mark: opening, end: end + opening.length }
  }
}

const AFTER_NAME = /^\s+(?:c\n?a|\()|^\]/

/** The mark at an offset. Another quote, or one with more backslashes than the first, belongs to the name. */
function markAt(text: string, at: number): string {
  let mark = ''
  for (const [unit = ''] of text.slice(at, at + LONGEST_MARK).matchAll(UNIT)) {
    if (mark !== '' && (unit.at(-1) !== mark.at(-1) || unit.length > mark.search(/[^\\]/) + 1)) break
    mark += unit
  }
  return mark
}

const LONGEST_MARK = 100
const UNIT = new RegExp(`\\\\*[${QUOTES}]`, 'gy')

/** Whether `opening` stands at an offset, with any quotes of its family. */
function isMark(text: string, at: number, opening: string, family: string): boolean {
  for (let i = 0; i < opening.length; i++) {
    const [expected = '', found = ''] = [opening[i], text[at + i]]
    if (expected === '\\' ? found !== '\\' : found === '' || !family.includes(found)) return false
  }
  return true
}

/** A text as it was before the escapings that its mark shows. */
export function withoutEscapes(text: string, mark: string): string {
  let [around, inner] = [mark, text]
  while (around.length > 1) {
    const [shorter, same] = /^(?:\\+.)+$/.test(around)
      ? [around.replace(/\\(.)/gs, '$1'), inner.replace(ESCAPED, unescaped)]
      : [around.replace(DOUBLED, '$1'), inner.replace(DOUBLED, '$1')]
    if (shorter === around) break
    around = shorter
    inner = same
  }
  return inner
}

const DOUBLED = new RegExp(`([${QUOTES}])\\1`, 'g')
const ESCAPED = /\\(u[\da-fA-F]{4}|.)/gs
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function unescaped(_: string, after: string): string {
  if (after.length === 5) return String.fromCharCode(Number.parseInt(after.slice(1), 16))
  return CONTROLS.get(after) ?? after
}

/** A name as the API server had it before it quoted it, whatever escaped it since. */
function decoded(text: string, mark: string, isWordWrapped: boolean): string {
  const quoted = withoutEscapes(withoutBreaks(text, isWordWrapped), mark)
  const straight = quoted.replace(QUOTE_OR_ESCAPE, (one) =>
    QUOTES.includes(one.at(-1) ?? '') && one !== "'" ? '\\"' : one,
  )
  return goUnquote(`"${straight}"`, 0)?.value ?? quoted
}

/** In a name in single or curly quotes a straight quote need not be escaped; an escaped one may have become curly. */
const QUOTE_OR_ESCAPE = /\\.|"/gs

/**
 * The end of a line within a name: a terminal cuts where its width ends and keeps a blank, a mail breaks instead of the
 * blank. The name of a service account or a node has none.
 */
function withoutBreaks(text: string, isWordWrapped: boolean): string {
  const mayHaveBlank = isWordWrapped && !/^system:(?:serviceaccount|node):/.test(text)
  return text.replace(/([ \t]?)\n([ \t]?)/g, (_, before: string, after: string) =>
    before + after === '' && mayHaveBlank ? ' ' : before + after,
  )
}
