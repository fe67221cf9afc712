/** Words that the product puts in the mouth of a document, and where the document is said to have them. */
export interface Quotation {
  /** Where the product quotes it: a claim, a design, a vector. */
  readonly by: string
  /** The document, by the name that readers see. */
  readonly document: string
  /** A heading, or the subject of a comment. Absent where only the words are quoted. */
  readonly section?: string
  /** The first and the last line that have it, from 1. Absent where no lines are named. */
  readonly lines?: readonly [number, number]
  /** `…` stands for words that are left out. */
  readonly words: string
}

/** Why a quotation is not to be found where it is said to be. */
export type Misquotation = 'not in the text' | 'not on those lines' | 'not in that section' | 'no such section'

/**
 * Holds a quotation to the text of its document. Undefined where the words are in that section. A text without headings has no
 * sections, and neither has a comment, which is named by its subject: `on Story 1`. Line breaks, the backticks and stars of Markdown, and the form of quotation marks do not count.
 */
export function misquotation({ section, lines: named, words }: Quotation, text: string): Misquotation | undefined {
  if (!has(text, words)) return 'not in the text'
  const lines = linesOf(text)
  if (named !== undefined && !has(lines.slice(named[0] - 1, named[1]).join('\n'), words)) return 'not on those lines'
  const headings = headingsOf(text)
  if (section === undefined || /^(Comment )?on /.test(section) || headings.length === 0) return undefined
  const found = headings.filter(({ title }) => names(section, title))
  if (found.length === 0) return 'no such section'
  const isThere = found.some(({ at, level }) => {
    const next = headings.find((one) => one.at > at && one.level <= level)
    return has(lines.slice(at, next?.at).join('\n'), words)
  })
  return isThere ? undefined : 'not in that section'
}

/** Whether the parts of a quotation are in a text, in their order. */
function has(text: string, words: string): boolean {
  const whole = plain(text)
  let from = 0
  for (const part of words.split('…').map(plain)) {
    const at = whole.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return true
}

function plain(text: string): string {
  return text
    .replace(/<\/?code>|[`*]/g, '')
    .replace(/\b_(\w+)_\b|(?<=\s)_(\w+)_(?=\s)/g, '$1$2')
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

interface Heading {
  readonly level: number
  readonly title: string
  /** The number of its line, from 0. */
  readonly at: number
}

function linesOf(text: string): readonly string[] {
  return text.split('\n')
}

/** The headings of a Markdown text. A `#` inside a fenced block is a comment of its language. */
function headingsOf(text: string): readonly Heading[] {
  let fenced = false
  return linesOf(text).flatMap((line, at) => {
    if (/^\s*```/.test(line)) fenced = !fenced
    const [, marks = '', title] = (!fenced && /^(#+)\s+(.*)$/.exec(line)) || []
    return title === undefined ? [] : [{ level: marks.length, title, at }]
  })
}

/** A section may be named with the one that it is in, or with a place in it: `Scalability, Will enabling …?`. */
function names(section: string, heading: string): boolean {
  const named = (text: string): string => plain(text).replace(/[.?]$/, '').toLowerCase()
  const [name, title] = [named(section), named(heading)]
  return name === title || name.endsWith(`, ${title}`) || name.startsWith(`${title}, `) || title.startsWith(`${name}? `)
}
