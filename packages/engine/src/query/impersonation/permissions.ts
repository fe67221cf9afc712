import type { ClusterSettings } from '../../cluster/index.ts'
import type { Evidence, UserInfo } from '../../kube/index.ts'
import {
  type Action,
  EVERYTHING,
  type Held,
  isSuperuser,
  type Names,
  type Rights,
  ruleAllowsAction,
} from '../../rights/index.ts'

/**
 * The rules that a user has in a cluster, in the order in which the authorizers look: that of `system:masters`, those of
 * ClusterRoleBindings, those of RoleBindings. Without RBAC, only the first counts.
 */
export function heldIn(
  { authorizationModes }: Pick<ClusterSettings, 'authorizationModes'>,
  rights: Rights,
  user: UserInfo,
): readonly Held[] {
  const everything = isSuperuser(user) ? [EVERYTHING] : []
  return authorizationModes.includes('RBAC') ? [...everything, ...rights.heldBy(user).rules] : everything
}

/** The objects on which a user may do something. */
export interface Permission {
  readonly names: Names
  /** The namespace. Absent where it is allowed in every namespace, and for resources of the whole cluster. */
  readonly namespace?: string
  readonly held: readonly Held[]
}

/** Lists the permissions of a user for an action: a request, or a check that the API server makes while it serves one. */
export type Permissions = (action: Action) => readonly Permission[]

/** The permissions that rules give. Each action is looked up once. */
export function permissionsOf(held: readonly Held[]): Permissions {
  const known = new Map<string, readonly Permission[]>()
  return (action) => {
    const key = `${action.verb} ${action.apiGroup} ${action.resource}`
    const found = known.get(key) ?? distinctScopes(held.flatMap((one) => permissionBy(one, action)))
    known.set(key, found)
    return found
  }
}

function permissionBy(held: Held, action: Action): readonly Permission[] {
  const { rule } = held
  if (!ruleAllowsAction(rule, action)) return []
  const names: Names = rule.resourceNames.length === 0 ? 'any' : rule.resourceNames
  return [{ names, ...scopeOf(held), held: [held] }]
}

/** Permissions without those that another gives as well: of the same names and namespace, or beside one for everything. */
export function distinctScopes(permissions: readonly Permission[]): readonly Permission[] {
  const distinct = new Map<string, Permission>()
  for (const one of permissions) {
    const key = JSON.stringify([one.names, one.namespace])
    if (!distinct.has(key)) distinct.set(key, one)
  }
  const all = [...distinct.values()]
  const everywhere = all.some(({ names, namespace }) => names === 'any' && namespace === undefined)
  return everywhere ? all.filter(({ names, namespace }) => names === 'any' && namespace === undefined) : all
}

/** The objects that two permissions have in common. Each pair of permissions with common objects gives one. */
export function both(some: readonly Permission[], others: readonly Permission[]): readonly Permission[] {
  return pairs(some, others).map(([a, b, common]) => ({ ...common, held: [...new Set([...a.held, ...b.held])] }))
}

/** Permissions as far as others limit them. The rules are their own. */
export function within(some: readonly Permission[], limits: readonly Permission[]): readonly Permission[] {
  return pairs(some, limits).map(([one, _, common]) => ({ ...common, held: one.held }))
}

type Pair = readonly [Permission, Permission, Omit<Permission, 'held'>]

/** Two permissions of different namespaces have nothing in common, and are not compared. */
function pairs(some: readonly Permission[], others: readonly Permission[]): readonly Pair[] {
  const byNamespace = new Map<string | undefined, Permission[]>()
  for (const one of others) {
    const same = byNamespace.get(one.namespace)
    if (same === undefined) byNamespace.set(one.namespace, [one])
    else same.push(one)
  }
  const everywhere = byNamespace.get(undefined) ?? []
  return some.flatMap((a) => {
    const candidates = a.namespace === undefined ? others : [...everywhere, ...(byNamespace.get(a.namespace) ?? [])]
    return candidates.flatMap((b): readonly Pair[] => {
      const common = inCommon(a, b)
      return common === undefined ? [] : [[a, b, common]]
    })
  })
}

function inCommon(a: Permission, b: Permission): Omit<Permission, 'held'> | undefined {
  const names = commonNames(a.names, b.names)
  const scope = commonScope(a, b)
  return names.length === 0 || scope === undefined ? undefined : { names, ...scope }
}

/** The names that two lists have in common. */
function commonNames(a: Names, b: Names): Names {
  if (a === 'any') return b
  return b === 'any' ? a : a.filter((name) => b.includes(name))
}

type Scope = Pick<Permission, 'namespace'>

/** A namespace as grants and permissions have it: absent where a rule holds in the whole cluster. */
export function scopeOf({ namespace }: Scope): Scope {
  return namespace === undefined || namespace === '' ? {} : { namespace }
}

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
  return [...new Set(permissions.flatMap(({ held }) => held))].map((one) => one.evidence())
}
