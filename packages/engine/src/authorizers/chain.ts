import {
  type Answer,
  type Attributes,
  AUTHORIZER_NAMES,
  hasChange,
  type KubernetesVersion,
  SYSTEM_PRIVILEGED_GROUP,
} from '../kube/index.ts'
import { type Authorizer, type ConditionalAuthorizer, NO_OPINION } from './authorizer.ts'
import { type NamedAuthorizer, union } from './union.ts'

/** The modes of kube-apiserver's `--authorization-mode` that the engine knows, and `AccessRules`, which is proposed. */
export const AUTHORIZATION_MODES = ['Node', 'RBAC', 'AccessRules', 'Webhook'] as const
/** One of {@link AUTHORIZATION_MODES}. */
export type AuthorizationMode = (typeof AUTHORIZATION_MODES)[number]

/** The authorizers of one cluster. */
export interface AuthorizerSources {
  /** The Node authorizer over the cluster's objects; required if the modes include `Node`. */
  readonly node?: Authorizer
  /** Required if the modes include `RBAC`. */
  readonly rbac?: Authorizer
  /** Required if the modes include `AccessRules`, or if reviews rely on access rules by name. */
  readonly accessRules?: ConditionalAuthorizer
  /** Required if the modes include `Webhook`. */
  readonly webhook?: Authorizer
}

/**
 * The authorizer of one cluster: `system:masters` first, then the configured modes in their order. For a review that
 * relies on an access rule, only `system:masters` and that rule are asked, whatever the modes. An authorizer may stand for a mode:
 * one of several webhooks.
 *
 * @param version says whether reasons name their authorizer
 * @throws Error if a mode lacks its authorizer
 */
export function authorizerChain(
  { node, rbac, accessRules, webhook }: AuthorizerSources,
  modes: readonly (AuthorizationMode | NamedAuthorizer)[],
  version: KubernetesVersion,
): ConditionalAuthorizer {
  const byMode = { Node: node, RBAC: rbac, AccessRules: accessRules, Webhook: webhook }
  const named = hasChange(version, 'named-reasons')
  const configuredAs = (configuredName: string) => ({ configuredName, ...(named && { before: `${configuredName}: ` }) })
  const masters = {
    name: 'system:masters',
    configuredName: 'kubernetes.io/system-privileged-group',
    authorizer: privilegedGroups,
  }
  const configured = union([
    masters,
    ...modes.map((mode) => {
      if (typeof mode === 'object') return { ...mode, ...configuredAs(mode.name) }
      const authorizer = byMode[mode]
      if (authorizer === undefined) throw new Error(`the mode ${mode} needs a ${mode} authorizer`)
      return { name: mode, authorizer, ...configuredAs(AUTHORIZER_NAMES[mode] ?? mode) }
    }),
  ])
  if (accessRules === undefined) return configured
  const relying = union([masters, { name: 'AccessRules', authorizer: accessRules, ...configuredAs('AccessRules') }])
  const answering = (review: Attributes): ConditionalAuthorizer =>
    review.accessRule === undefined ? configured : relying
  return {
    authorize: (review, budget) => answering(review).authorize(review, budget),
    conditionally: (review, budget) => answering(review).conditionally(review, budget),
    evaluate: (condition, review, facts, budget) => answering(review).evaluate(condition, review, facts, budget),
  }
}

const ALLOW: Answer = { decision: 'Allow', reason: '', evidence: { authorizer: 'system:masters' } }

/**
 * Allows members of `system:masters` everything, without a reason, before any configured authorizer is asked (Go:
 * `authorizerfactory.NewPrivilegedGroups`, which `pkg/kubeapiserver/authorizer` puts first).
 */
const privilegedGroups: Authorizer = {
  authorize: ({ user }) => (user.groups.includes(SYSTEM_PRIVILEGED_GROUP) ? ALLOW : NO_OPINION),
}
