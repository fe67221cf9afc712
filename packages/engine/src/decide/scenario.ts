import type { ChangeTexts } from '../changes/index.ts'
import type { ClusterTexts } from '../cluster/index.ts'
import type { Assumptions } from '../designs/index.ts'
import type { RequestText } from '../http/index.ts'
import type { PlainUser } from '../kube/index.ts'

/** One of several requests to the same server, with its requestor. */
export interface SentRequest {
  readonly request: RequestText
  readonly requestor: PlainUser
  /** Seconds since the previous request; 0 by default. */
  readonly after?: number
}

/**
 * The whole input of a decision: the same scenario gives the same trace everywhere. The server has just started when the
 * first request arrives, and its memory lasts from one request to the next.
 */
export interface Scenario extends SentRequest, ClusterTexts, ChangeTexts {
  readonly version: 2
  /** The id of a design; {@link OWN_DESIGN} for that of `designText`. */
  readonly design: string
  /** The text of a design of one’s own (docs/design-language.md). It is kept while another design decides. */
  readonly designText?: string
  /** The chosen options of assumptions, by design. Assumptions that are not named have their default. */
  readonly assumptions?: Readonly<Record<string, Assumptions>>
  /**
   * Of a command that asks a question, the review that it sends is decided and shown, and not its answer. A choice of who
   * looks at it: no document has it.
   */
  readonly showsReview?: true
  /** Requests that the same server answered before this one, in order. */
  readonly earlier?: readonly SentRequest[]
  /** Requests that the server answers after this one, in order. They have no effect on this one. */
  readonly later?: readonly SentRequest[]
}

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

/** The scenario with another of its requests as the shown one. Undefined where it has no such request. */
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

/** The scenario cut after one of its requests, which is then the shown one. Undefined where it has no such request. */
export function endingWith(scenario: Scenario, index: number): Scenario | undefined {
  const shown = showing(scenario, index)
  if (shown === undefined) return undefined
  const { later: _, ...rest } = shown
  return rest
}
