import type { Answer, Attributes, Condition } from '../kube/index.ts'
import type { ConditionResult } from './conditional/evaluate.ts'
import type { RequestFacts } from './conditional/language.ts'
import type { StepBudget } from './conditional/step-budget.ts'
import { failedClosed } from './conditional/union-answer.ts'

/**
 * Answers access reviews (Go: `authorizer.Authorizer`). The same review always gets the same answer, as long as the budget
 * for conditions lasts.
 */
export interface Authorizer {
  /** Answers for callers that do not evaluate conditions, so the decision is never `Conditional`. */
  authorize(attributes: Attributes, budget?: StepBudget): Answer
}

/** An authorizer that can also return the conditions under which it allows or denies. */
export interface ConditionalAuthorizer extends Authorizer {
  /** As `authorize`, but the decision may be `Conditional` (Go: `ConditionsAwareAuthorize`). */
  conditionally(attributes: Attributes, budget?: StepBudget): Answer
  /** Evaluates a condition of its answer to a check, with further facts about the request. */
  evaluate(
    condition: Condition,
    attributes: Attributes,
    facts: RequestFacts,
    budget?: StepBudget,
  ): Exclude<ConditionResult, 'unknown'>
}

export const NO_OPINION: Answer = { decision: 'NoOpinion', reason: '' }

/** The answer for callers that do not evaluate conditions (Go: `unconditionalParts`). */
export function withoutConditions(answer: Answer): Answer {
  if (answer.decision !== 'Conditional') return answer
  const reason = 'failed closed: tried to return conditional decision to conditions-unaware authorizer'
  return { decision: failedClosed(answer), reason }
}

export function isConditional(authorizer: Authorizer): authorizer is ConditionalAuthorizer {
  return 'conditionally' in authorizer
}

/** The errors of an answer, one by one. */
export function errorsOf({ error, errors }: Answer): readonly string[] {
  return errors ?? (error === undefined ? [] : [error])
}
