import type { Policy } from '../manifests/index.ts'
import type { Authorizer } from './authorizer.ts'
import { privilegedGroups } from './privileged-groups.ts'
import { rbac } from './rbac/rbac.ts'
import { union } from './union.ts'

/** A mode of `--authorization-mode`. */
export type AuthorizationMode = 'Node' | 'RBAC'

/** What there is in a cluster to decide with. */
export interface Authorizing {
  readonly policy: Policy
  /** The roles and bindings that kube-apiserver makes itself, where they count. */
  readonly defaultRoles?: Policy
  /** The Node authorizer over the cluster's objects; needed where the modes have `Node`. */
  readonly node?: Authorizer
}

/** Everything that answers checks in one cluster: `system:masters` first, then the configured modes in their order. */
export function authorizerChain(
  { policy, defaultRoles, node }: Authorizing,
  modes: readonly AuthorizationMode[],
): Authorizer {
  return union([
    privilegedGroups,
    ...modes.map((mode) => {
      if (mode === 'RBAC') return rbac(policy, defaultRoles)
      if (node === undefined) throw new Error('the mode Node needs a Node authorizer')
      return node
    }),
  ])
}
