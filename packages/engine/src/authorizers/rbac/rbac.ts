import { aggregateErrors, goQuote } from '../../go/index.ts'
import type { Answer, Attributes, UserInfo } from '../../kube/index.ts'
import {
  type HeldRule,
  type HeldRules,
  type Rights,
  RuleIndex,
  reviewKey,
  roleNotFound,
  ruleAllows,
} from '../../rights/index.ts'
import { type Authorizer, type ConditionalAuthorizer, isConditional } from '../authorizer.ts'

/**
 * The RBAC authorizer over the rights of a policy (Go: `plugin/pkg/auth/authorizer/rbac`, `pkg/registry/rbac/validation`):
 * ClusterRoleBindings, then the RoleBindings of the request's namespace, in document order; the first rule that allows
 * ends the search. Never denies: if no rule allows, it has no opinion, with the errors of the search (bindings of the user
 * to roles that do not exist) as the reason.
 */
export function rbac(rights: Rights): Authorizer {
  // A second binding to the same role allows nothing more.
  const clusterWide = scopeByUser((user) => rights.heldIn(user, '', { eachRoleOnce: true }))
  const within = new Map<string, (user: UserInfo) => Scope>()
  const withinNamespace = (namespace: string, user: UserInfo): Scope => {
    const known =
      within.get(namespace) ?? scopeByUser((one) => rights.heldWithin(namespace, one, { eachRoleOnce: true }))
    within.set(namespace, known)
    return known(user)
  }
  return {
    authorize(attributes): Answer {
      const { user, namespace } = attributes
      const everywhere = clusterWide(user)
      const allowing = everywhere.firstAllowing(attributes)
      if (allowing !== undefined) return allowed(allowing)
      if (namespace === '') return noOpinion(everywhere.errors)
      const here = withinNamespace(namespace, user)
      const allowingHere = here.firstAllowing(attributes)
      if (allowingHere !== undefined) return allowed(allowingHere)
      return noOpinion([...everywhere.errors, ...here.errors])
    },
  }
}

function noOpinion(errors: readonly string[]): Answer {
  return { decision: 'NoOpinion', reason: errors.length === 0 ? '' : `RBAC: ${aggregateErrors(errors)}` }
}

/** Keeps the rules of each user: impersonating many groups makes many checks for the same user. */
function scopeByUser(held: (user: UserInfo) => HeldRules): (user: UserInfo) => Scope {
  const found = new WeakMap<UserInfo, Scope>()
  return (user) => {
    const known = found.get(user) ?? new Scope(held(user))
    found.set(user, known)
    return known
  }
}

/** From this number of rules on, an index is faster than checking one rule after the other. */
const WORTH_AN_INDEX = 64

/** The rules that a user has in one scope. */
class Scope {
  /** Of the search: roles that do not exist. */
  readonly errors: readonly string[]
  readonly #rules: readonly HeldRule[]
  readonly #index: RuleIndex | undefined

  constructor({ rules, notFound }: HeldRules) {
    this.errors = notFound.map(roleNotFound)
    this.#rules = rules
    this.#index = rules.length < WORTH_AN_INDEX ? undefined : new RuleIndex(rules.map(({ rule }) => rule))
  }

  /** The first that allows a request. */
  firstAllowing(attributes: Attributes): HeldRule | undefined {
    if (this.#index === undefined) return this.#rules.find(({ rule }) => ruleAllows(rule, attributes))
    const first = this.#index.firstAllowing(attributes)
    return first === undefined ? undefined : this.#rules[first]
  }
}

function allowed(held: HeldRule): Answer {
  const { binding, subject } = held
  const bindingName = binding.kind === 'RoleBinding' ? `${binding.name}/${binding.namespace}` : binding.name
  const subjectName =
    subject.kind === 'ServiceAccount'
      ? `${subject.name}/${subject.namespace === '' ? binding.namespace : subject.namespace}`
      : subject.name
  const reason =
    `RBAC: allowed by ${binding.kind} ${goQuote(bindingName)} of ${binding.roleRef.kind} ` +
    `${goQuote(binding.roleRef.name)} to ${subject.kind} ${goQuote(subjectName)}`
  return { decision: 'Allow', reason, evidence: held.evidence() }
}

/**
 * RBAC with further grants: reviews that RBAC cannot tell from one of these are allowed, as by rules that grant just them.
 */
export function granting(rbac: Authorizer, granted: readonly Attributes[]): Authorizer {
  const keys = new Set(granted.map(reviewKey))
  const orGranted = (answer: Answer, review: Attributes): Answer =>
    answer.decision !== 'Allow' && keys.has(reviewKey(review)) ? GRANTED : answer
  const authorizer: Authorizer = {
    authorize: (review, budget) => orGranted(rbac.authorize(review, budget), review),
  }
  if (!isConditional(rbac)) return authorizer
  const conditional: ConditionalAuthorizer = {
    ...authorizer,
    conditionally: (review, budget) => orGranted(rbac.conditionally(review, budget), review),
    evaluate: (condition, review, facts, budget) => rbac.evaluate(condition, review, facts, budget),
  }
  return conditional
}

const GRANTED: Answer = { decision: 'Allow', reason: '' }
