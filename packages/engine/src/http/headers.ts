import { loneSurrogateAt } from '../go/index.ts'
import type { HTTPRequest } from './request.ts'

/** The impersonation headers, in Go's canonical form (Go: `k8s.io/api/authentication/v1`). */
export const IMPERSONATE_USER = 'Impersonate-User'
export const IMPERSONATE_UID = 'Impersonate-Uid'
export const IMPERSONATE_GROUP = 'Impersonate-Group'
/** Followed by the key of the extra. */
export const IMPERSONATE_EXTRA_PREFIX = 'Impersonate-Extra-'

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** Whether a text is an HTTP token (RFC 9110 section 5.6.2): the syntax of methods and header names. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/**
 * A header name as Go's net/http keeps it: a capital at the start and after each hyphen, the rest in lower case. A name
 * that is not a token stays as it is (Go: `textproto.CanonicalMIMEHeaderKey`).
 */
export function canonicalHeaderName(name: string): string {
  if (!NOT_CANONICAL.test(name) || !isToken(name)) return name
  return name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase())
}

/** Tested first, because requests with thousands of groups write them in canonical form. */
const NOT_CANONICAL = /(?:^|-)[a-z]|[^-][A-Z]/

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/

/** Whether a header can carry a value as it is (Go: `httpguts.ValidHeaderFieldValue`, and no lone surrogates). */
export function isSendableValue(value: string): boolean {
  return !CONTROL.test(value) && loneSurrogateAt(value) === -1
}

/** A header's value without the blanks around it, which HTTP/1 does not carry. */
export function trimmedValue(value: string): string {
  let start = 0
  let end = value.length
  while (value[start] === ' ' || value[start] === '\t') start++
  while (end > start && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--
  return value.slice(start, end)
}

/** The value of Content-Type as the API server reads it: of several headers the first; empty without one. */
export function contentTypeOf({ headers }: Pick<HTTPRequest, 'headers'>): string {
  return headers.find(({ name }) => canonicalHeaderName(name) === 'Content-Type')?.value ?? ''
}

/** The media type of a body without its parameters, in lower case (Go: `mime.ParseMediaType`); empty without a header. */
export function mediaTypeOf(request: Pick<HTTPRequest, 'headers'>): string {
  return (contentTypeOf(request).split(';')[0] ?? '').trim().toLowerCase()
}
