import { escapeQuery, unescapeQuery } from '../go/index.ts'

/*
 * Changes to one parameter of a query that leave the spelling of all others alone.
 */

/** The first value of a parameter, decoded; undefined where the API server reads none. */
export function queryValue(query: string, key: string): string | undefined {
  const part = query.split('&').find((one) => isFor(one, key))
  if (part === undefined) return undefined
  const equals = part.indexOf('=')
  return equals === -1 ? '' : unescapeQuery(part.slice(equals + 1))
}

/** The API server drops parts with a semicolon or a malformed escape. */
function isFor(part: string, key: string): boolean {
  if (part === '' || part.includes(';')) return false
  const equals = part.indexOf('=')
  const name = unescapeQuery(equals === -1 ? part : part.slice(0, equals))
  return name === key && (equals === -1 || unescapeQuery(part.slice(equals + 1)) !== undefined)
}

/** A query with this single value for a parameter. An empty value removes the parameter. */
export function withQueryValue(query: string, key: string, value: string): string {
  if ((queryValue(query, key) ?? '') === value) return query
  if (value === '') return withoutQueryValue(query, key)
  const text = `${escapeQuery(key)}=${escapeQuery(value)}`
  const parts = query.split('&')
  const first = parts.findIndex((part) => isFor(part, key))
  if (first === -1) return query === '' ? text : `${query}&${text}`
  return parts
    .map((part, index) => (index === first ? text : part))
    .filter((part, index) => index <= first || !isFor(part, key))
    .join('&')
}

/** A query without a parameter. */
export function withoutQueryValue(query: string, key: string): string {
  return query
    .split('&')
    .filter((part) => !isFor(part, key))
    .join('&')
}
