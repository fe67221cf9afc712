import type { ClusterSettings } from '../cluster/index.ts'
import type { Evidence, Rule, UserInfo } from '../kube/index.ts'
import { EVERYTHING as EVERY_REQUEST, isSuperuser, type Rights } from '../rights/index.ts'

/** A rule that a user has, with the binding that grants it. */
export interface Held {
  readonly rule: Rule
  /** The namespace of the RoleBinding. Absent where the rule holds in the whole cluster. */
  readonly namespace?: string
  readonly evidence: () => Evidence
}

/** The names that a rule allows; `any` where it lists none. */
export type Names = 'any' | readonly string[]

/** Every request: the permission of `system:masters`, which is given before any configured authorizer is asked. */
export const EVERYTHING: Held = { rule: EVERY_REQUEST.rule, evidence: EVERY_REQUEST.evidence }

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
  if (!authorizationModes.includes('RBAC')) return everything
  const held = rights.heldBy(user).rules.map(
    (one): Held => ({
      rule: one.rule,
      ...(one.namespace !== '' && { namespace: one.namespace }),
      evidence: () => one.evidence(),
    }),
  )
  return [...everything, ...held]
}
