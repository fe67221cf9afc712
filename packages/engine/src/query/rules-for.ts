import type { AuthorizationMode } from '../authorizers/index.ts'
import { aggregateErrors } from '../go/index.ts'
import { type Evidence, nodeIdentity, type Rule, type UserInfo } from '../kube/index.ts'
import { type Rights, roleNotFound } from '../rights/index.ts'

/** One rule of a user (Go: `authorizationv1.ResourceRule` or `NonResourceRule`), with its place. */
export interface GrantedRule {
  readonly rule: Rule
  readonly evidence: Evidence
}

/** The rules of a user in a namespace, as a SelfSubjectRulesReview lists them. */
export interface UserRules {
  /** Rules with resources, in the order in which RBAC evaluates them. A role that is bound twice is listed twice. */
  readonly resourceRules: readonly GrantedRule[]
  /** Rules with paths. */
  readonly nonResourceRules: readonly GrantedRule[]
  /** Whether the user may be allowed more, because an authorizer cannot list its rules. */
  readonly incomplete: boolean
  /** The errors in the API server's words; empty when there are none. */
  readonly evaluationError: string
}

/**
 * The rules that RBAC has for a user in a namespace (Go: `RBACAuthorizer.RulesFor`). Without a namespace only the
 * ClusterRoleBindings count. May throw `BeyondLimit`, as `aggregate` does.
 */
export function rulesFor(rights: Rights, user: UserInfo, namespace: string): UserRules {
  const { errors, ...rules } = rbacRules(rights, user, namespace)
  return { ...rules, incomplete: false, evaluationError: errors.length === 0 ? '' : aggregateErrors(errors) }
}

/**
 * The rules of a user by all authorizers of a cluster, as the API server lists them in the status of a
 * SelfSubjectRulesReview (Go: `union.NewRuleResolvers`, with the resolvers of `pkg/kubeapiserver/authorizer`). It asks the
 * modes in their order; the group `system:masters` has no rules of its own. Node has none that it can list for nodes, nor
 * has a webhook for anybody. The same is assumed of access rules, which no API server has.
 */
export function subjectRules(
  rights: Rights,
  modes: readonly AuthorizationMode[],
  user: UserInfo,
  namespace: string,
): UserRules {
  const resourceRules: GrantedRule[] = []
  const nonResourceRules: GrantedRule[] = []
  const errors: string[] = []
  let incomplete = false
  for (const mode of modes) {
    if (mode === 'RBAC') {
      const own = rbacRules(rights, user, namespace)
      resourceRules.push(...own.resourceRules)
      nonResourceRules.push(...own.nonResourceRules)
      errors.push(...own.errors)
    } else if (mode !== 'Node' || nodeIdentity(user) !== undefined) {
      incomplete = true
      errors.push(`${NOT_LISTED[mode]} authorizer does not support user rule resolution`)
    }
  }
  const evaluationError = errors.length === 0 ? '' : aggregateErrors(errors)
  return { resourceRules, nonResourceRules, incomplete, evaluationError }
}

/**
 * The status of a SelfSubjectRulesReview as the API server sends it (Go: `authorizationv1.SubjectRulesReviewStatus`). The
 * server refuses a review without a namespace.
 */
export function rulesReviewStatus(rules: UserRules): Record<string, unknown> {
  return {
    resourceRules: rules.resourceRules.map(({ rule: { verbs, apiGroups, resources, resourceNames } }) => ({
      verbs,
      ...(apiGroups.length > 0 && { apiGroups }),
      ...(resources.length > 0 && { resources }),
      ...(resourceNames.length > 0 && { resourceNames }),
    })),
    nonResourceRules: rules.nonResourceRules.map(({ rule: { verbs, nonResourceURLs } }) => ({
      verbs,
      nonResourceURLs,
    })),
    incomplete: rules.incomplete,
    ...(rules.evaluationError !== '' && { evaluationError: rules.evaluationError }),
  }
}

const NOT_LISTED: Readonly<Record<Exclude<AuthorizationMode, 'RBAC'>, string>> = {
  Node: 'node',
  Webhook: 'webhook',
  AccessRules: 'access rules',
}

function rbacRules(
  rights: Rights,
  user: UserInfo,
  namespace: string,
): Pick<UserRules, 'resourceRules' | 'nonResourceRules'> & { readonly errors: readonly string[] } {
  const resourceRules: GrantedRule[] = []
  const nonResourceRules: GrantedRule[] = []
  const { rules, notFound } = rights.heldIn(user, namespace)
  for (const held of rules) {
    const granted = { rule: held.rule, evidence: held.evidence() }
    if (held.rule.resources.length > 0) resourceRules.push(granted)
    if (held.rule.nonResourceURLs.length > 0) nonResourceRules.push(granted)
  }
  return { resourceRules, nonResourceRules, errors: notFound.map(roleNotFound) }
}
