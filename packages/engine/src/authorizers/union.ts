import { aggregateErrors } from '../go/index.ts'
import type { Answer, NamedAnswer, WebhookVisit } from '../kube/index.ts'
import { type Authorizer, type ConditionalAuthorizer, errorsOf, isConditional } from './authorizer.ts'
import { hasUnconditionalAllowOrDeny, unionAnswer } from './conditional/union-answer.ts'

/** One of several authorizers, with its name. */
export interface NamedAuthorizer {
  readonly name: string
  /** The name by which the API server knows it; absent where it is the same. */
  readonly configuredName?: string
  /** The words before each of its reasons where none of them allows. Absent: the reason alone. */
  readonly before?: string
  readonly authorizer: Authorizer
}

/**
 * Asks authorizers one after the other until one allows or denies; otherwise joins their reasons by line breaks (Go:
 * `k8s.io/apiserver/pkg/authorization/union`). Asked for conditions, it continues after a conditional answer, and returns
 * all answers as parts. Conditions are evaluated by the first authorizer that can, because all evaluate them in the same
 * way.
 */
export function union(authorizers: readonly NamedAuthorizer[]): ConditionalAuthorizer {
  return {
    authorize(attributes, budget) {
      const reasons: { name: string; reason: string }[] = []
      const errors: string[] = []
      const webhooks: WebhookVisit[] = []
      let reason = ''
      for (const { name, before = '', authorizer } of authorizers) {
        const answer = authorizer.authorize(attributes, budget)
        if (answer.webhooks) webhooks.push(...answer.webhooks)
        if (answer.decision !== 'NoOpinion') return withVisits(answer, webhooks)
        if (answer.reason !== '') {
          reasons.push({ name, reason: answer.reason })
          reason += `${reason && '\n'}${before}${answer.reason}`
        }
        errors.push(...errorsOf(answer))
      }
      return withVisits(
        {
          decision: 'NoOpinion',
          reason,
          ...(reasons.length > 0 && { reasons }),
          ...(errors.length > 0 && { error: aggregateErrors(errors) }),
        },
        webhooks,
      )
    },
    conditionally(attributes, budget) {
      const parts: NamedAnswer[] = []
      for (const { name, configuredName = name, authorizer } of authorizers) {
        const answer = isConditional(authorizer)
          ? authorizer.conditionally(attributes, budget)
          : authorizer.authorize(attributes, budget)
        parts.push({ ...answer, name: configuredName })
        if (hasUnconditionalAllowOrDeny(answer)) break
      }
      return withVisits(
        unionAnswer(parts),
        parts.flatMap(({ webhooks = [] }) => webhooks),
      )
    },
    evaluate(condition, attributes, facts, budget) {
      const conditional = authorizers.map(({ authorizer }) => authorizer).find(isConditional)
      return (
        conditional?.evaluate(condition, attributes, facts, budget) ?? { error: 'no authorizer evaluates conditions' }
      )
    },
  }
}

function withVisits(answer: Answer, webhooks: readonly WebhookVisit[]): Answer {
  return webhooks.length === 0 ? answer : { ...answer, webhooks }
}
