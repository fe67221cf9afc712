import type { Answer, Attributes } from '../../kube/index.ts'
import { reviewKey } from '../../rights/index.ts'
import { type Authorizer, type ConditionalAuthorizer, isConditional } from '../authorizer.ts'

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
