import { describeObservedRequest } from '@authz-playground/engine/internal/logs'
import {
  type Agreement,
  agreementWith,
  distinctRequests,
  type Filling,
  type ObservedRequest,
  parseClusterOutput,
} from '@authz-playground/engine/logs'
import type { ObservedView } from './answer.ts'
import type { ScenarioDecision } from './decisions.ts'

export { filledScenario as fill } from '@authz-playground/engine/logs'

/** The most requests in the list. */
const MOST_SHOWN = 200

/** Compares the answer with the cluster’s; undefined where the cluster reported none. */
export function agreement(
  { decided, scenario }: ScenarioDecision,
  observed: ObservedRequest,
  filling: Filling,
): Agreement | undefined {
  if (decided.trace === undefined || decided.state !== 'decided') return undefined
  return agreementWith(filling, observed.answer.reason ?? '', scenario, decided.trace)
}

/** The requests that the output of a cluster reports. */
export function observedView(text: string, refusedOnly: boolean): ObservedView {
  const { requests: all, problems } = parseClusterOutput(text)
  const requests = distinctRequests(all)
  const refused = requests.filter(isRefused)
  const shown = (refusedOnly ? refused : requests).slice(0, MOST_SHOWN)
  return {
    shown: shown.map((one) => ({ observed: one, words: describeObservedRequest(one) })),
    total: requests.length,
    refused: refused.length,
    impersonated: requests.filter(({ impersonation }) => impersonation.kind === 'reported').length,
    problems,
  }
}

function isRefused({ answer }: ObservedRequest): boolean {
  return answer.authorization === 'forbidden' || answer.code === 403
}
