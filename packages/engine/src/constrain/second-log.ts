import { constrained } from '../designs/index.ts'
import { nearestInWords } from '../explain/index.ts'
import { type DecidedRequest, type Observation, RequestDecider, type SeenRequest } from '../logs/index.ts'
import type { RichText } from '../trace/index.ts'
import type { ConstrainPlan } from './constrain.ts'

/** A request that legacy impersonation allowed while the new rules were in force. */
export interface FallenThrough {
  readonly request: SeenRequest
  /**
   * `remembered`: the new rules allow it. The API server tries first what worked last for the requestor, and that was the legacy
   * verb (Go: `modeIndexCache`). `missing`: the new rules do not allow it, so it fails without the legacy verb.
   */
  readonly because: 'remembered' | 'missing'
  /** Of `missing`: the rule that nearly fits its first check without an Allow. Absent where none comes close. */
  readonly near?: RichText
}

/** The requests of a second log, taken while the new rules and the legacy ones are in force, that still need the legacy verb. */
export function fallenThrough({ after }: Pick<ConstrainPlan, 'after'>, second: Observation): readonly FallenThrough[] {
  const decider = new RequestDecider(constrained, true)
  return second.requests.flatMap((request): readonly FallenThrough[] => {
    if (request.target === undefined || request.constraint !== '' || request.answer !== 'allowed') return []
    const decided = decider.decide(request, ({ attributes }) => after.rbac.authorize(attributes))
    if (decided.impersonatedUser !== undefined) return [{ request, because: 'remembered' }]
    const missing = firstMissing(decided)
    const near = missing && nearestInWords(after, missing)
    return [{ request, because: 'missing', ...(near && { near }) }]
  })
}

/** The first check of a constrained mode that was not allowed. */
function firstMissing({ checks }: DecidedRequest) {
  return checks.find(
    ({ phase, answer, attributes: { verb } }) =>
      phase === 'impersonation' && answer.decision !== 'Allow' && verb !== 'impersonate',
  )?.attributes
}
