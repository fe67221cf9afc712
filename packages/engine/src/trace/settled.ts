import type { Answer, Condition, Evidence } from '../kube/index.ts'
import type { Check } from './trace.ts'

/** What a check came to in the end: its answer, or what became of that once its conditions were evaluated. */
export function settledAnswer({ answer, settled }: Pick<Check, 'answer' | 'settled'>): Answer {
  return settled ?? answer
}

/** A condition that an authorizer left to the API server. */
export interface LeftCondition extends Condition {
  /** The name of the authorizer among those of the cluster. */
  readonly authorizer: string
}

/** The conditions of an answer, as authorizers and their rules come, without those that can no longer hold. */
export function conditionsLeft(answer: Answer, authorizer = ''): readonly LeftCondition[] {
  return [
    ...(answer.conditions ?? []).flatMap((one) => (one.condition === 'false' ? [] : [{ ...one, authorizer }])),
    ...(answer.parts ?? []).flatMap((part) => conditionsLeft(part, part.name)),
  ]
}

/** Where a condition comes from: the entry that it stands in, or the rules that it was made of. */
export function originsOf({ evidence, rules = [] }: Condition): readonly Evidence[] {
  return [...(evidence === undefined ? [] : [evidence]), ...rules]
}

/** Everything that had a part in what a check came to: what decided it, and where its conditions come from. */
export function evidenceFor(check: Pick<Check, 'answer' | 'settled'>): readonly Evidence[] {
  const { evidence } = settledAnswer(check)
  return [...(evidence === undefined ? [] : [evidence]), ...conditionsLeft(check.answer).flatMap(originsOf)]
}
