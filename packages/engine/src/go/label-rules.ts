import { dnsSubdomainProblems, lengthProblems } from './name-rules.ts'

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
