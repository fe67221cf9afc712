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
