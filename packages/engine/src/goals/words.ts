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

const QUOTED = String.raw`"(?:\\[^]|[^"\\])*"`
/** `reason=audit`, with a part between quotes. */
const PAIR = String.raw`(?:${QUOTED}=(?:${QUOTED}|[^\s,"]*)|[^\s,"=]+=${QUOTED})(?![^\s,])`
const WORD = new RegExp(String.raw`${PAIR}|"(?<quoted>(?:\\[^]|[^"\\])*)"?|,|[^\s,"][^\s,]*`, 'g')

/**
 * Cuts a sentence into words at blanks and commas; a comma is a word of its own. A word between double quotes may have
 * both; in it `\"` is a quote and `\\` a backslash. The key and the value of `key=value` may be between quotes each. A quote
 * that does not end goes to the end of the sentence.
 */
export function* goalWords(sentence: string): Generator<GoalWord, void> {
  for (const match of sentence.matchAll(WORD)) {
    const [written] = match
    const start = match.index
    const quoted = match.groups?.quoted
    const text = quoted === undefined ? written : unescaped(quoted)
    yield { text, written, start, end: start + written.length, isQuoted: quoted !== undefined }
  }
}

function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1')
}

const KEY_AND_VALUE = new RegExp(String.raw`^(${QUOTED}|[^\s,"=]+)=(${QUOTED}|[^\s,"]+)$`)

/** The key and the value of a word such as `reason=audit` or `reason="two words"`. Undefined where it is not such a pair. */
export function pairIn({ written }: GoalWord): { readonly key: string; readonly value: string } | undefined {
  const [, key, value] = KEY_AND_VALUE.exec(written) ?? []
  const text = (part: string): string => (part.startsWith('"') ? unescaped(part.slice(1, -1)) : part)
  return key === undefined || value === undefined ? undefined : { key: text(key), value: text(value) }
}

/** A pair as a sentence carries it: {@link pairIn} reads it. */
export function quotedPair({ key, value }: { readonly key: string; readonly value: string }): string {
  const part = (text: string, plain: RegExp): string => (plain.test(text) ? text : between(text))
  return `${part(key, /^[^\s,"=]+$/)}=${part(value, /^[^\s,"]*[^\s,".]$/)}`
}

function between(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/**
 * A word as a sentence carries it: between quotes where it has blanks, commas or quotes, where it would be another word, and
 * where its full stop would be that of the sentence.
 */
export function quotedWord(text: string): string {
  return /[\s,"]|\.$/.test(text) || text === '' || KEYWORDS.has(text) ? between(text) : text
}

/** Words with a meaning of their own in places where a name may stand. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'in',
  'as',
  'can',
  'cannot',
  'named',
  'with',
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
