import type { Answer, Attributes, Condition } from '../kube/index.ts'
import type { ConditionResult } from './conditional/evaluate.ts'
import type { RequestFacts } from './conditional/language.ts'
import type { StepBudget } from './conditional/step-budget.ts'
import { failedClosed } from './conditional/union-answer.ts'

/**
 * Anything that can answer an access review (Go: `authorizer.Authorizer`). Pure: same question, same answer, for as long
 * as the budget for conditions lasts.
 */
export interface Authorizer {
  /** Never `Conditional`: conditions are refused here, as whoever asks so does not evaluate any. */
  authorize(attributes: Attributes, budget?: StepBudget): Answer
}

/** An authorizer that can also say under which conditions it would allow or deny. */
export interface ConditionalAuthorizer extends Authorizer {
  /** As `authorize`, and may be `Conditional` (Go: `ConditionsAwareAuthorize`). */
  conditionally(attributes: Attributes, budget?: StepBudget): Answer
  /** Evaluates a condition of its own answer to that check, with what else is known. */
  evaluate(
    condition: Condition,
    attributes: Attributes,
    facts: RequestFacts,
    budget?: StepBudget,
  ): Exclude<ConditionResult, 'unknown'>
}

export const NO_OPINION: Answer = { decision: 'NoOpinion', reason: '' }

/** What is left of an answer for those who evaluate no conditions (Go: `unconditionalParts`). */
export function withoutConditions(answer: Answer): Answer {
  if (answer.decision !== 'Conditional') return answer
  const reason = 'failed closed: tried to return conditional decision to conditions-unaware authorizer'
  return { decision: failedClosed(answer), reason }
}

export function isConditional(authorizer: Authorizer): authorizer is ConditionalAuthorizer {
  return 'conditionally' in authorizer
}
