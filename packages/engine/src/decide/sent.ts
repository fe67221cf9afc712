import type { Scenario, SentRequest } from './scenario.ts'

/** All requests of a scenario to its server, in their order. */
export function sentRequests({
  earlier = [],
  request,
  requestor,
  after,
  later = [],
}: Scenario): readonly SentRequest[] {
  return [...earlier, { request, requestor, ...(after !== undefined && { after }) }, ...later]
}

/** A scenario that shows another one of its requests. Undefined where there is none such. */
export function showing(scenario: Scenario, index: number): Scenario | undefined {
  const { earlier: _, later: __, after: ___, ...rest } = scenario
  const all = sentRequests(scenario)
  const shown = all[index]
  const later = all.slice(index + 1)
  return (
    shown && {
      ...rest,
      ...shown,
      ...(index > 0 && { earlier: all.slice(0, index) }),
      ...(later.length > 0 && { later }),
    }
  )
}

/** A scenario that ends with one of its requests, which is the one that is decided. Undefined where there is none such. */
export function endingWith(scenario: Scenario, index: number): Scenario | undefined {
  const shown = showing(scenario, index)
  if (shown === undefined) return undefined
  const { later: _, ...rest } = shown
  return rest
}
