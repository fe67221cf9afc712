import type { Binding, Role, Subject, UserInfo } from '../../kube/index.ts'
import { serviceAccountUsername } from '../../kube/index.ts'
import type { Policy } from '../../policy/index.ts'
import type { LineIndex, SourceRange } from '../../text/index.ts'
import { aggregate, type EffectiveRule } from './aggregation.ts'

/** A binding that applies to a user, with the first of its subjects that matches. */
export interface BindingMatch {
  readonly binding: Binding
  readonly subject: Subject
  /** Position of the binding in the order of the documents. */
  readonly order: number
  /** Position of the subject in the binding. */
  readonly subjectIndex: number
}

/** Bindings by their subjects: by username (also of service accounts) and by group. */
interface BindingsBySubject {
  readonly users: Map<string, BindingMatch[]>
  readonly groups: Map<string, BindingMatch[]>
}

/** A policy's roles and bindings, indexed by user. */
export interface BoundRoles {
  /** All roles that count, in the order of the documents; default roles follow those of the policy. */
  readonly roles: readonly Role[]
  /** All bindings that count, in the same order, which is that of {@link BindingMatch}. */
  readonly bindings: readonly Binding[]
  /** The ClusterRoleBindings that apply to a user, in the order of the documents. */
  readonly clusterWide: (user: UserInfo) => readonly BindingMatch[]
  /** The RoleBindings of a namespace that apply to a user. */
  readonly within: (namespace: string, user: UserInfo) => readonly BindingMatch[]
  /** Every namespace that has RoleBindings. */
  readonly namespaces: readonly string[]
  /** The rules of a role, after aggregation. May throw `BeyondLimit`, as `aggregate` does. */
  readonly rulesIn: (role: Role) => readonly EffectiveRule[]
  /** The rules that a binding grants; undefined if its role does not exist. May throw `BeyondLimit`, as `aggregate` does. */
  readonly rulesOf: (binding: Binding) => readonly EffectiveRule[] | undefined
  /** The lines of the text that contains an object: the policy, or the default roles. */
  readonly linesOf: (object: Role | Binding) => LineIndex
}

/** The last index of each text: who decides, explains and asks around shares it. */
const known = new WeakMap<
  LineIndex,
  Pick<Policy, 'roles' | 'bindings'> & { readonly defaults?: Policy | undefined; readonly bound: BoundRoles }
>()

/**
 * Indexes the roles and bindings of a policy once. Default roles and bindings follow those of the policy; objects of the
 * policy replace default ones of the same name.
 */
export function boundRoles(policy: Policy, defaults?: Policy): BoundRoles {
  const { lines, roles, bindings } = policy
  const last = known.get(lines)
  if (last?.roles === roles && last.bindings === bindings && last.defaults === defaults) return last.bound
  const bound = indexed(policy, defaults)
  known.set(lines, { roles, bindings, defaults, bound })
  return bound
}

