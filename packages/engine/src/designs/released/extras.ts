import { byteLength, goQuote, isDNSSubdomainOfAnyLength } from '../../go/index.ts'

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const PATH_FORMAT = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const PATH = new RegExp(`^${PATH_FORMAT}$`)

/**
 * The reason why constrained impersonation refuses extras without a check, in the API server's words; undefined when it
 * does not refuse (Go: `validateExtra`, `validation.IsDomainPrefixedPath`). Of several bad keys the API server reports the
 * one that its map yields first; here it is the first in header order.
 */
export function invalidExtra(extra: ReadonlyMap<string, readonly string[]>): string | undefined {
  for (const [key, values] of extra) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed'
    const complaints = domainPrefixedPathComplaints(key)
    if (complaints.length > 0) {
      const distinct = [...new Set(complaints)]
      const joined = distinct.length === 1 ? distinct[0] : `[${distinct.join(', ')}]`
      return `impersonating an invalid key in extra is not allowed: ${joined}`
    }
    if (key !== key.toLowerCase()) return `impersonating a non-lowercase key in extra is not allowed: ${goQuote(key)}`
    if (values.length === 0) return 'impersonating empty values in extra is not allowed'
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed'
  }
  return undefined
}

function domainPrefixedPathComplaints(key: string): readonly string[] {
  const invalid = (value: string, detail: string): string => `extra.key: Invalid value: ${goQuote(value)}: ${detail}`
  const slash = key.indexOf('/')
  if (slash <= 0 || slash === key.length - 1) {
    return [invalid(key, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  }
  const host = key.slice(0, slash)
  const path = key.slice(slash + 1)
  const complaints: string[] = []
  if (byteLength(host) > 253) complaints.push(invalid(host, 'must be no more than 253 characters'))
  if (!isDNSSubdomainOfAnyLength(host)) complaints.push(invalid(host, SUBDOMAIN))
  if (!PATH.test(path)) complaints.push(invalid(path, `Invalid path (regex used for validation is '${PATH_FORMAT}')`))
  return complaints
}
