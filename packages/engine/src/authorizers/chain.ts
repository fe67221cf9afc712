import type { Attributes } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import type { Authorizer, ConditionalAuthorizer } from './authorizer.ts'
import { privilegedGroups } from './privileged-groups.ts'
import { rbac } from './rbac/rbac.ts'
import { union } from './union.ts'

/** Modes of `--authorization-mode`, and `AccessRules`, which no server has. */
export const AUTHORIZATION_MODES = ['Node', 'RBAC', 'AccessRules', 'Webhook'] as const
/** A value of kube-apiserver’s `--authorization-mode` that is known here. */
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

/** What there is in a cluster to decide with. */
export interface AuthorizerSources {
  readonly policy: Policy
  /** The roles and bindings that kube-apiserver makes itself, where they count. */
  readonly defaultRoles?: Policy
  /** The Node authorizer over the cluster's objects; needed where the modes have `Node`. */
  readonly node?: Authorizer
  /** Answers for RBAC in place of the usual authorizer. */
  readonly rbac?: Authorizer
  /** Needed where the modes have `AccessRules`, and where reviews rely on access rules by name. */
  readonly accessRules?: ConditionalAuthorizer
  /** Needed where the modes have `Webhook`. */
  readonly webhook?: Authorizer
}

/**
 * Everything that answers checks in one cluster: `system:masters` first, then the configured modes in their order. A
 * review that relies on an access rule is answered by `system:masters` and that rule, whatever the modes.
 */
export function authorizerChain(
  { policy, defaultRoles, node, rbac: ownRBAC, accessRules, webhook }: AuthorizerSources,
  modes: readonly AuthorizationMode[],
): ConditionalAuthorizer {
  const authorizerOf = (mode: AuthorizationMode): Authorizer | undefined => {
    if (mode === 'RBAC') return ownRBAC ?? rbac(policy, defaultRoles)
    return { Node: node, AccessRules: accessRules, Webhook: webhook }[mode]
  }
  const masters = { name: 'system:masters', authorizer: privilegedGroups }
  const configured = union([
    masters,
    ...modes.map((name) => {
      const authorizer = authorizerOf(name)
      if (authorizer === undefined) throw new Error(`the mode ${name} needs a ${name} authorizer`)
      return { name, authorizer }
    }),
  ])
  if (accessRules === undefined) return configured
  const relying = union([masters, { name: 'AccessRules', authorizer: accessRules }])
  const answering = (review: Attributes): ConditionalAuthorizer =>
    review.accessRule === undefined ? configured : relying
  return {
    authorize: (review, budget) => answering(review).authorize(review, budget),
    conditionally: (review, budget) => answering(review).conditionally(review, budget),
    evaluate: (condition, review, facts, budget) => answering(review).evaluate(condition, review, facts, budget),
  }
}