function indexed(policy: Policy, defaults?: Policy): BoundRoles {
  const policies = defaults === undefined ? [policy] : [policy, withoutReplaced(defaults, policy)]
  const linesOf = new Map(
    policies.flatMap(({ roles, bindings, lines }) => [...roles, ...bindings].map((one) => [one, lines])),
  )
  const clusterRoles = new Map<string, Role>()
  const roles = new Map<string, readonly EffectiveRule[]>()
  // Of several roles with one name, the last one counts.
  const inForce = [...new Map(policies.flatMap((one) => one.roles).map((role) => [objectKey(role), role])).values()]
  for (const role of inForce) {
    if (role.kind === 'ClusterRole') clusterRoles.set(role.name, role)
    else
      roles.set(
        objectKey(role),
        role.rules.map((rule, index) => ({ rule, role, index })),
      )
  }
  const clusterRules = aggregate(clusterRoles, (role) => linesOf.get(role)?.range(role.span) as SourceRange)

  const clusterWide: BindingsBySubject = { users: new Map(), groups: new Map() }
  const byNamespace = new Map<string, BindingsBySubject>()
  const bindings = policies.flatMap((one) => one.bindings)
  bindings.forEach((binding, order) => {
    let grants = clusterWide
    if (binding.kind === 'RoleBinding') {
      grants = byNamespace.get(binding.namespace) ?? { users: new Map(), groups: new Map() }
      byNamespace.set(binding.namespace, grants)
    }
    addGrants(grants, binding, order)
  })

  const rulesIn = (role: Role): readonly EffectiveRule[] =>
    (role.kind === 'ClusterRole' ? clusterRules.get(role.name) : roles.get(objectKey(role))) ?? []
  const rulesOf = (binding: Binding): readonly EffectiveRule[] | undefined =>
    binding.roleRef.kind === 'ClusterRole'
      ? clusterRules.get(binding.roleRef.name)
      : roles.get(objectKey({ kind: 'Role', namespace: binding.namespace, name: binding.roleRef.name }))

  return {
    roles: inForce,
    bindings,
    clusterWide: (user) => grantsFor(clusterWide, user),
    within: (namespace, user) => {
      const grants = byNamespace.get(namespace)
      return grants === undefined ? [] : grantsFor(grants, user)
    },
    namespaces: [...byNamespace.keys()],
    rulesIn,
    rulesOf,
    linesOf: (object) => linesOf.get(object) as LineIndex,
  }
}

type Named = Pick<Role | Binding, 'kind' | 'namespace' | 'name'>

function objectKey({ kind, namespace, name }: Named): string {
  return `${kind}/${namespace}/${name}`
}

function withoutReplaced(defaults: Policy, policy: Policy): Policy {
  const replaced = new Set([...policy.roles, ...policy.bindings].map(objectKey))
  const stays = (one: Named): boolean => !replaced.has(objectKey(one))
  return { ...defaults, roles: defaults.roles.filter(stays), bindings: defaults.bindings.filter(stays) }
}

/** Whom a subject names: everybody with a username, or in a group. */
export type Principal =
  | { readonly username: string; readonly group?: undefined }
  | { readonly group: string; readonly username?: undefined }

/**
 * Whom a subject of a binding names. A service account without namespace is of the binding's namespace; a ClusterRoleBinding
 * has none, so there the subject names nobody.
 */
export function principalOf({ kind, name, namespace }: Subject, binding: Binding): Principal | undefined {
  if (kind === 'Group') return { group: name }
  if (kind === 'User') return { username: name }
  const of = namespace === '' ? binding.namespace : namespace
  return of === '' ? undefined : { username: serviceAccountUsername({ namespace: of, name }) }
}

function addGrants(grants: BindingsBySubject, binding: Binding, order: number): void {
  binding.subjects.forEach((subject, subjectIndex) => {
    const grant: BindingMatch = { binding, subject, order, subjectIndex }
    const principal = principalOf(subject, binding)
    if (principal?.group !== undefined) push(grants.groups, principal.group, grant)
    else if (principal !== undefined) push(grants.users, principal.username, grant)
  })
}

function push(map: Map<string, BindingMatch[]>, key: string, grant: BindingMatch): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [grant])
  else list.push(grant)
}

/** The bindings of one scope that apply to a user, in document order, each with its first subject that matches. */
function grantsFor(grants: BindingsBySubject, user: UserInfo): readonly BindingMatch[] {
  const found: BindingMatch[] = [...(grants.users.get(user.username) ?? [])]
  for (const group of new Set(user.groups)) found.push(...(grants.groups.get(group) ?? []))
  if (found.length < 2) return found
  found.sort((a, b) => a.order - b.order || a.subjectIndex - b.subjectIndex)
  return found.filter((grant, i) => i === 0 || grant.order !== (found[i - 1] as BindingMatch).order)
}
