import {
  answerAfterConditions,
  type ConditionalAuthorizer,
  type RequestFacts,
  type StepBudget,
} from '../authorizers/index.ts'
import type { Answer, Attributes, Condition } from '../kube/index.ts'
import type { Check, EvaluateConditions } from './trace.ts'

/**
 * Evaluates every condition with the facts of the question, for each of its modes in turn. The first mode that is allowed
 * counts; where none is allowed, the first mode counts.
 */
export const evaluateConditions: EvaluateConditions = (question, answer, authorizer, budget) => {
  const { attributes, facts = {}, modes } = question
  let first: Evaluated | undefined
  for (const mode of modes ?? [undefined]) {
    const evaluated = evaluate(answer, attributes, mode === undefined ? facts : { ...facts, mode }, authorizer, budget)
    if (evaluated.settled.decision === 'Allow') {
      return { ...question, ...evaluated, settled: { ...evaluated.settled, ...(mode !== undefined && { mode }) } }
    }
    first ??= evaluated
  }
  return { ...question, answer, ...first }
}

type Evaluated = Required<Pick<Check, 'answer' | 'settled'>>

function evaluate(
  answer: Answer,
  attributes: Attributes,
  facts: RequestFacts,
  authorizer: ConditionalAuthorizer,
  budget: StepBudget,
): Evaluated {
  const came = new Map<Condition, Came>()
  const settled = answerAfterConditions(answer, (condition) => {
    const result = authorizer.evaluate(condition, attributes, facts, budget)
    came.set(condition, result)
    return result
  })
  return { answer: withResults(answer, came), settled: { ...settled, afterConditions: true } }
}

type Came = NonNullable<Condition['came']>

/** The answer with the results of its conditions, as far as they were evaluated. */
function withResults<Of extends Answer>(answer: Of, results: ReadonlyMap<Condition, Came>): Of {
  const { conditions, parts } = answer
  return {
    ...answer,
    ...(conditions && {
      conditions: conditions.map((condition) => {
        const came = results.get(condition)
        return came === undefined ? condition : { ...condition, came }
      }),
    }),
    ...(parts && { parts: parts.map((part) => withResults(part, results)) }),
  }
}
