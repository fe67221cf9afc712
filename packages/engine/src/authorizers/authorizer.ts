import type { Answer, Attributes } from '../kube/index.ts'

/** Anything that can answer an access review (Go: `authorizer.Authorizer`). Pure: same question, same answer. */
export interface Authorizer {
  authorize(attributes: Attributes): Answer
}

export const NO_OPINION: Answer = { decision: 'NoOpinion', reason: '' }
