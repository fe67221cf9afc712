import type { Policy } from '../manifests/index.ts'
import type { Authorizer } from './authorizer.ts'
import { nodeNotPlayed } from './node-not-played.ts'
import { privilegedGroups } from './privileged-groups.ts'
import { rbac } from './rbac/rbac.ts'
import { union } from './union.ts'

/** A mode of `--authorization-mode`. */
export type AuthorizationMode = 'Node' | 'RBAC'

/** What there is in a cluster beside the policy. */
export interface BesidePolicy {
  /** The roles and bindings that kube-apiserver makes itself, where they count. */
  readonly defaultRoles?: Policy
  /** The Node authorizer over the cluster's objects. Without one its place says that nobody can tell. */
  readonly node?: Authorizer
}

/** Everything that answers checks in one cluster: `system:masters` first, then the configured modes in their order. */
export function authorizerChain(
  policy: Policy,
  modes: readonly AuthorizationMode[],
  { defaultRoles, node = nodeNotPlayed }: BesidePolicy = {},
): Authorizer {
  return union([privilegedGroups, ...modes.map((mode) => (mode === 'Node' ? node : rbac(policy, defaultRoles)))])
}
