import {
  type Answer,
  type Attributes,
  AUTHENTICATION_GROUP,
  boundNodeOf,
  type Evidence,
  nodeOf,
  serviceAccountOf,
  serviceAccountUsername,
} from '../../../kube/index.ts'
import type { HeldRule, Rights } from '../../../rights/index.ts'
import type { ConditionalAuthorizer } from '../../authorizer.ts'
import type { ConditionLanguage } from '../../conditional/language.ts'
import { rbac } from '../rbac.ts'
import { actionClause } from './action.ts'
import { all, any, type CelClause, isOneOf } from './clause.ts'
import { type IdentityVerb, identityClause } from './identity.ts'

/** The ID of the one condition in answers. */
const CONDITION_ID = 'rbac.authorization.k8s.io/impersonate'
/** The mode of the verb `impersonate`, which allows the identity for every request. */
const LEGACY = 'legacy'

/**
 * The RBAC authorizer that answers a review of `impersonate` on a user or service account with a condition. The condition
 * has the requirements of the rules for `impersonate:<mode>`, `impersonate-on:<mode>:<verb>` and `impersonate` on the rest
 * of the target and on the request. It answers as `rbac` does for all other reviews, and for callers that do not evaluate
 * conditions.
 */
export function compiledRBAC(rights: Rights, language: ConditionLanguage): ConditionalAuthorizer {
  const { authorize } = rbac(rights)
  return {
    authorize,
    conditionally(review) {
      const username = userReviewed(review)
      return username === undefined ? authorize(review) : answerTo(review, username, rights, authorize)
    },
    evaluate: ({ condition }, review, facts, budget) =>
      language.evaluate(condition, review, facts, (steps) => budget?.spend(steps)),
  }
}

/** The username in a review of `impersonate`; undefined for other reviews. */
function userReviewed(review: Attributes): string | undefined {
  const { verb, apiGroup, resource, subresource, namespace, name } = review
  if (verb !== 'impersonate' || apiGroup !== '' || subresource !== '' || !review.isResourceRequest) return undefined
  if (resource === 'serviceaccounts') return serviceAccountUsername({ namespace, name })
  return resource === 'users' ? name : undefined
}

type Authorize = ConditionalAuthorizer['authorize']

/** A mode of impersonation that can apply to the username. */
interface Mode {
  readonly mode: string
  /** The attributes of the check on the username. */
  readonly username: Pick<Attributes, 'verb' | 'apiGroup' | 'resource' | 'namespace' | 'name'>
  /** The checks on the rest of the target; absent if the mode allows only a username. */
  readonly others?: IdentityVerb
}

/** The modes that a username allows, in the order in which the API server tries them. */
function modesFor(username: string, review: Attributes): readonly Mode[] {
  const node = nodeOf(username)
  const account = serviceAccountOf(username)
  const constrained = (mode: string, resource: string, name: string, namespace = ''): Mode => ({
    mode,
    username: { verb: `impersonate:${mode}`, apiGroup: AUTHENTICATION_GROUP, resource, namespace, name },
  })
  const legacy: Mode = {
    mode: LEGACY,
    username: review,
    others: { verb: 'impersonate', groupsIn: '', shortcuts: false },
  }
  if (account !== undefined) {
    return [constrained('serviceaccount', 'serviceaccounts', account.name, account.namespace), legacy]
  }
  if (node !== undefined) {
    const own = boundNodeOf(review.user) === node ? [constrained('associated-node', 'nodes', '*')] : []
    return [...own, constrained('arbitrary-node', 'nodes', node), legacy]
  }
  const userInfo = constrained('user-info', 'users', username)
  const others = { verb: userInfo.username.verb, groupsIn: AUTHENTICATION_GROUP, shortcuts: true }
  return [{ ...userInfo, others }, legacy]
}

interface CompiledMode {
  readonly mode: string
  readonly is: CelClause
  readonly by: readonly Evidence[]
}

function answerTo(review: Attributes, username: string, rights: Rights, authorize: Authorize): Answer {
  const { rules } = rights.heldBy(review.user)
  const modes = modesFor(username, review).map((mode) => compileMode(mode, review, rules, authorize))
  const condition = modes.every(({ is }) => is === true) || any(...byMode(modes))
  // The result does not depend on the rest of the request, so the usual answer of RBAC is complete.
  if (typeof condition === 'boolean') return authorize(review)
  const by = distinct(modes.flatMap((mode) => mode.by))
  return {
    decision: 'Conditional',
    reason: '',
    conditions: [
      {
        id: CONDITION_ID,
        effect: 'Allow',
        condition: condition.cel,
        description: '',
        rules: by,
      },
    ],
  }
}

/** Modes with the same conditions share a line. */
function byMode(modes: readonly CompiledMode[]): readonly CelClause[] {
  const alike = new Map<string, { readonly is: CelClause; readonly modes: string[] }>()
  for (const { mode, is } of modes) {
    const key = typeof is === 'boolean' ? `${is}` : is.cel
    const same = alike.get(key) ?? { is, modes: [] }
    same.modes.push(mode)
    alike.set(key, same)
  }
  return [...alike.values()].map(({ is, modes }) =>
    all(is === false ? false : isOneOf('request.impersonation.mode', modes), is),
  )
}

function compileMode(
  { mode, username, others }: Mode,
  review: Attributes,
  rules: readonly HeldRule[],
  authorize: Authorize,
): CompiledMode {
  const never = { mode, is: false, by: [] }
  const name = authorize({ ...review, ...username })
  if (name.decision !== 'Allow') return never
  const action = mode === LEGACY ? { is: true, by: [] } : actionClause(mode, rules)
  if (action.is === false) return never
  const identity = others === undefined ? { is: true, by: [] } : identityClause(others, rules)
  const held = [...action.by, ...identity.by].map((one) => one.evidence())
  return { mode, is: all(action.is, identity.is), by: [...(name.evidence ? [name.evidence] : []), ...held] }
}

function distinct(evidence: readonly Evidence[]): readonly Evidence[] {
  const key = ({ binding, rule }: Evidence): string => JSON.stringify([binding?.range, rule?.range])
  return [...new Map(evidence.map((one) => [key(one), one])).values()]
}
