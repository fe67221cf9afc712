import type { Scenario, SentRequest } from '@authz-playground/engine'

/** Requests to one server in their order, and which of them is present: the one that is decided, shown and edited. */
export interface Sequence {
  readonly requests: readonly SentRequest[]
  readonly here: number
}

/** The longest pause between two requests that can be set. The server’s memory is of ten seconds. */
export const LONGEST_PAUSE = 60

/** More requests to one server than anybody looks through. All are decided at every keystroke. */
export const MOST_SENT = 50

/** How much later the same request is sent again, until somebody moves the clock. Seconds. */
const USUAL_PAUSE = 1

export function sequenceOf({ earlier = [], request, requestor, after = 0, later = [] }: Scenario): Sequence {
  return { requests: [...earlier, { request, requestor, after }, ...later], here: earlier.length }
}

/** What of a scenario says which requests are sent. */
type Requests = Required<Pick<Scenario, 'earlier' | 'request' | 'requestor' | 'after' | 'later'>>

function withSequence({ requests, here }: Sequence): Requests | undefined {
  const [first, ...others] = requests
  // The first request comes when it comes: no pause is before it.
  const settled = first === undefined ? [] : [{ ...first, after: 0 }, ...others]
  const present = settled[here]
  if (present === undefined) return undefined
  const { request, requestor, after = 0 } = present
  return { earlier: settled.slice(0, here), request, requestor, after, later: settled.slice(here + 1) }
}

/** The present request once more, behind itself: the copy is present then. */
export function sentAgain(scenario: Scenario): Partial<Requests> {
  const { request, requestor, earlier = [], after = 0 } = scenario
  return { earlier: [...earlier, { request, requestor, after }], after: USUAL_PAUSE }
}

/** Another request of the sequence as the present one. Nothing where there is no such request. */
export function madePresent(scenario: Scenario, index: number): Partial<Requests> {
  return withSequence({ ...sequenceOf(scenario), here: index }) ?? {}
}

/** The present request at another distance from the one before it, in whole seconds. Those behind keep theirs from it. */
export function movedTo(seconds: number): Partial<Requests> {
  return { after: Math.min(Math.max(0, Math.round(seconds)), LONGEST_PAUSE) }
}

/**
 * The sequence without the present request; the one before it is present then, else the one behind it. What comes behind
 * keeps its time on the clock, as far as a pause can be that long. Nothing where it is the only one.
 */
export function withoutPresent(scenario: Scenario): Partial<Requests> {
  const { requests, here } = sequenceOf(scenario)
  if (requests.length === 1) return {}
  const gone = requests[here]?.after ?? 0
  const left = requests.flatMap((one, index) => {
    if (index === here) return []
    return index === here + 1 ? [{ ...one, ...movedTo((one.after ?? 0) + gone) }] : [one]
  })
  return withSequence({ requests: left, here: Math.max(0, here - 1) }) ?? {}
}

/** The present request alone, to a server that has just started. */
export function startedAnew(): Partial<Requests> {
  return { earlier: [], after: 0, later: [] }
}

/** The same requests in a scenario, however it leaves out what is empty: to compare with. */
export function sentIn(scenario: Scenario): Sequence {
  const { requests, here } = sequenceOf(scenario)
  return {
    requests: requests.map(({ request: { form, text }, requestor, after = 0 }, index) => ({
      request: { form, text },
      requestor,
      after: index === 0 ? 0 : after,
    })),
    here,
  }
}
