import { goUnquote } from '../../go/index.ts'
import { jsonEnd, parsedJSON } from '../../text/index.ts'

/** Keys and values of a structured log line; JSON values are parsed, unquoted values are texts. */
export type LoggedValues = ReadonlyMap<string, unknown>

/** A line of a log as klog writes it. */
export interface LogLine {
  /** Date and time, as written. */
  readonly at: string
  /** The quoted message of a structured line, or the whole text of any other line. */
  readonly message: string
  /** Absent where the line is not structured. */
  readonly values?: LoggedValues
  /** Where the entry ends: values may have several lines. */
  readonly end: number
}

/** `I1122 01:50:46.701622   23776 mode.go:284] `, after any prefix of the container runtime. */
const HEADER = /(?:^|[\s"])[IWEF](\d{4} \d\d:\d\d:\d\d\.\d{1,9})[ \t]+\d+ [^\s\]:]+:\d+\] /

/** The longest prefix of a header. Characters. */
const LONGEST_PREFIX = 400

/** Reads the line that begins at `start` (klog: `internal/serialize`); undefined where klog did not write it. */
export function logLine(text: string, start: number): LogLine | undefined {
  const lineEnd = endOfLine(text, start)
  const header = HEADER.exec(text.slice(start, Math.min(lineEnd, start + LONGEST_PREFIX)))
  if (header === null) return undefined
  const at = header[1] ?? ''
  const from = start + header.index + header[0].length
  const quoted = goUnquote(text, from)
  const pairs = quoted && pairsFrom(text, quoted.end)
  if (quoted === undefined || pairs === undefined) {
    return { at, message: text.slice(from, lineEnd), end: lineEnd }
  }
  return { at, message: quoted.value, values: pairs.values, end: endOfLine(text, pairs.end) }
}

/** The end of the line that contains `at`, before its line break. */
export function endOfLine(text: string, at: number): number {
  const lineFeed = text.indexOf('\n', at)
  return lineFeed === -1 ? text.length : lineFeed
}

/** Repeated ` key=value` to the end of a line. Undefined where the line contains anything else. */
function pairsFrom(text: string, start: number): { readonly values: LoggedValues; readonly end: number } | undefined {
  const values = new Map<string, unknown>()
  let at = start
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
    if (text[at] !== ' ') return undefined
    const equals = keyEnd(text, at + 1)
    if (equals === -1) return undefined
    const value = valueAt(text, equals + 1)
    if (value === undefined) return undefined
    values.set(text.slice(at + 1, equals), value.value)
    at = value.end
  }
  return { values, end: at }
}

/** Keys have no blanks in them. */
function keyEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '=') return at === start ? -1 : at
    if (character === ' ' || character === '\n' || character === '"') return -1
  }
  return -1
}

interface Value {
  readonly value: unknown
  readonly end: number
}

function valueAt(text: string, at: number): Value | undefined {
  const first = text[at]
  if (first === '"') return goUnquote(text, at)
  if (first === '<' && text[at + 1] === '\n') return severalLines(text, at + 2)
  if (first === '{' || first === '[') {
    const end = jsonEnd(text, at, endOfLine(text, at))
    const value = end === -1 ? undefined : parsedJSON(text.slice(at, end))
    return value === undefined ? undefined : { value: value.json, end }
  }
  let end = at
  while (end < text.length && !/\s/.test(text[end] ?? '')) end++
  const word = text.slice(at, end)
  return { value: word === 'null' || word === '<nil>' ? null : word, end }
}

/**
 * The limit keeps the time linear: without it, each line that might begin a value would be read to the end of the text.
 */
const MOST_LINES = 500

/** A value with line breaks: each line begins with a tab, and ` >` follows the last. */
function severalLines(text: string, start: number): Value | undefined {
  const lines: string[] = []
  for (let at = start; at < text.length && lines.length < MOST_LINES; ) {
    const end = endOfLine(text, at)
    if (text.startsWith(' >', at)) return { value: lines.join('\n'), end: at + 2 }
    if (text[at] !== '\t') return undefined
    lines.push(text.slice(at + 1, end))
    at = end + 1
  }
  return undefined
}
