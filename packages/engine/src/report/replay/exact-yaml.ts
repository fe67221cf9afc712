/** What a document is made of: no numbers and no nulls, which the documents of a replay have no use for. */
export type Plain = string | boolean | readonly Plain[] | { readonly [key: string]: Plain }

/**
 * YAML that every reader takes for the same values, whatever the texts in it: strings are quoted as JSON quotes them, with
 * all that YAML keeps out of its text by number. No line of it stands without a key or a hyphen, so none can end a
 * here-document. Texts with halves of surrogate pairs have no such form; see {@link isSayable}.
 */
export function exactYAML(value: { readonly [key: string]: Plain }): string {
  return `${block(value, '').join('\n')}\n`
}

/** Whether all texts in a value can be written in UTF-8 and carried by a shell: no lone surrogates, no NUL. */
export function isSayable(value: Plain): boolean {
  if (typeof value === 'string') return !/\0|\p{Surrogate}/u.test(value)
  return typeof value !== 'object' || Object.entries(value).flat().every(isSayable)
}

function block(value: { readonly [key: string]: Plain }, indent: string): readonly string[] {
  return Object.entries(value).flatMap(([key, field]) => {
    const name = PLAIN_KEY.test(key) ? key : quotedString(key)
    if (isList(field)) {
      if (field.every((one) => typeof one === 'string')) return [`${indent}${name}: [${field.map(scalar).join(', ')}]`]
      return [`${indent}${name}:`, ...field.flatMap((one) => item(one, indent))]
    }
    if (typeof field !== 'object') return [`${indent}${name}: ${scalar(field)}`]
    const inside = block(field, `${indent}  `)
    return inside.length === 0 ? [`${indent}${name}: {}`] : [`${indent}${name}:`, ...inside]
  })
}

function item(value: Plain, indent: string): readonly string[] {
  if (typeof value !== 'object' || isList(value))
    return [`${indent}- ${isList(value) ? `[${value.map(scalar).join(', ')}]` : scalar(value)}`]
  const [first = '{}', ...rest] = block(value, `${indent}  `)
  return [`${indent}- ${first.trimStart()}`, ...rest]
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value)
}

/** Names of fields and our label's. None of them means anything else in YAML 1.1, whose words for booleans are shorter or excluded. */
const PLAIN_KEY = /^(?!(?:true|false|null|yes|off|nan)$)[a-z][A-Za-z]{2,}(?:[-/][a-z]+)*$/
/** Words that are strings in every version of YAML; what is shorter may be `y` or `on`. */
const PLAIN_STRING = /^(?!(?:true|false|null|yes|off|nan)$)[A-Za-z]{3,}(?:[-./][a-z0-9]+)*$/i

function scalar(value: Plain): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return PLAIN_STRING.test(value) ? value : quotedString(value)
}

function quotedString(text: string): string {
  // Control characters and line separators are no text to YAML, and the byte order mark is only at its beginning.
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
