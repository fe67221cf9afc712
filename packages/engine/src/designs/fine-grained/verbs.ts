import type { ChangedField, FieldPermission } from '../../changes/index.ts'
import type { Assumptions } from '../design.ts'

/** The verb that a user without the ordinary verb must hold before any field is checked. */
export const GRANULAR = 'granular'

/** A changed field, and the verbs that cover it, from general to specific. */
export interface FieldVerbs {
  readonly path: string
  readonly verbs: readonly string[]
  /** The permission that each verb means, in the same order. */
  readonly permissions: readonly FieldPermission[]
}

/** The inputs that turn permissions into verbs: the design's assumptions and the API group. */
export interface VerbInputs {
  readonly assumptions: Assumptions
  /** The API group of the resource: the domain that its author owns. */
  readonly apiGroup: string
}

/** The verbs of every changed field: a user without the ordinary verb needs them. */
export function allVerbs(fields: readonly ChangedField[], reading: VerbInputs): readonly FieldVerbs[] {
  return fields.map((field) => {
    const excludedFrom = generalStops(field, reading)
    return { path: field.path, ...verbsOf(field.permissions.slice(Math.max(excludedFrom, 0)), reading) }
  })
}

/** The verbs of the changed fields that the ordinary verb does not cover. */
export function excludedVerbs(fields: readonly ChangedField[], reading: VerbInputs): readonly FieldVerbs[] {
  if (reading.assumptions.feature === 'off') return []
  return allVerbs(
    fields.filter(({ permissions }) => permissions.some((permission) => isExcluded(permission, reading))),
    reading,
  )
}

/**
 * The index of a field's first verb: that of its exclusion, in the reading in which no general verb covers an excluded
 * field.
 */
function generalStops({ permissions }: ChangedField, reading: VerbInputs): number {
  if (reading.assumptions['excluded-general'] !== 'own') return 0
  return permissions.findIndex((permission) => isExcluded(permission, reading))
}

function isExcluded({ excluded }: FieldPermission, { assumptions }: VerbInputs): boolean {
  if (excluded === 'other-values') return assumptions['excluded-values'] === 'field'
  return excluded !== 'never'
}

function verbsOf(permissions: readonly FieldPermission[], reading: VerbInputs): Omit<FieldVerbs, 'path'> {
  const verbs = new Map<string, FieldPermission>()
  for (const permission of permissions) {
    const name = nameOf(permission, reading)
    const parameter = parameterOf(permission, reading)
    if (name === undefined || parameter === undefined) continue
    const verb = `${GRANULAR}:${name}${parameter}`
    // An embedded type repeats the verbs of the type around it.
    if (!verbs.has(verb)) verbs.set(verb, permission)
  }
  return { verbs: [...verbs.keys()], permissions: [...verbs.values()] }
}

function nameOf({ name, custom }: FieldPermission, { assumptions, apiGroup }: VerbInputs): string | undefined {
  if (name === 'metadata') return assumptions['metadata-name']
  if (name === 'ownerReferences' && assumptions['owner-references'] === 'metadata') return undefined
  if (!custom) return name
  switch (assumptions.registry) {
    case 'ext':
      return /^ext(?![a-z])/.test(name) ? name : `ext${name.charAt(0).toUpperCase()}${name.slice(1)}`
    case 'domain':
      return `${apiGroup}/${name}`
    default:
      return name
  }
}

/**
 * The parameter in brackets, or an empty text where there is none. Undefined where its expression fails: then there is no
 * verb.
 */
function parameterOf({ name, parameter }: FieldPermission, { assumptions }: VerbInputs): string | undefined {
  if (parameter === undefined) return ''
  const { processed } = parameter
  if (processed !== undefined && assumptions['parameter-language'] === 'cel') {
    return 'text' in processed ? `(${processed.text})` : undefined
  }
  const treatment =
    (name === 'finalizer' || name === 'condition' ? assumptions[name] : undefined) ?? parameter.treatment
  const value = treatment === 'slash-delimited-prefix' ? (parameter.value.split('/', 1)[0] ?? '') : parameter.value
  return `(${value})`
}
