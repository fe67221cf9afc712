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
function lengthProblems(text: string, limit: number, unit: 'bytes' | 'characters'): readonly string[] {
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

// The rules for keys and values of labels. Like the rules for names, each returns the API server's own error texts.

const LABEL_KEY = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/

const LABEL_KEY_WORDS =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const LABEL_VALUE_WORDS =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

/** Keys of labels and annotations, and finalizers: a name, perhaps with a domain and `/` before it. */
export function labelKeyProblems(key: string): readonly string[] {
  const parts = key.split('/')
  if (parts.length > 2) {
    return [
      `a valid label key ${LABEL_KEY_WORDS} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) as string
  const prefix = parts.length === 2 ? (parts[0] as string) : undefined
  const problems: string[] = []
  if (prefix === '') problems.push('prefix part must be non-empty')
  else if (prefix !== undefined)
    problems.push(...dnsSubdomainProblems(prefix, 'bytes').map((problem) => `prefix part ${problem}`))
  if (name === '') problems.push('name part must be non-empty')
  else problems.push(...lengthProblems(name, 63, 'bytes').map((problem) => `name part ${problem}`))
  if (!LABEL_KEY.test(name)) problems.push(`name part ${LABEL_KEY_WORDS}`)
  return problems
}

export function labelValueProblems(value: string): readonly string[] {
  return [...lengthProblems(value, 63, 'bytes'), ...(value === '' || LABEL_KEY.test(value) ? [] : [LABEL_VALUE_WORDS])]
}
