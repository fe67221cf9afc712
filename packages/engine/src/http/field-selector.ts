import { compareBytes, wellFormed } from '../go/index.ts'
import type { FieldRequirement } from '../kube/index.ts'
import type { ParsedSelector } from './selector.ts'

/**
 * Reads a field selector, `spec.nodeName=n1,status.phase!=Running` (Go: `fields.ParseSelector`). Terms are sorted as
 * upstream sorts them, `==` becomes `=`, and `\\`, `\,` and `\=` in values are escapes.
 */
export function parseFieldSelector(selector: string): ParsedSelector<FieldRequirement> {
  const requirements: FieldRequirement[] = []
  for (const term of splitTerms(selector).sort(compareBytes)) {
    if (term === '') continue
    const operator = OPERATOR.exec(term)
    if (operator === null) {
      return { ok: false, message: `invalid selector: '${selector}'; can't understand '${term}'` }
    }
    const field = term.slice(0, operator.index)
    const value = unescapeValue(term.slice(operator.index + operator[0].length))
    if (!value.ok) return value
    // A term without key and value, such as "=", restricts nothing.
    if (field === '' && value.text === '') continue
    requirements.push({ field, operator: operator[0] === '!=' ? '!=' : '=', value: value.text })
  }
  return { ok: true, requirements }
}

const OPERATOR = /!=|==?/

/** Terms between unescaped commas; backslashes stay. */
function splitTerms(selector: string): string[] {
  const terms: string[] = []
  let start = 0
  for (let i = 0; i < selector.length; i++) {
    if (selector[i] === '\\') i++
    else if (selector[i] === ',') {
      terms.push(selector.slice(start, i))
      start = i + 1
    }
  }
  terms.push(selector.slice(start))
  return terms
}

const SPECIAL = /[\\,=]/

type Unescaped = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

function unescapeValue(value: string): Unescaped {
  if (!SPECIAL.test(value)) return { ok: true, text: value }
  const characters = [...wellFormed(value)]
  let text = ''
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string
    if (character === '\\') {
      i++
      const escaped = characters[i] ?? ''
      if (escaped === '' || !SPECIAL.test(escaped)) {
        return { ok: false, message: `invalid field selector: invalid escape sequence: \\${escaped}` }
      }
      text += escaped
    } else if (SPECIAL.test(character)) {
      return {
        ok: false,
        message: `invalid field selector: unescaped character in value: ${character.codePointAt(0)}`,
      }
    } else text += character
  }
  return { ok: true, text }
}

/** A requirement as audit events and vectors print it: `spec.nodeName = node1`. */
export function printFieldRequirement({ field, operator, value }: FieldRequirement): string {
  return `${field} ${operator} ${value}`
}
