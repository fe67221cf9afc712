import { aggregateErrors, goQuote } from '../../go/index.ts'
import type { Answer, Condition, Effect, NamedAnswer } from '../../kube/index.ts'
import { hasUnconditionalAllowOrDeny, unionAnswer } from './union-answer.ts'

/** The result of evaluating a condition. `unknown`: it depends on facts that are not known yet. */
export type ConditionResult = boolean | 'unknown' | { readonly error: string }

/** The most conditions of one authorizer (Go: `MaxConditionsPerMap`). */
const MOST_CONDITIONS = 128

const SAYS: Readonly<Record<Effect, string>> = {
  Deny: 'denied the request',
  NoOpinion: 'evaluated to NoOpinion',
  Allow: 'allowed the request',
}

/**
 * The answer of one authorizer with these conditions (Go: `ConditionsAwareDecisionConditionsMap`): Conditional, unless
 * there are too many, or only NoOpinion is possible.
 */
export function conditionalAnswer(conditions: readonly Condition[]): Answer {
  const tooMany = tooManyConditions(conditions)
  if (tooMany !== undefined) return tooMany
  if (conditions.every(({ effect }) => effect === 'NoOpinion')) {
    return { decision: 'NoOpinion', reason: 'only NoOpinion conditions always evaluate to NoOpinion' }
  }
  return { decision: 'Conditional', reason: '', conditions }
}

/** The answer for too many conditions, which are not evaluated; undefined if their number is within the limit. */
export function tooManyConditions(conditions: readonly Pick<Condition, 'effect'>[]): Answer | undefined {
  if (conditions.length <= MOST_CONDITIONS) return undefined
  const error = `too many conditions: ${conditions.length} exceeds maximum of ${MOST_CONDITIONS}`
  const failed = conditions.some(({ effect }) => effect === 'Deny') ? 'Deny' : 'NoOpinion'
  return { decision: failed, reason: 'failed closed', error }
}

/**
 * Evaluates the conditions of an answer as far as they are known (Go: `PartiallyEvaluateConditionsAwareDecision`). The
 * effects are evaluated in the order Deny, NoOpinion, Allow; for one effect, a true condition counts before one with an
 * error, and that before an unknown one. A condition with an error denies if its effect is Deny, and gives no opinion
 * otherwise. Parts after the first one that stays conditional are not evaluated.
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
 * Evaluates every condition of an answer: the result is Allow, Deny or NoOpinion, in the words of `EvaluateConditions`
 * (Go: `union.unionAuthzHandler`, `ConditionsMap`).
 */
export function answerAfterConditions(
  answer: Answer,
  evaluate: (condition: Condition) => Exclude<ConditionResult, 'unknown'>,
): Answer {
  if (answer.parts === undefined) return evaluateAnswer(answer, evaluate)
  const reasons: string[] = []
  const errors: string[] = []
  for (const part of answer.parts) {
    const { decision, reason, error, evidence } = answerAfterConditions(part, evaluate)
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
