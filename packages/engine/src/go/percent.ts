import { textOfBytes, utf8Bytes } from './bytes.ts'

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/

/** The index of the first malformed percent escape, or -1. */
export function badEscapeAt(text: string): number {
  return text.search(BAD_ESCAPE)
}

/**
 * Decodes percent escapes as Go's `url.PathUnescape` does: `+` stays, bytes that are not UTF-8 are kept (see bytes.ts).
 * Undefined when an escape is malformed.
 */
export function unescapePath(text: string): string | undefined {
  if (!text.includes('%')) return text
  return badEscapeAt(text) === -1 ? text.replace(ESCAPES, decodeRun) : undefined
}

/** As {@link unescapePath}, for one key or value of a query: `+` is a space (Go: `url.QueryUnescape`). */
export function unescapeQuery(text: string): string | undefined {
  return unescapePath(text.replaceAll('+', ' '))
}

function decodeRun(run: string): string {
  return textOfBytes(
    run
      .split('%')
      .slice(1)
      .map((digits) => Number.parseInt(digits, 16)),
  )
}

const PATH_BYTE = /[$&+,\-./0-9:;=@A-Z_a-z~]/
/** Characters that Go keeps unescaped in a sent path, but would escape itself. */
const ACCEPTED_PATH = /^[$&+,\-./0-9:;=@A-Z_a-z~!'()*[\]%]*$/

/** A path with well-formed escapes as Go prints it in an error (Go: `URL.EscapedPath`): as sent if well encoded, else encoded again. */
export function printedPath(escaped: string): string {
  if (ACCEPTED_PATH.test(escaped)) return escaped
  return utf8Bytes(unescapePath(escaped) ?? escaped)
    .map((byte) => {
      const character = String.fromCharCode(byte)
      return PATH_BYTE.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** A part of a query that the API server drops, with offsets into the query. */
export interface DroppedPart {
  readonly start: number
  readonly end: number
  readonly why: 'semicolon' | 'escape' | 'too many'
}

/** A query string, decoded. */
export interface Query {
  /** Values in the order sent. A Map, because a key may be `__proto__`. */
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly dropped: readonly DroppedPart[]
}

/** The most parameters in a query. Go 1.26 drops all parameters of a query with more (`GODEBUG=urlmaxqueryparams`). */
const MAX_PARAMETERS = 10_000

/** Reads a query as Go's `URL.Query()` does: parts with a semicolon or a malformed escape are dropped silently. */
export function readQuery(query: string): Query {
  const values = new Map<string, string[]>()
  const dropped: DroppedPart[] = []
  const parts = query.split('&')
  if (parts.length > MAX_PARAMETERS) return { values, dropped: [{ start: 0, end: query.length, why: 'too many' }] }
  let start = 0
  for (const part of parts) {
    const end = start + part.length
    const equals = part.indexOf('=')
    const key = unescapeQuery(equals === -1 ? part : part.slice(0, equals))
    const value = unescapeQuery(equals === -1 ? '' : part.slice(equals + 1))
    if (part.includes(';')) dropped.push({ start, end, why: 'semicolon' })
    else if (key === undefined || value === undefined) dropped.push({ start, end, why: 'escape' })
    else if (part !== '') append(values, key, value)
    start = end + 1
  }
  return { values, dropped }
}

function append(values: Map<string, string[]>, key: string, value: string): void {
  const list = values.get(key)
  if (list === undefined) values.set(key, [value])
  else list.push(value)
}
