/** A word of a goal, with its place in the sentence. */
export interface GoalWord {
  /** Without quotation marks. */
  readonly text: string
  /** As it is written. */
  readonly written: string
  readonly start: number
  readonly end: number
  readonly isQuoted: boolean
}

/**
 * Cuts a sentence into words at blanks and commas; a comma is a word of its own. A word between double quotes may have
 * both; in it `\"` is a quote and `\\` a backslash. A quote that does not end goes to the end of the sentence.
 */
export function goalWords(sentence: string): readonly GoalWord[] {
  return [...sentence.matchAll(WORD)].map((match): GoalWord => {
    const [written] = match
    const start = match.index
    const isQuoted = written.startsWith('"')
    const text = isQuoted ? written.replace(/^"|"$/g, '').replace(/\\(["\\])/g, '$1') : written
    return { text, written, start, end: start + written.length, isQuoted }
  })
}

const WORD = /"(?:\\.|[^"\\])*"?|,|[^\s,"][^\s,]*/g

/** A word as a sentence carries it: between quotes where it has blanks, commas or quotes, or where it would be another word. */
export function quotedWord(text: string): string {
  return /[\s,"]/.test(text) || text === '' || KEYWORDS.has(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text
}

/** Words with a meaning of their own in places where a name may stand. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'in',
  'as',
  'can',
  'cannot',
  'named',
  'and',
  'or',
  'anywhere',
  'everywhere',
  'only',
  'nobody',
  'nothing',
  'then',
  'under',
  'the',
  'no',
  'a',
  'at',
  'exactly',
  'lint',
])
