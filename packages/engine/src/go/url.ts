import { compareBytes, utf8Bytes } from './bytes.ts'

const NOT_IN_PATH = /[^$&+,\-./0-9:;=@A-Z_a-z~]+/g
const NOT_IN_QUERY = /[^\-.0-9A-Z_a-z~]+/g

function percentEncoded(text: string): string {
  return utf8Bytes(text)
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

/** A decoded path as Go writes it into a URL (Go: `URL.EscapedPath` without a raw path). */
export function escapePath(path: string): string {
  return path.replace(NOT_IN_PATH, percentEncoded)
}

/** A key or value as Go writes it into a query (Go: `url.QueryEscape`). */
export function escapeQuery(text: string): string {
  return text.replace(NOT_IN_QUERY, percentEncoded).replaceAll('%20', '+')
}

/** Parameters of a query. A key may come several times. */
export type Parameters = readonly (readonly [key: string, value: string])[]

/** Parameters as Go writes them: by key, the values of one key in their order (Go: `Values.Encode`). No question mark. */
function encodeQuery(parameters: Parameters): string {
  return parameters
    .map(([key, value]) => ({ key, text: `${escapeQuery(key)}=${escapeQuery(value)}` }))
    .sort((a, b) => compareBytes(a.key, b.key))
    .map(({ text }) => text)
    .join('&')
}

/** A decoded path and parameters as one target. */
export function targetOfParts(path: string, parameters: Parameters): string {
  const query = encodeQuery(parameters)
  return query === '' ? escapePath(path) : `${escapePath(path)}?${query}`
}

/**
 * A rooted path without empty, `.` and `..` parts (Go: `path.Clean`), but with the slash at its end if it had one, as
 * client-go keeps it.
 */
export function cleanPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  const cleaned = `/${parts.join('/')}`
  return path.length > 1 && path.endsWith('/') ? `${cleaned}/` : cleaned
}
