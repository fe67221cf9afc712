import { type BoundRoles, evidenceOf, rulesHeldBy } from '../authorizers/index.ts'
import type { ClusterSettings } from '../decide/index.ts'
import { type Evidence, SYSTEM_PRIVILEGED_GROUP, type UserInfo } from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'

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
 * The rules that a user has in a cluster, in the order in which the authorizers look: that of `system:masters`, those of
 * ClusterRoleBindings, those of RoleBindings. Without RBAC, only the first counts.
 */
export function heldIn(
  { authorizationModes }: Pick<ClusterSettings, 'authorizationModes'>,
  bound: BoundRoles,
  user: UserInfo,
): readonly Held[] {
  const everything = isMaster(user) ? [EVERYTHING] : []
  if (!authorizationModes.includes('RBAC')) return everything
  const rules = rulesHeldBy(user, bound).map(
    ({ rule, namespace, grant, inForce }): Held => ({
      rule,
      ...(namespace !== undefined && { namespace }),
      evidence: () => evidenceOf(grant, inForce, bound),
    }),
  )
  return [...everything, ...rules]
}

/** Whether the API server allows a user everything before it asks an authorizer. */
export function isMaster({ groups }: UserInfo): boolean {
  return groups.includes(SYSTEM_PRIVILEGED_GROUP)
}
