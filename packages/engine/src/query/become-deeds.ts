import type { Evidence } from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'
import type { Held, Names } from './become-held.ts'

/** A kind of request, or of check that the API server makes while it serves one. */
export interface Deed {
  readonly verb: string
  readonly apiGroup: string
  /** `resource` or `resource/subresource`, as in rules. */
  readonly resource: string
}

/** The objects on which a user may do something. */
export interface Permission {
  readonly names: Names
  /** The namespace. Absent where it is allowed in every namespace, and for resources of the whole cluster. */
  readonly namespace?: string
  readonly held: readonly Held[]
}

/** Lists the permissions of a user for a deed. */
export type Permissions = (deed: Deed) => readonly Permission[]

/** Whether a rule allows a deed on an object of some name. */
export function allowsDeed({ verbs, apiGroups, resources }: RuleParts, { verb, apiGroup, resource }: Deed): boolean {
  return (
    has(verbs, verb) &&
    has(apiGroups, apiGroup) &&
    (has(resources, resource) ||
      (resource.includes('/') && resources.includes(`*${resource.slice(resource.indexOf('/'))}`)))
  )
}

function has(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value)
}

/** The permissions that rules give. Each deed is looked up once. */
export function permissionsOf(held: readonly Held[]): Permissions {
  const known = new Map<string, readonly Permission[]>()
  return (deed) => {
    const key = `${deed.verb} ${deed.apiGroup} ${deed.resource}`
    const found =
      known.get(key) ??
      held.flatMap((one): readonly Permission[] => {
        const { rule, namespace } = one
        if (!allowsDeed(rule, deed)) return []
        const names: Names = rule.resourceNames.length === 0 ? 'any' : rule.resourceNames
        return [{ names, ...(namespace !== undefined && { namespace }), held: [one] }]
      })
    known.set(key, found)
    return found
  }
}

/** The objects that two permissions have in common. Each pair of permissions with common objects gives one. */
export function both(some: readonly Permission[], others: readonly Permission[]): readonly Permission[] {
  return some.flatMap((a) =>
    others.flatMap((b): readonly Permission[] => {
      const names = commonNames(a.names, b.names)
      const scope = commonScope(a, b)
      if (names.length === 0 || scope === undefined) return []
      return [{ names, ...scope, held: [...new Set([...a.held, ...b.held])] }]
    }),
  )
}

/** The names that two lists have in common. */
function commonNames(a: Names, b: Names): Names {
  if (a === 'any') return b
  return b === 'any' ? a : a.filter((name) => b.includes(name))
}

type Scope = Pick<Permission, 'namespace'>

/** The namespaces that two permissions have in common. Undefined where there is none. */
export function commonScope(a: Scope, b: Scope): Scope | undefined {
  if (a.namespace !== undefined && b.namespace !== undefined && a.namespace !== b.namespace) return undefined
  const namespace = a.namespace ?? b.namespace
  return namespace === undefined ? {} : { namespace }
}

/** Permissions for a request that names no object, such as a create. Rules that list names do not allow it. */
export function unnamed(permissions: readonly Permission[]): readonly Permission[] {
  return permissions.flatMap((one) =>
    one.names === 'any' || one.names.includes('') ? [{ ...one, names: 'any' as const }] : [],
  )
}

/** Permissions that hold in the whole cluster. */
export function clusterWide(permissions: readonly Permission[]): readonly Permission[] {
  return permissions.filter(({ namespace }) => namespace === undefined)
}

/** The rules of permissions, each once. */
export function evidenceOfAll(permissions: readonly Permission[]): readonly Evidence[] {
  return [...new Set(permissions.flatMap(({ held }) => held))].map(({ evidence }) => evidence())
}
