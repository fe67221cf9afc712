import type { ChangedField, FieldPermission } from '../../changes/index.ts'
import type { Assumptions } from '../design.ts'

/** The verb that whoever has not the ordinary one must hold before any field is looked at. */
export const GRANULAR = 'granular'

/** A changed field, and the verbs that cover it, from general to specific. */
export interface FieldVerbs {
  readonly path: string
  readonly verbs: readonly string[]
  /** What each of them stands for, in the same order. */
  readonly permissions: readonly FieldPermission[]
}

/** How a design's assumptions and the request make verbs of permissions. */
export interface Reading {
  readonly assumptions: Assumptions
  /** Of the resource: the domain that its author answers for. */
  readonly apiGroup: string
}

/** The verbs of every changed field: what somebody without the ordinary verb needs. */
export function allVerbs(fields: readonly ChangedField[], reading: Reading): readonly FieldVerbs[] {
  return fields.map((field) => {
    const excludedFrom = generalStops(field, reading)
    return { path: field.path, ...verbsOf(field.permissions.slice(Math.max(excludedFrom, 0)), reading) }
  })
}

/** The verbs of the changed fields that the ordinary verb leaves out. */
export function excludedVerbs(fields: readonly ChangedField[], reading: Reading): readonly FieldVerbs[] {
  if (reading.assumptions.feature === 'off') return []
  return allVerbs(
    fields.filter(({ permissions }) => permissions.some((permission) => isExcluded(permission, reading))),
    reading,
  )
}

/** Where a field's verbs begin: at its exclusion, in the reading in which no general verb reaches it. */
function generalStops({ permissions }: ChangedField, reading: Reading): number {
  if (reading.assumptions['excluded-general'] !== 'own') return 0
  return permissions.findIndex((permission) => isExcluded(permission, reading))
}

function isExcluded({ excluded }: FieldPermission, { assumptions }: Reading): boolean {
  if (excluded === 'other-values') return assumptions['excluded-values'] === 'field'
  return excluded !== 'never'
}

function verbsOf(permissions: readonly FieldPermission[], reading: Reading): Omit<FieldVerbs, 'path'> {
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

function nameOf({ name, custom }: FieldPermission, { assumptions, apiGroup }: Reading): string | undefined {
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

/** In brackets, or empty where there is none; undefined where the expression that makes it fails: there is no verb then. */
function parameterOf({ name, parameter }: FieldPermission, { assumptions }: Reading): string | undefined {
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
