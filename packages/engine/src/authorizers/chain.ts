import type { Policy } from '../manifests/index.ts'
import type { Authorizer, ConditionalAuthorizer } from './authorizer.ts'
import { privilegedGroups } from './privileged-groups.ts'
import { rbac } from './rbac/rbac.ts'
import { union } from './union.ts'

/** Modes of `--authorization-mode`, and `AccessRules`, which no server has. */
export const AUTHORIZATION_MODES = ['Node', 'RBAC', 'AccessRules', 'Webhook'] as const
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

/** What there is in a cluster to decide with. */
export interface Authorizing {
  readonly policy: Policy
  /** The roles and bindings that kube-apiserver makes itself, where they count. */
  readonly defaultRoles?: Policy
  /** The Node authorizer over the cluster's objects; needed where the modes have `Node`. */
  readonly node?: Authorizer
  /** Needed where the modes have `AccessRules`. */
  readonly accessRules?: ConditionalAuthorizer
  /** Needed where the modes have `Webhook`. */
  readonly webhook?: Authorizer
}

/** Everything that answers checks in one cluster: `system:masters` first, then the configured modes in their order. */
export function authorizerChain(
  { policy, defaultRoles, node, accessRules, webhook }: Authorizing,
  modes: readonly AuthorizationMode[],
): ConditionalAuthorizer {
  const authorizerOf = (mode: AuthorizationMode): Authorizer | undefined => {
    if (mode === 'RBAC') return rbac(policy, defaultRoles)
    return { Node: node, AccessRules: accessRules, Webhook: webhook }[mode]
  }
  return union([
    { name: 'system:masters', authorizer: privilegedGroups },
    ...modes.map((name) => {
      const authorizer = authorizerOf(name)
      if (authorizer === undefined) throw new Error(`the mode ${name} needs a ${name} authorizer`)
      return { name, authorizer }
    }),
  ])
}
