import type { Scenario, SentRequest } from '@authz-playground/engine'

/** Requests to one server in their order. The present one is decided, shown and edited. */
export interface Sequence {
  readonly requests: readonly SentRequest[]
  readonly here: number
}

/** The longest pause between two requests that can be set. The server’s memory is of ten seconds. */
export const LONGEST_PAUSE = 60

/** The most requests to one server. All of them are decided at every keystroke. */
export const MOST_SENT = 50

/** The pause before a request that is sent again, until somebody changes it. Seconds. */
const USUAL_PAUSE = 1

export function sequenceOf({ earlier = [], request, requestor, after = 0, later = [] }: Scenario): Sequence {
  return { requests: [...earlier, { request, requestor, after }, ...later], here: earlier.length }
}

/** The fields of a scenario that say which requests are sent. */
type Requests = Required<Pick<Scenario, 'earlier' | 'request' | 'requestor' | 'after' | 'later'>>

function withSequence({ requests, here }: Sequence): Requests | undefined {
  const [first, ...others] = requests
  // There is no pause before the first request.
  const settled = first === undefined ? [] : [{ ...first, after: 0 }, ...others]
  const present = settled[here]
  if (present === undefined) return undefined
  const { request, requestor, after = 0 } = present
  return { earlier: settled.slice(0, here), request, requestor, after, later: settled.slice(here + 1) }
}

/** Adds a copy of the present request after it. The copy becomes the present one. */
export function sentAgain(scenario: Scenario): Partial<Requests> {
  const { request, requestor, earlier = [], after = 0 } = scenario
  return { earlier: [...earlier, { request, requestor, after }], after: USUAL_PAUSE }
}

/** Replaces the present request by several of the same requestor, sent without a pause, of which one is present. */
export function sentOneByOne(scenario: Scenario, texts: readonly string[], shown: number): Partial<Requests> {
  const { requests, here } = sequenceOf(scenario)
  const { requestor, after = 0 } = scenario
  const own = texts.map((text, index) => ({
    request: { form: 'http' as const, text },
    requestor,
    after: index === 0 ? after : 0,
  }))
  const all = [...requests.slice(0, here), ...own, ...requests.slice(here + 1)]
  return withSequence({ requests: all, here: here + shown }) ?? {}
}

/** The other requests of a sequence once another request is written: reviews go, because the server remembers nothing of them. */
export function withoutReviews({ earlier = [], later = [] }: Scenario): Partial<Pick<Requests, 'earlier' | 'later'>> {
  const isKept = ({ request }: SentRequest): boolean => request.form !== 'review'
  if ([...earlier, ...later].every(isKept)) return {}
  return { earlier: earlier.filter(isKept), later: later.filter(isKept) }
}

/**
 * A change with what follows from it: other reviews of the same sender are about the next sender, too. So the two checks of one
 * step stay those of one user. A review that was sent again keeps its sender.
 */
export function withSenderOfReviews(scenario: Scenario, change: Partial<Scenario>): Partial<Scenario> {
  const { request, requestor: before, earlier = [], later = [] } = scenario
  const { requestor } = change
  if (requestor === undefined || change.request !== undefined || request.form !== 'review') return change
  const followed = (one: SentRequest): SentRequest => {
    const follows =
      one.request.form === 'review' &&
      one.request.text !== request.text &&
      JSON.stringify(one.requestor) === JSON.stringify(before)
    return follows ? { ...one, requestor } : one
  }
  return {
    ...change,
    ...(earlier.length > 0 && { earlier: earlier.map(followed) }),
    ...(later.length > 0 && { later: later.map(followed) }),
  }
}

/** Makes another request of the sequence the present one. Empty where there is no such request. */
export function madePresent(scenario: Scenario, index: number): Partial<Requests> {
  return withSequence({ ...sequenceOf(scenario), here: index }) ?? {}
}

/** Changes the pause before the present request, in whole seconds. Later requests keep their pauses. */
export function movedTo(seconds: number): Partial<Requests> {
  return { after: Math.min(Math.max(0, Math.round(seconds)), LONGEST_PAUSE) }
}

/**
 * Removes the present request. The one before it becomes present, or else the one after it. Later requests keep their
 * time on the clock, as far as a pause may be that long. Empty where there is only one request.
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

/** Only the present request, to a server that has just started. */
export function startedAnew(): Partial<Requests> {
  return { earlier: [], after: 0, later: [] }
}

/** The sequence of a scenario with its defaults filled in, for comparison. */
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
