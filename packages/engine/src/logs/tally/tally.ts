import { AuditIds, STARTED, UNKNOWN } from './audit-ids.ts'
import { Places } from './log-places.ts'
import { HashTable, hashOf, Numbers, Texts } from './numbers.ts'
import type { Observation, SeenAnswer, SeenParts, SeenRequest, Unread } from './observation.ts'

/** When and where one request was seen. */
export interface Seen {
  /** Empty where there is none. */
  readonly id: string
  /** Whether its last stage was read. A request without an ID has one stage. */
  readonly isComplete: boolean
  readonly time: string
  readonly place: string
}

/** So many users, targets and answers are kept as objects. */
const MOST_PARSED = 10_000

/** The reason for requests of which only the first stage was read. */
const ONLY_STARTED = 'The log has only the first stage of the request'

/**
 * Counts requests and what could not be read. The order in which they are added does not matter. A million different requests
 * take some 300 MB: the texts of a request are kept once each, as bytes, and everything else as numbers.
 */
export class Tally {
  readonly #texts = new Texts()
  /** Of each different request: the numbers of its texts. */
  readonly #parts = [0, 1, 2, 3].map(() => new Numbers(Int32Array)) as [Numbers, Numbers, Numbers, Numbers]
  readonly #table = new HashTable()
  #size = 0
  /** The count of those without an audit ID. */
  readonly #others = new Numbers(Float64Array)
  /** Microseconds since 1970; 0 where there is none. */
  readonly #first = new Numbers(Float64Array)
  readonly #last = new Numbers(Float64Array)
  readonly #places = new Places()
  /** Users, targets and answers by the number of their text. */
  readonly #parsedTexts = new Map<number, unknown>()
  readonly #ids = new AuditIds()
  /** Requests whose last stage was not read, by the number of their ID. */
  readonly #open = new Map<number, SeenRequest>()
  readonly #unread = new Map<string, { count: number; seenAt: readonly string[] }>()

