import type { Answer, Condition } from '../kube/index.ts'
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
