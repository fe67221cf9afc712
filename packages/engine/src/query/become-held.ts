import { type BoundRoles, evidenceOf, rulesHeldBy } from '../authorizers/index.ts'
import {
  ALL_AUTHENTICATED,
  ALL_SERVICE_ACCOUNTS,
  ALL_UNAUTHENTICATED,
  type Evidence,
  missingGroups,
  NODES_GROUP,
  nodeOf,
  type Subject,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'

/** A subject as bindings name it. `namespace` is set for service accounts, and empty for users and groups. */
export type SubjectName = Pick<Subject, 'kind' | 'name' | 'namespace'>

/** A rule that a user has, with the binding that grants it. */
export interface Held {
  readonly rule: RuleParts
  /** The namespace of the RoleBinding. Absent where the rule holds in the whole cluster. */
  readonly namespace?: string
  readonly evidence: () => Evidence
}

/** The names that a rule allows; `any` where it lists none. */
export type Names = 'any' | readonly string[]

/** Every request: the permission of `system:masters`, which is given before any configured authorizer is asked. */
export const EVERYTHING: Held = {
  rule: { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: ['*'] },
  evidence: () => ({ authorizer: 'system:masters' }),
}

/**
 * The rules that a user has, in the order in which the authorizers look: that of `system:masters`, those of
 * ClusterRoleBindings, those of RoleBindings.
 */
export function heldBy(bound: BoundRoles, user: UserInfo): readonly Held[] {
  const rules = rulesHeldBy(user, bound).map(
    ({ rule, namespace, grant, inForce }): Held => ({
      rule,
      ...(namespace !== undefined && { namespace }),
      evidence: () => evidenceOf(grant, inForce, bound),
    }),
  )
  return isMaster(user) ? [EVERYTHING, ...rules] : rules
}

/** Whether the API server allows a user everything before it asks an authorizer. */
export function isMaster({ groups }: UserInfo): boolean {
  return groups.includes(SYSTEM_PRIVILEGED_GROUP)
}

/**
 * The user of a subject, with the groups that its name implies: those of a service account’s token, `system:nodes` for the
 * name of a node, `system:authenticated`. Other groups come from authentication, which no policy describes. A member of a
 * group has no name, and is in the groups that go with it.
 */
export function userOf({ kind, name, namespace }: SubjectName): UserInfo {
  if (kind === 'Group') return userInfo({ username: '', groups: groupsWith(name) })
  const username = kind === 'User' ? name : serviceAccountUsername({ namespace, name })
  const groups = nodeOf(username) === undefined ? [] : [NODES_GROUP]
  return userInfo({ username, groups: [...groups, ...missingGroups({ username, groups })] })
}

/** The groups of a member of a group. A namespace’s service accounts are service accounts, for example. */
function groupsWith(group: string): readonly string[] {
  if (group === ALL_UNAUTHENTICATED) return [group]
  const accounts = group.startsWith(`${ALL_SERVICE_ACCOUNTS}:`) ? [ALL_SERVICE_ACCOUNTS] : []
  return [...new Set([group, ...accounts, ALL_AUTHENTICATED])]
}
