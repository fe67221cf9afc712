import { decider, loadDesigns, type Scenario, type Trace } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { checksBefore } from '@authz-playground/examples/arguments'

const decide = await decider()

export const DESIGNS = await loadDesigns()

/** What came of a scenario; undefined where it is not decided. */
function traceIfDecided(scenario: Scenario): Trace | undefined {
  const { trace, errors } = decide(scenario, { cel: CEL })
  return errors.length > 0 ? undefined : trace
}

/** What came of a scenario. Throws where it is not decided: the page says nothing that was not computed. */
export function traceOf(scenario: Scenario): Trace {
  const trace = traceIfDecided(scenario)
  if (trace === undefined) throw new Error(`not decided under ${scenario.design}: ${scenario.request.text}`)
  return trace
}

interface Seen {
  /** The client’s HTTP status. */
  readonly code: number
  readonly allowed: boolean
  /** The checks of the impersonation, or of the review before it: all except those of the request itself. */
  readonly checks: number
}

export function outcomeOf(scenario: Scenario): Seen {
  return seen(traceOf(scenario))
}

export function outcomeIfDecided(scenario: Scenario): Seen | undefined {
  const trace = traceIfDecided(scenario)
  return trace && seen(trace)
}

function seen(trace: Trace): Seen {
  const { outcome } = trace
  return {
    code: outcome.code,
    allowed: outcome.kind === 'allowed',
    checks: checksBefore(trace),
  }
}
