import { byteLength } from './bytes.ts'

// The rules for names. Each returns the API server's own error texts (Go:
// `k8s.io/apimachinery/pkg/api/validate/content`), and an empty list for a valid name.

const DNS_LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/

const DNS_LABEL_WORDS =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const DNS_SUBDOMAIN_WORDS =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

/** RFC 1123 label: at most 63 of `a-z`, `0-9`, `-`, with an alphanumeric at both ends. Namespaces are named so. */
export function isDNSLabel(name: string): boolean {
  return name.length <= 63 && DNS_LABEL.test(name)
}

/** RFC 1123 subdomain: labels joined by dots, at most 253 characters. Nodes and service accounts are named so. */
export function isDNSSubdomain(name: string): boolean {
  return name.length <= 253 && isDNSSubdomainOfAnyLength(name)
}

/** As {@link isDNSSubdomain}, without the length, which the API server reports separately. */
export function isDNSSubdomainOfAnyLength(name: string): boolean {
  // Label by label: one expression for the whole name would take quadratic time on hostile input.
  return name.split('.').every((label) => DNS_LABEL.test(label))
}

/** The API server has two wordings for the same limit, which counts bytes in both. */
export function lengthProblems(text: string, limit: number, unit: 'bytes' | 'characters'): readonly string[] {
  return byteLength(text) > limit ? [`must be no more than ${limit} ${unit}`] : []
}

/** Names of roles and bindings: anything that a URL path can contain unescaped. */
export function pathSegmentProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%'].filter((character) => name.includes(character)).map((character) => `may not contain '${character}'`)
}

/** Names of namespaces. */
export function dnsLabelProblems(name: string): readonly string[] {
  const length = lengthProblems(name, 63, 'characters')
  if (DNS_LABEL.test(name)) return length
  return [...length, isDNSSubdomainOfAnyLength(name) ? 'must not contain dots' : DNS_LABEL_WORDS]
}

/** Names of service accounts. */
export function dnsSubdomainProblems(name: string, unit: 'bytes' | 'characters' = 'characters'): readonly string[] {
  return [...lengthProblems(name, 253, unit), ...(isDNSSubdomainOfAnyLength(name) ? [] : [DNS_SUBDOMAIN_WORDS])]
}
