import type { Policy } from '../manifests/index.ts'
import type { Authorizer } from './authorizer.ts'
import { nodeNotPlayed } from './node-not-played.ts'
import { privilegedGroups } from './privileged-groups.ts'
import { rbac } from './rbac/rbac.ts'
import { union } from './union.ts'

/** A mode of `--authorization-mode`. */
export type AuthorizationMode = 'Node' | 'RBAC'

/**
 * Everything that answers checks in one cluster: `system:masters` first, then the configured modes in their order.
 * `defaultRoles` are the roles and bindings that kube-apiserver makes itself, where they count.
 */
export function authorizerChain(
  policy: Policy,
  modes: readonly AuthorizationMode[],
  defaultRoles?: Policy,
): Authorizer {
  return union([
    privilegedGroups,
    ...modes.map((mode) => (mode === 'Node' ? nodeNotPlayed : rbac(policy, defaultRoles))),
  ])
}
