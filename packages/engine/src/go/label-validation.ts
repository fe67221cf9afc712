import { byteLength } from './bytes.ts'

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const MAX_NAME = 63
const MAX_PREFIX = 253

const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const PREFIX_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

/** What the API server has against a label key, in its words; empty when nothing (Go: `content.IsLabelKey`). */
export function labelKeyProblems(key: string): readonly string[] {
  const parts = key.split('/')
  const name = parts.at(-1) ?? ''
  if (parts.length > 2) {
    return [`a valid label key ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]
  }
  return [...(parts.length === 2 ? prefixProblems(parts[0] ?? '') : []), ...nameProblems(name)]
}

function prefixProblems(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  return [
    ...(byteLength(prefix) > MAX_PREFIX ? [`prefix part must be no more than ${MAX_PREFIX} bytes`] : []),
    // Label by label: one expression for the whole name would take quadratic time on hostile input.
    ...(prefix.split('.').every((label) => DNS_LABEL.test(label)) ? [] : [`prefix part ${PREFIX_RULE}`]),
  ]
}

function nameProblems(name: string): readonly string[] {
  return [
    ...(name === '' ? ['name part must be non-empty'] : tooLong('name part ', name)),
    ...(NAME.test(name) ? [] : [`name part ${NAME_RULE}`]),
  ]
}

/** What the API server has against a label value, in its words; empty when nothing (Go: `content.IsLabelValue`). */
export function labelValueProblems(value: string): readonly string[] {
  return [...tooLong('', value), ...(value === '' || NAME.test(value) ? [] : [VALUE_RULE])]
}

function tooLong(prefix: string, text: string): readonly string[] {
  return byteLength(text) > MAX_NAME ? [`${prefix}must be no more than ${MAX_NAME} bytes`] : []
}
