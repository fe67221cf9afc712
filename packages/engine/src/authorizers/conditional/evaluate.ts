import { goQuote } from '../../go/index.ts'
import type { Answer, Condition, Effect, NamedAnswer } from '../../kube/index.ts'
import { aggregateErrors } from '../rbac/aggregate-errors.ts'
import { hasUnconditionalAllowOrDeny, unionAnswer } from './union-answer.ts'

/** What came of a condition. `unknown`: it cannot be told yet. */
export type ConditionResult = boolean | 'unknown' | { readonly error: string }

/** So many conditions one authorizer may give (Go: `MaxConditionsPerMap`). */
const MOST_CONDITIONS = 128

const SAYS: Readonly<Record<Effect, string>> = {
  Deny: 'denied the request',
  NoOpinion: 'evaluated to NoOpinion',
  Allow: 'allowed the request',
}

/**
 * Makes one authorizer's answer of its conditions (Go: `ConditionsAwareDecisionConditionsMap`): Conditional, unless they
 * are too many, or can come to nothing but NoOpinion.
 */
export function conditionalAnswer(conditions: readonly Condition[]): Answer {
  const tooMany = tooManyConditions(conditions)
  if (tooMany !== undefined) return tooMany
  if (conditions.every(({ effect }) => effect === 'NoOpinion')) {
    return { decision: 'NoOpinion', reason: 'only NoOpinion conditions always evaluate to NoOpinion' }
  }
  return { decision: 'Conditional', reason: '', conditions }
}

/** What becomes of so many conditions that none of them is looked at; undefined where they are few enough. */
export function tooManyConditions(conditions: readonly Pick<Condition, 'effect'>[]): Answer | undefined {
  if (conditions.length <= MOST_CONDITIONS) return undefined
  const error = `too many conditions: ${conditions.length} exceeds maximum of ${MOST_CONDITIONS}`
  const failed = conditions.some(({ effect }) => effect === 'Deny') ? 'Deny' : 'NoOpinion'
  return { decision: failed, reason: 'failed closed', error }
}

/**
 * Evaluates an answer as far as its conditions can be told (Go: `PartiallyEvaluateConditionsAwareDecision`). Deny goes
 * before NoOpinion, that before Allow; of one effect a true condition before one in error, that before one that cannot
 * be told. One in error denies where its effect is Deny, and otherwise gives no opinion. Nothing behind the first part
 * that stays conditional is looked at.
 */
export function evaluateAnswer(answer: Answer, evaluate: (condition: Condition) => ConditionResult): Answer {
  if (answer.conditions !== undefined) return evaluateConditions(answer.conditions, evaluate)
  if (answer.parts === undefined) return answer
  const parts: NamedAnswer[] = []
  for (const part of answer.parts) {
    if (parts.some(({ decision }) => decision === 'Conditional')) {
      parts.push(part)
      continue
    }
    parts.push({ ...evaluateAnswer(part, evaluate), name: part.name })
    if (hasUnconditionalAllowOrDeny(parts.at(-1) as Answer)) break
  }
  return unionAnswer(parts)
}

/**
 * What becomes of an answer once every condition has been evaluated: Allow, Deny or NoOpinion, in the words of
 * `EvaluateConditions` (Go: `union.unionAuthzHandler`, `ConditionsMap`).
 */
export function settleAnswer(
  answer: Answer,
  evaluate: (condition: Condition) => Exclude<ConditionResult, 'unknown'>,
): Answer {
  if (answer.parts === undefined) return evaluateAnswer(answer, evaluate)
  const reasons: string[] = []
  const errors: string[] = []
  for (const part of answer.parts) {
    const { decision, reason, error, evidence } = settleAnswer(part, evaluate)
    if (decision !== 'NoOpinion') {
      return { decision, reason, ...(error !== undefined && { error }), ...(evidence && { evidence }) }
    }
    if (reason !== '') reasons.push(`${part.name}: ${reason}`)
    if (error !== undefined) errors.push(error)
  }
  return {
    decision: 'NoOpinion',
    reason: reasons.join('\n'),
    ...(errors.length > 0 && { error: aggregateErrors(errors) }),
  }
}

function evaluateConditions(
  conditions: readonly Condition[],
  evaluate: (condition: Condition) => ConditionResult,
): Answer {
  for (const effect of ['Deny', 'NoOpinion', 'Allow'] as const) {
    const errors: string[] = []
    const failed: Condition[] = []
    const unknown: Condition[] = []
    for (const condition of conditions) {
      if (condition.effect !== effect) continue
      const evaluated = evaluate(condition)
      if (evaluated === true) return { decision: effect, reason: reasonOf(condition), ...evidenceOf(condition) }
      if (evaluated === 'unknown') unknown.push(condition)
      else if (evaluated !== false) {
        failed.push(condition)
        errors.push(
          `condition ${goQuote(condition.id)} with effect=${effect} evaluated to an error: ${evaluated.error}`,
        )
      }
    }
    if (errors.length > 0) {
      const decision = effect === 'Deny' ? 'Deny' : 'NoOpinion'
      return {
        decision,
        reason: 'one or more conditional evaluation errors occurred',
        error: aggregateErrors(errors),
        ...evidenceOf(failed[0]),
      }
    }
    if (unknown.length > 0) {
      const decided =
        effect === 'Deny' ? ['Deny'] : effect === 'NoOpinion' ? ['Deny', 'NoOpinion'] : ['Deny', 'NoOpinion', 'Allow']
      return conditionalAnswer([...unknown, ...conditions.filter((one) => !decided.includes(one.effect))])
    }
  }
  return { decision: 'NoOpinion', reason: 'no conditions matched' }
}

function evidenceOf({ evidence }: Partial<Condition> = {}): Pick<Answer, 'evidence'> {
  return evidence === undefined ? {} : { evidence }
}

function reasonOf({ id, effect, description }: Condition): string {
  const said = `condition ${goQuote(id)} ${SAYS[effect]}`
  return description === '' ? said : `${said} with description ${goQuote(description)}`
}