  /** Counts one request. */
  add(parts: SeenParts, { id, isComplete, time, place }: Seen): void {
    const where = this.#places.numberOf(place)
    if (id === '') this.#count(this.#entryOf(parts), 1, timeOf(time), timeOf(time), [where])
    else if (isComplete) this.#addComplete(parts, id, timeOf(time), timeOf(time), [where])
    else {
      const seenAt = place === '' ? [] : [place]
      this.#addOpen({
        ...parts,
        count: 1,
        ids: [id],
        isOpen: true,
        first: textOf(timeOf(time)),
        last: textOf(timeOf(time)),
        seenAt,
      })
    }
  }

  /** Counts a request of which an event is of the first stage, which does not tell enough. */
  addStarted(id: string, place: string): void {
    const number = this.#ids.numberOf(id)
    if (this.#ids.value(number) === UNKNOWN) this.#ids.set(number, STARTED, this.#places.numberOf(place))
  }

  /** Counts requests that were counted before. */
  addSeen(request: SeenRequest): void {
    const { ids = [], isOpen, count, first, last, seenAt } = request
    if (isOpen === true) {
      this.#addOpen(request)
      return
    }
    const parts = partsOf(request)
    const places = seenAt.map((place) => this.#places.numberOf(place))
    const others = Math.max(0, count - ids.length)
    if (others > 0) this.#count(this.#entryOf(parts), others, timeOf(first), timeOf(last), places)
    for (const id of ids) this.#addComplete(parts, id, timeOf(first), timeOf(last), places)
  }

  addUnread({ reason, count, seenAt, ids }: Unread): void {
    if (ids !== undefined) {
      for (const id of ids) this.addStarted(id, seenAt[0] ?? '')
      return
    }
    const known = this.#unread.get(reason) ?? { count: 0, seenAt: [] }
    this.#unread.set(reason, { count: known.count + count, seenAt: this.#places.merged(known.seenAt, seenAt) })
  }

  addObservation({ requests, unread }: Observation): void {
    for (const request of requests) this.addSeen(request)
    for (const one of unread) this.addUnread(one)
  }

  /** The number of different requests so far. */
  get size(): number {
    return this.#size + this.#open.size
  }

  /** The different requests in the order of an observation, made one by one; with `impersonated` those with a target alone. */
  *requests({ impersonated = false } = {}): Generator<SeenRequest, void> {
    const idsOf = this.#idsByEntry()
    const [, targets] = this.#parts
    const nobody = this.#texts.numberOf('')
    const entries: number[] = []
    for (let entry = 0; entry < this.#size; entry++) {
      if (impersonated && targets.get(entry) === nobody) continue
      if (this.#others.get(entry) > 0 || idsOf.count(entry) > 0) entries.push(entry)
    }
    entries.sort((a, b) => this.#compare(a, b))
    const open = [...this.#open.values()]
      .filter(({ target }) => !impersonated || target !== undefined)
      .sort((a, b) => compared(openKey(a), openKey(b)))
    for (const entry of entries) {
      const ids = idsOf.of(entry)
      const [first, last] = [this.#first.get(entry), this.#last.get(entry)]
      const time = textOf(first)
      const { requestor, target, attributes, answer, constraint } = this.#partsAt(entry)
      yield {
        requestor,
        ...(target && { target }),
        attributes,
        answer,
        constraint,
        count: ids.length + this.#others.get(entry),
        ...(ids.length > 0 && { ids }),
        first: time,
        last: last === first ? time : textOf(last),
        seenAt: this.#places.of(entry),
      }
    }
    yield* open
  }

  /** What could not be read. */
  unread(): readonly Unread[] {
    const started = this.#startedIds()
    const all: Unread[] = [...this.#unread].map(([reason, one]) => ({ reason, ...one }))
    if (started.length > 0) {
      const seenAt = this.#places.merged(
        [],
        started.map((number) => this.#places.text(this.#ids.place(number))),
      )
      const ids = started.map((number) => this.#ids.text(number)).sort()
      all.push({ reason: ONLY_STARTED, count: ids.length, seenAt, ids })
    }
    return all.sort((a, b) => b.count - a.count || compared(a.reason, b.reason))
  }

  observation(only: { readonly impersonated?: boolean } = {}): Observation {
    return { requests: [...this.requests(only)], unread: this.unread() }
  }

  #startedIds(): readonly number[] {
    const started: number[] = []
    for (let number = 0; number < this.#ids.size; number++) {
      if (this.#ids.value(number) === STARTED && !this.#open.has(number)) started.push(number)
    }
    return started
  }

  #addComplete(parts: SeenParts, id: string, first: number, last: number, places: readonly number[]): void {
    const number = this.#ids.numberOf(id)
    this.#open.delete(number)
    const entry = this.#entryOf(parts)
    const before = this.#ids.value(number)
    // One ID stands for one request. Of two different ones, the same counts in any order.
    if (before >= 0 && (before === entry || this.#compare(before, entry) <= 0)) return
    this.#ids.set(number, entry)
    this.#count(entry, 0, first, last, places)
  }

  #addOpen(request: SeenRequest): void {
    const number = this.#ids.numberOf(request.ids?.[0] ?? '')
    if (this.#ids.value(number) >= 0) return
    const before = this.#open.get(number)
    if (before === undefined || openOrder(request, before) > 0) this.#open.set(number, request)
  }

  /** The number of a different request; a new one where it was not seen. */
  #entryOf(parts: SeenParts): number {
    const [who, as, asked, answered] = textsOf(parts)
    const a = this.#texts.numberOf(who)
    const b = this.#texts.numberOf(as)
    const c = this.#texts.numberOf(asked)
    const d = this.#texts.numberOf(answered)
    const hash = hashOf(a, b, c, d)
    const [first, second, third, fourth] = this.#parts
    const found = this.#table.find(
      hash,
      (at) => first.get(at) === a && second.get(at) === b && third.get(at) === c && fourth.get(at) === d,
    )
    if (found !== -1) return found
    const entry = this.#size++
    first.set(entry, a)
    second.set(entry, b)
    third.set(entry, c)
    fourth.set(entry, d)
    this.#others.set(entry, 0)
    this.#first.set(entry, 0)
    this.#last.set(entry, 0)
    this.#table.add(entry, hash, (at) => hashOf(first.get(at), second.get(at), third.get(at), fourth.get(at)))
    return entry
  }

  #count(entry: number, others: number, first: number, last: number, places: readonly number[]): void {
    if (others > 0) this.#others.set(entry, this.#others.get(entry) + others)
    const before = this.#first.get(entry)
    if (first !== 0 && (before === 0 || first < before)) this.#first.set(entry, first)
    const latest = this.#last.get(entry)
    // Times before 1970 are negative: a server without a clock writes year 1.
    if (last !== 0 && (latest === 0 || last > latest)) this.#last.set(entry, last)
    for (const place of places) this.#places.add(entry, place)
  }

  #compare(one: number, other: number): number {
    for (const part of this.#parts) {
      const [a, b] = [part.get(one), part.get(other)]
      if (a !== b) return this.#texts.compare(a, b)
    }
    return 0
  }

  /** Of many requests the same objects: few users ask for much. */
  #partsAt(entry: number): SeenParts {
    const [requestor, target, attributes, answer] = this.#parts
    const as = this.#parsed(target.get(entry), targetOfText)
    return {
      requestor: this.#parsed(requestor.get(entry), requestorOfText) as SeenParts['requestor'],
      ...(as !== undefined && { target: as }),
      attributes: attributesOfText(this.#texts.text(attributes.get(entry))),
      ...(this.#parsed(answer.get(entry), answerOfText) as Pick<SeenParts, 'answer' | 'constraint'>),
    }
  }

  #parsed<Part>(text: number, parse: (text: string) => Part): Part {
    if (this.#parsedTexts.has(text)) return this.#parsedTexts.get(text) as Part
    const part = parse(this.#texts.text(text))
    if (this.#parsedTexts.size > MOST_PARSED) this.#parsedTexts.clear()
    this.#parsedTexts.set(text, part)
    return part
  }

  /** The complete IDs, by request. */
  #idsByEntry() {
    const counts = new Int32Array(this.#size + 1)
    for (let number = 0; number < this.#ids.size; number++) {
      const entry = this.#ids.value(number)
      if (entry >= 0) counts[entry + 1] = (counts[entry + 1] as number) + 1
    }
    for (let at = 0; at < this.#size; at++) counts[at + 1] = (counts[at + 1] as number) + (counts[at] as number)
    const next = counts.slice()
    const sorted = new Int32Array(counts[this.#size] as number)
    for (let number = 0; number < this.#ids.size; number++) {
      const entry = this.#ids.value(number)
      if (entry < 0) continue
      const at = next[entry] as number
      sorted[at] = number
      next[entry] = at + 1
    }
    return {
      count: (entry: number): number => (counts[entry + 1] as number) - (counts[entry] as number),
      of: (entry: number): readonly string[] =>
        Array.from(sorted.subarray(counts[entry], counts[entry + 1]), (number) => this.#ids.text(number)).sort(),
    }
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
  return known !== 0 ? known : compared(openKey(one) + one.first, openKey(other) + other.first)
}

function openKey(request: SeenRequest): string {
  return [...textsOf(request), ...(request.ids ?? [])].join('\n')
}

function partsOf({ requestor, target, attributes, answer, constraint }: SeenRequest): SeenParts {
  return { requestor, ...(target && { target }), attributes, answer, constraint }
}

/** The parts as texts, in the order by which requests are sorted: who, as whom, what, with which answer. */
function textsOf({
  requestor,
  target,
  attributes: asked,
  answer,
  constraint,
}: SeenParts): readonly [string, string, string, string] {
  const { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path } = asked
  const extra = target && Object.entries(target.extra).sort(([a], [b]) => compared(a, b))
  return [
    JSON.stringify([requestor.username, requestor.groups, requestor.node]),
    target === undefined ? '' : JSON.stringify([target.username, target.uid, target.groups, extra]),
    path === ''
      ? JSON.stringify([verb, apiGroup, apiVersion, resource, subresource, namespace, name])
      : JSON.stringify([verb, path]),
    JSON.stringify([answer, constraint]),
  ]
}

function requestorOfText(text: string): SeenParts['requestor'] {
  const [username, groups, node] = JSON.parse(text) as [string, readonly string[], string]
  return { username, groups, node }
}

function attributesOfText(text: string): SeenParts['attributes'] {
  const [verb = '', ...rest] = JSON.parse(text) as readonly string[]
  const [apiGroup = '', apiVersion = '', resource = '', subresource = '', namespace = '', name = ''] =
    rest.length > 1 ? rest : []
  const path = rest.length === 1 ? (rest[0] as string) : ''
  return { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path }
}

function answerOfText(text: string): Pick<SeenParts, 'answer' | 'constraint'> {
  const [answer, constraint] = JSON.parse(text) as [SeenAnswer, string]
  return { answer, constraint }
}

function targetOfText(text: string): SeenParts['target'] {
  if (text === '') return undefined
  const [username, uid, groups, extra] = JSON.parse(text) as [
    string,
    string,
    readonly string[],
    readonly (readonly [string, readonly string[]])[],
  ]
  return { username, uid, groups, extra: Object.fromEntries(extra) }
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** `2026-11-23T10:00:00.123456Z`, as audit events have it. */
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/

/** Whether a time is one that is kept. */
export function isKeptTime(text: string): boolean {
  return text === '' || timeOf(text) !== 0
}

/** Microseconds since 1970; 0 for a text that is not a time. */
function timeOf(text: string): number {
  const [, seconds = '', fraction = '', zone = ''] = TIME.exec(text) ?? []
  if (seconds === '') return 0
  const milliseconds = Date.parse(`${seconds}${zone}`)
  return Number.isNaN(milliseconds) ? 0 : milliseconds * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

function textOf(microseconds: number): string {
  if (microseconds === 0) return ''
  const fraction = String(((microseconds % 1e6) + 1e6) % 1e6).padStart(6, '0')
  return new Date(Math.floor(microseconds / 1e6) * 1000).toISOString().replace(/\.\d+Z$/, `.${fraction}Z`)
}
