// Templates: texts with variables, `impersonate-on:<mode>:<verb>`. `<<` is a `<`. A value is never read again.

/** The variables of reviews. */
export const REVIEW_VARIABLES = [
  'verb',
  'group',
  'version',
  'resource',
  'subresource',
  'namespace',
  'name',
  'path',
  'user',
  'node',
  'account',
  'account.namespace',
  'uid',
  'kind',
  'called',
  'mode',
] as const

/** The variables of clauses, which can say besides what was asked. */
export const CLAUSE_VARIABLES = [...REVIEW_VARIABLES, 'asked.verb', 'asked.group', 'requestor'] as const

export type Variable = (typeof CLAUSE_VARIABLES)[number]

/** The values of variables. A variable without one makes what contains it unsayable. */
export type Values = (variable: Variable) => string | undefined

const PLACE = /<<|<([^<>]*)>/g

/** The variables that a template names, known or not, each with its place in the text. */
export function variablesIn(template: string): readonly { readonly name: string; readonly start: number }[] {
  return [...template.matchAll(PLACE)].flatMap((found) =>
    found[1] === undefined ? [] : [{ name: found[1], start: found.index }],
  )
}

/** Whether a template has a `<` that begins no variable and is not doubled. */
export function hasOpenVariable(template: string): boolean {
  return template.replace(PLACE, '').includes('<')
}

/** The template with its values; the name of the first variable without one, where there is one. */
export function filled(template: string, values: Values): { readonly text: string } | { readonly without: Variable } {
  let without: Variable | undefined
  const text = template.replace(PLACE, (_, name?: Variable) => {
    if (name === undefined) return '<'
    const value = values(name)
    if (value === undefined) without ??= name
    return value ?? ''
  })
  return without === undefined ? { text } : { without }
}

/**
 * The pattern of all texts that a template can become: a verb of a request is one segment, any other variable any text.
 */
export function patternOf(template: string): RegExp {
  const parts: string[] = []
  let end = 0
  for (const found of template.matchAll(PLACE)) {
    parts.push(escaped(template.slice(end, found.index)))
    parts.push(found[1] === undefined ? '<' : found[1] === 'verb' ? '[^:]+' : '.+')
    end = found.index + found[0].length
  }
  parts.push(escaped(template.slice(end)))
  return new RegExp(`^${parts.join('')}$`)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
