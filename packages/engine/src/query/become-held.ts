import type { ClusterSettings } from '../cluster/index.ts'
import type { UserInfo } from '../kube/index.ts'
import { EVERYTHING, type Held, isSuperuser, type Rights } from '../rights/index.ts'

/** A namespace as grants have it: absent where a rule holds in the whole cluster. */
export function scopeOf({ namespace }: Pick<Held, 'namespace'>): { readonly namespace?: string } {
  return namespace === '' ? {} : { namespace }
}

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
