import { hiddenCharacter, hiddenReplaced } from '../text/index.ts'

/**
 * Prints a plain value as readable YAML. Texts of several lines become block scalars. Other strings have no quotes where
 * every version of YAML reads them as strings. Nothing is folded, there are no anchors, and undefined fields are dropped.
 * Every line is indented or begins with a key or a marker, so no line can end a here-document. Hidden characters are escaped, and so is
 * a half of a surrogate pair, which Go's reader refuses.
 */
export function yamlOf(value: unknown): string {
  return `${linesOf(value).join('\n')}\n`
}

/** A text as YAML on one line. */
export function yamlString(text: string): string {
  return PLAIN.test(text) &&
    !NOT_PLAIN.test(text) &&
    hiddenCharacter(text) === undefined &&
    !WORDS.has(text.toLowerCase())
    ? text
    : quoted(text)
}

/**
 * A text that begins with a letter or with a character without a meaning in YAML. Numbers, dates and the other types of
 * YAML 1.1 begin with a digit, a sign or a dot.
 */
const PLAIN = /^[\p{L}_/$(][\x20-\x7e\p{L}\p{N}\p{P}\p{S}]*$/u
const NOT_PLAIN = /: |:$| #| $/
const WORDS: ReadonlySet<string> = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null', 'nan', 'inf'])

function quoted(text: string): string {
  return hiddenReplaced(JSON.stringify(text), (character) => {
    const number = (character.codePointAt(0) ?? 0).toString(16)
    return number.length > 4 ? `\\U${number.padStart(8, '0')}` : `\\u${number.padStart(4, '0')}`
  })
}

/** A longer key must be marked as one (YAML 1.1, 7.2: simple keys). */
const LONGEST_KEY = 1000

/** The lines of a value. The first one may follow a marker such as a hyphen. */
function linesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.length === 0 ? ['[]'] : value.flatMap(item)
  if (typeof value !== 'object' || value === null) return [scalar(value)]
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return fields.length === 0 ? ['{}'] : fields.flatMap(([key, field]) => entry(yamlString(key), field))
}

function entry(key: string, value: unknown): readonly string[] {
  if (key.length > LONGEST_KEY) return [`? ${key}`, ...marked(':', linesOf(value))]
  const block = typeof value === 'string' ? blockOf(value) : undefined
  if (block !== undefined) return [`${key}: ${block[0]}`, ...block.slice(1)]
  const lines = linesOf(value)
  const isScalar = typeof value !== 'object' || value === null || EMPTY.test(lines[0] as string)
  return isScalar ? [`${key}: ${lines[0]}`] : [`${key}:`, ...lines.map(indented)]
}

function item(value: unknown): readonly string[] {
  const [header, ...lines] = (typeof value === 'string' ? blockOf(value) : undefined) ?? []
  return header === undefined ? marked('-', linesOf(value)) : [`- ${header}`, ...lines]
}

const EMPTY = /^(?:\[\]|\{\})$/

function marked(marker: string, [first = '', ...rest]: readonly string[]): readonly string[] {
  return [`${marker} ${first}`, ...rest.map(indented)]
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return yamlString(value)
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}

/** The header and the lines of a text as a literal block; undefined for a text that cannot be one. */
function blockOf(text: string): readonly string[] | undefined {
  if (!BLOCK.test(text) || hiddenCharacter(text) !== undefined) return undefined
  const chomping = !text.endsWith('\n') ? '-' : text.endsWith('\n\n') ? '+' : ''
  const lines = (chomping === '-' ? text : text.slice(0, -1)).split('\n')
  // Without `2`, a space at the start of the first line would count as indentation of the block.
  const header = /^\s/.test(text) ? '|2' : '|'
  return [`${header}${chomping}`, ...lines.map(indented)]
}

/** At least two lines, at least one of them not empty, without halves of surrogate pairs. */
const BLOCK = /^(?=\s*\S)(?=[^\n]*\n)\P{Surrogate}*$/u
