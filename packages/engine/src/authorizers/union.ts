import type { Authorizer } from './authorizer.ts'

/**
 * Asks authorizers in turn until one allows or denies; otherwise joins their reasons by line breaks
 * (Go: `k8s.io/apiserver/pkg/authorization/union`).
 */
export function union(authorizers: readonly Authorizer[]): Authorizer {
  return {
    authorize(attributes) {
      const reasons: string[] = []
      for (const authorizer of authorizers) {
        const answer = authorizer.authorize(attributes)
        if (answer.decision !== 'NoOpinion') return answer
        if (answer.reason !== '') reasons.push(answer.reason)
      }
      return { decision: 'NoOpinion', reason: reasons.join('\n') }
    },
  }
}
