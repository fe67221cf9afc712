import type { Policy } from '../kube/index.ts'
import { extraKeyOf } from '../kube/index.ts'

/** A name that occurs in the text, and its meaning there. */
export interface KnownName {
  readonly name: string
  readonly detail: string
}

/** The most names that are offered. */
const MOST = 300

function distinct(names: Iterable<KnownName>): readonly KnownName[] {
  const byName = new Map<string, KnownName>()
  for (const known of names) {
    if (known.name === '' || byName.has(known.name)) continue
    byName.set(known.name, known)
    if (byName.size >= MOST) break
  }
  return [...byName.values()]
}

/** The roles of a kind that a binding can refer to; Roles only from the namespace of the binding. */
export function roleNames(policy: Policy, kind: string, namespace: string): readonly KnownName[] {
  return distinct(
    policy.roles
      .filter(
        (role) => (kind === '' || role.kind === kind) && (role.kind === 'ClusterRole' || role.namespace === namespace),
      )
      .map(({ name, kind: ofKind, namespace: where }) => ({
        name,
        detail: where === '' ? ofKind : `${ofKind} in ${where}`,
      })),
  )
}

/** Users, groups or service accounts that bindings name as subjects or impersonation rules name as targets. */
export function subjectNames(policy: Policy, kind: string): readonly KnownName[] {
  const named = policy.bindings.flatMap(({ subjects }) =>
    subjects
      .filter((subject) => kind === '' || subject.kind === kind)
      .map(({ name, kind: ofKind, namespace }) => ({
        name,
        detail: namespace === '' ? ofKind : `${ofKind} in ${namespace}`,
      })),
  )
  const resource = { User: 'users', Group: 'groups', ServiceAccount: 'serviceaccounts' }[kind]
  return distinct([...named, ...(resource === undefined ? [] : resourceNames(policy, [resource]))])
}

/** Names that rules for these resources are limited to. */
export function resourceNames(policy: Policy, resources: readonly string[]): readonly KnownName[] {
  const wanted = new Set(resources)
  return distinct(
    policy.roles.flatMap(({ rules }) =>
      rules.flatMap((rule) => {
        const resource = rule.resources.find((one) => wanted.has(one))
        return resource === undefined ? [] : rule.resourceNames.map((name) => ({ name, detail: resource }))
      }),
    ),
  )
}

export function namespaces(policy: Policy): readonly KnownName[] {
  return distinct(
    [
      ...policy.roles.map(({ namespace }) => namespace),
      ...policy.bindings.flatMap(({ namespace, subjects }) => [
        namespace,
        ...subjects.map((subject) => subject.namespace),
      ]),
    ].map((name) => ({ name, detail: 'namespace' })),
  )
}

/** Keys of extra fields that rules name. */
export function extraKeys(policy: Policy): readonly KnownName[] {
  return distinct(
    policy.roles.flatMap(({ rules }) =>
      rules.flatMap(({ resources }) =>
        resources.flatMap((resource) => {
          const key = extraKeyOf(resource)
          return key && key !== '*' ? [{ name: key, detail: 'extra key' }] : []
        }),
      ),
    ),
  )
}

/** API groups that rules name. */
export function groupNames(policy: Policy): readonly KnownName[] {
  return distinct(
    policy.roles.flatMap(({ rules }) =>
      rules.flatMap(({ apiGroups }) => apiGroups.map((name) => ({ name, detail: 'in this text' }))),
    ),
  )
}

/** Resources that rules for these API groups name; of every group where none is given. */
export function ruleResources(policy: Policy, groups: readonly string[]): readonly KnownName[] {
  return distinct(
    policy.roles.flatMap(({ rules }) =>
      rules
        .filter(({ apiGroups }) => groups.length === 0 || apiGroups.some((group) => groups.includes(group)))
        .flatMap(({ resources }) => resources.map((name) => ({ name, detail: 'in this text' }))),
    ),
  )
}

/** Labels of ClusterRoles, by which aggregation picks them. */
export function labelNames(policy: Policy): readonly KnownName[] {
  return distinct(
    policy.roles.flatMap(({ labels }) =>
      [...labels].map(([name, value]) => ({ name, detail: `"${value}" elsewhere` })),
    ),
  )
}
