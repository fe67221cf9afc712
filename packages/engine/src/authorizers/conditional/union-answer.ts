import { aggregateErrors } from '../../go/index.ts'
import type { Answer, Effect, NamedAnswer } from '../../kube/index.ts'

/**
 * Joins the answers of several authorizers, in their order (Go: `ConditionsAwareDecisionUnion.ToDecision`). If only one
 * decision is possible, the result has that decision; otherwise it is conditional, with these parts. Parts after an
 * unconditional Allow or Deny are dropped. Each reason follows the name of its authorizer, in braces, whatever it begins
 * with: one of RBAC reads `rbac: {RBAC: allowed by …}`.
 */
export function unionAnswer(answers: readonly NamedAnswer[]): Answer {
  const end = answers.findIndex(hasUnconditionalAllowOrDeny)
  const parts = end === -1 ? answers : answers.slice(0, end + 1)
  const [only, ...others] = possibleOf(parts)
  if (only === undefined || others.length > 0) return { decision: 'Conditional', reason: '', parts }
  const said = parts.flatMap((part) => saidBy(part, only, [part.name]))
  const errors = said.flatMap(({ error }) => (error === undefined ? [] : [error]))
  const deciding = parts.find(({ decision }) => decision === only && only !== 'NoOpinion')
  return {
    decision: only,
    reason: said.flatMap(({ reason }) => (reason === undefined ? [] : [reason])).join(', '),
    ...(errors.length > 0 && { error: aggregateErrors(errors) }),
    ...(deciding?.evidence && { evidence: deciding.evidence }),
  }
}

/** Whether an answer has an Allow or a Deny that depends on no condition. No authorizer after it is asked. */
export function hasUnconditionalAllowOrDeny({ decision, parts }: Answer): boolean {
  return decision === 'Allow' || decision === 'Deny' || (parts?.some(hasUnconditionalAllowOrDeny) ?? false)
}

/** The decisions that are possible for an answer. */
function possibleDecisions(answer: Answer): ReadonlySet<Effect> {
  if (answer.decision !== 'Conditional') return new Set([answer.decision])
  if (answer.parts !== undefined) return possibleOf(answer.parts)
  const effects = answer.conditions?.map(({ effect }) => effect) ?? []
  return new Set<Effect>(['NoOpinion', ...effects])
}

/**
 * The decision if nobody evaluates the conditions, or if evaluating them fails: Deny if that is possible (Go:
 * `ConditionsAwareDecision.FailureDecision`).
 */
export function failedClosed(answer: Answer): Effect {
  return possibleDecisions(answer).has('Deny') ? 'Deny' : 'NoOpinion'
}

function possibleOf(parts: readonly Answer[]): ReadonlySet<Effect> {
  const possible = new Set<Effect>(['NoOpinion'])
  for (const part of parts) for (const decision of possibleDecisions(part)) possible.add(decision)
  if (parts.some(hasUnconditionalAllowOrDeny)) possible.delete('NoOpinion')
  return possible
}

function saidBy(
  answer: Answer,
  decision: Effect,
  names: readonly string[],
): readonly { readonly reason?: string; readonly error?: string }[] {
  if (answer.decision === decision) {
    const { reason, error } = answer
    const before = names.join(': ')
    return [
      {
        ...(reason !== '' && { reason: `${before}: {${reason}}` }),
        ...(error !== undefined && { error: `${before}: ${error}` }),
      },
    ]
  }
  return answer.parts?.flatMap((part) => saidBy(part, decision, [...names, part.name])) ?? []
}
