import type { Answer, Condition, Evidence } from '../kube/index.ts'
import type { Check, Step } from './trace.ts'

/** The final answer of a check: after the evaluation of its conditions where there are any. */
export function finalAnswer({ answer, settled }: Pick<Check, 'answer' | 'settled'>): Answer {
  return settled ?? answer
}

/** The number of further reviews for the conditions of a check, each an `AuthorizationConditionsReview`: one, or none. */
export function conditionsReviews({ settled, evaluator }: Pick<Check, 'settled' | 'evaluator'>): 0 | 1 {
  return settled !== undefined && evaluator === 'authorizer' ? 1 : 0
}

/** A condition that an authorizer left to the API server. */
export interface LeftCondition extends Condition {
  /** The name of the authorizer among those of the cluster. */
  readonly authorizer: string
}

/** The conditions of an answer, in the order of authorizers and their rules, without those that can no longer hold. */
export function conditionsLeft(answer: Answer, authorizer = ''): readonly LeftCondition[] {
  return [
    ...(answer.conditions ?? []).flatMap((one) => (one.condition === 'false' ? [] : [{ ...one, authorizer }])),
    ...(answer.parts ?? []).flatMap((part) => conditionsLeft(part, part.name)),
  ]
}

/** The origins of a condition: the entry that contains it, or the rules that it was compiled from. */
export function originsOf({ evidence, rules = [] }: Condition): readonly Evidence[] {
  return [...(evidence === undefined ? [] : [evidence]), ...rules]
}

/** All evidence for the result of a check: the rule that decided, and the origins of the conditions. */
export function evidenceFor(check: Pick<Check, 'answer' | 'settled'>): readonly Evidence[] {
  const { evidence } = finalAnswer(check)
  return [...(evidence === undefined ? [] : [evidence]), ...conditionsLeft(check.answer).flatMap(originsOf)]
}

type CheckStep = Step & { readonly check: Check }

/**
 * The step at which the requestor was allowed to be the target: that of the last check of the username that was allowed, because
 * in earlier modes that check was not allowed. In a design that does not check the username, that of the last check of impersonation
 * that was allowed. Undefined where nothing was checked.
 */
export function usernameStep(steps: readonly Step[]): CheckStep | undefined {
  const allowed = steps.filter(
    (step): step is CheckStep => step.check?.phase === 'impersonation' && finalAnswer(step.check).decision === 'Allow',
  )
  return allowed.findLast(({ check }) => check.purpose === 'username') ?? allowed.at(-1)
}
