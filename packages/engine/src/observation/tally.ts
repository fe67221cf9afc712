import type { Observation, SeenParts, SeenRequest, Unread } from './observation.ts'

/** When and where one request was seen. */
export interface Seen {
  /** Empty where there is none. */
  readonly id: string
  /** Whether its last stage was read. A request without an ID has one stage. */
  readonly isComplete: boolean
  readonly time: string
  readonly place: string
}

/** The most places that are kept for one request or reason. */
const MOST_PLACES = 3

interface Entry {
  readonly parts: SeenParts
  readonly ids: string[]
  /** The count of those without an ID. */
  others: number
  first: string
  last: string
  seenAt: readonly string[]
}

/** Counts requests and what could not be read. The order in which they are added does not matter. */
export class Tally {
  readonly #entries = new Map<string, Entry>()
  /** The keys of requests with an audit ID whose last stage was read. */
  readonly #complete = new Map<string, string>()
  /** Requests whose last stage was not read yet, by audit ID. */
  readonly #open = new Map<string, SeenRequest>()
  readonly #unread = new Map<string, { count: number; seenAt: readonly string[] }>()

  /** Counts one request. */
  add(parts: SeenParts, { id, isComplete, time, place }: Seen): void {
    const seenAt = place === '' ? [] : [place]
    if (id === '') this.#count(parts, { others: 1, ids: [], first: time, last: time, seenAt })
    else if (isComplete) this.#addComplete(parts, { id, first: time, last: time, seenAt })
    else this.#addOpen({ ...parts, count: 1, ids: [id], isOpen: true, first: time, last: time, seenAt })
  }

  /** Counts requests that were counted before. */
  addSeen(request: SeenRequest): void {
    const { ids = [], isOpen, count, first, last, seenAt, ...parts } = request
    if (isOpen === true) {
      this.#addOpen(request)
      return
    }
    const others = Math.max(0, count - ids.length)
    if (others > 0) this.#count(parts, { others, ids: [], first, last, seenAt })
    for (const id of ids) this.#addComplete(parts, { id, first, last, seenAt })
  }

  addUnread(reason: string, place: string, count = 1): void {
    this.#addReason({ reason, count, seenAt: place === '' ? [] : [place] })
  }

  addObservation({ requests, unread }: Observation): void {
    for (const request of requests) this.addSeen(request)
    for (const one of unread) this.#addReason(one)
  }

  /** The number of different requests so far. */
  get size(): number {
    return this.#entries.size + this.#open.size
  }

  observation(): Observation {
    const entries = [...this.#entries].filter(([, { ids, others }]) => ids.length + others > 0)
    const complete = entries.map(([key, { parts, ids, others, first, last, seenAt }]) => {
      const sorted = ids.sort()
      const counted = { count: sorted.length + others, ...(sorted.length > 0 && { ids: sorted }) }
      return { key, request: { ...parts, ...counted, first, last, seenAt } }
    })
    const open = [...this.#open].map(([id, request]) => ({ key: `${keyOf(partsOf(request))} ${id}`, request }))
    return {
      requests: [...complete, ...open].sort((a, b) => compared(a.key, b.key)).map(({ request }) => request),
      unread: [...this.#unread]
        .map(([reason, one]) => ({ reason, ...one }))
        .sort((a, b) => b.count - a.count || compared(a.reason, b.reason)),
    }
  }

  #addComplete(
    parts: SeenParts,
    { id, ...seen }: Pick<Entry, 'first' | 'last' | 'seenAt'> & { readonly id: string },
  ): void {
    this.#open.delete(id)
    const before = this.#complete.get(id)
    const key = keyOf(parts)
    if (before !== undefined) {
      // One ID stands for one request. Of two different ones, the same counts in any order.
      if (before <= key) return
      const entry = this.#entries.get(before)
      entry?.ids.splice(entry.ids.indexOf(id), 1)
    }
    this.#complete.set(id, key)
    this.#count(parts, { others: 0, ids: [id], ...seen }, key)
  }

  #addOpen(request: SeenRequest): void {
    const [id = ''] = request.ids ?? []
    if (this.#complete.has(id)) return
    const before = this.#open.get(id)
    if (before === undefined || openOrder(request, before) > 0) this.#open.set(id, request)
  }

  #count(parts: SeenParts, seen: Omit<Entry, 'parts'>, key = keyOf(parts)): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) {
      this.#entries.set(key, { parts, ...seen, ids: [...seen.ids] })
      return
    }
    entry.others += seen.others
    for (const id of seen.ids) entry.ids.push(id)
    if (seen.first !== '' && (entry.first === '' || seen.first < entry.first)) entry.first = seen.first
    if (seen.last > entry.last) entry.last = seen.last
    entry.seenAt = places(entry.seenAt, seen.seenAt)
  }

  #addReason({ reason, count, seenAt }: Unread): void {
    const known = this.#unread.get(reason) ?? { count: 0, seenAt: [] }
    this.#unread.set(reason, { count: known.count + count, seenAt: places(known.seenAt, seenAt) })
  }
}

/** The observation that reading the logs of all of them gives. */
export function mergeObservations(observations: readonly Observation[]): Observation {
  const tally = new Tally()
  for (const one of observations) tally.addObservation(one)
  return tally.observation()
}

/** Which of two early stages of one request counts: the one that tells the target, and then any, but always the same. */
function openOrder(one: SeenRequest, other: SeenRequest): number {
  const known = Number(one.target !== undefined) - Number(other.target !== undefined)
  return known !== 0 ? known : compared(keyOf(partsOf(one)) + one.first, keyOf(partsOf(other)) + other.first)
}

function partsOf({ requestor, target, attributes, answer, constraint }: SeenRequest): SeenParts {
  return { requestor, ...(target && { target }), attributes, answer, constraint }
}

function keyOf({ requestor, target, attributes: asked, answer, constraint }: SeenParts): string {
  const { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path } = asked
  return JSON.stringify([
    [requestor.username, requestor.groups, requestor.node],
    target && [
      target.username,
      target.uid,
      target.groups,
      Object.entries(target.extra).sort(([a], [b]) => compared(a, b)),
    ],
    [verb, apiGroup, apiVersion, resource, subresource, namespace, name, path],
    answer,
    constraint,
  ])
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first places of two lists: file by file, and in the order of their lines. */
function places(some: readonly string[], more: readonly string[]): readonly string[] {
  if (more.every((one) => some.includes(one))) return some
  if (some.length === MOST_PLACES && more.every((one) => placeOrder(one, some[MOST_PLACES - 1] as string) > 0))
    return some
  return [...new Set([...some, ...more])].sort(placeOrder).slice(0, MOST_PLACES)
}

function placeOrder(a: string, b: string): number {
  const [, fileA = a, lineA = '0'] = /^(.*):(\d+)$/.exec(a) ?? []
  const [, fileB = b, lineB = '0'] = /^(.*):(\d+)$/.exec(b) ?? []
  return compared(fileA, fileB) || Number(lineA) - Number(lineB)
}
