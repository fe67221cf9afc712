import { escapedJSON, fieldOf, isJSONObject, type JSONObject } from '../../text/index.ts'
import type { SeenAnswer, SeenRequest, SeenTarget, Unread } from './observation.ts'

/**
 * An observation as lines of JSON: a header, then each request, then what could not be read. Equal observations print equal
 * texts. `docs/large-logs.md` lists the fields.
 */
export function* observationLines({ requests, unread }: ObservationParts): Generator<string, void> {
  yield '{"observation":1}'
  for (const one of requests) yield escapedJSON(JSON.stringify(requestValue(one)))
  for (const { reason, count, seenAt, ids } of unread) {
    yield escapedJSON(JSON.stringify({ unread: reason, count, seen: seenAt, ...(ids && { ids }) }))
  }
}

/** An observation whose requests may be made one by one. */
export interface ObservationParts {
  readonly requests: Iterable<SeenRequest>
  readonly unread: readonly Unread[]
}

function requestValue(request: SeenRequest) {
  const { requestor, target, attributes, answer, constraint, count, first, last, seenAt, ids, isOpen } = request
  const { verb, apiGroup, apiVersion, resource, subresource, namespace, name, path } = attributes
  return {
    user: requestor.username,
    groups: requestor.groups,
    ...(requestor.node !== '' && { node: requestor.node }),
    ...(target && { as: { user: target.username, uid: target.uid, groups: target.groups, extra: target.extra } }),
    verb,
    ...(path === '' ? { apiGroup, apiVersion, resource, subresource, namespace, name } : { path }),
    answer,
    constraint,
    count,
    first,
    last,
    seen: seenAt,
    ...(ids && { ids }),
    ...(isOpen && { open: true }),
  }
}

/** What one line of an observation says. */
export type ObservationLine =
  | { readonly kind: 'header' }
  | { readonly kind: 'request'; readonly request: SeenRequest }
  | { readonly kind: 'unread'; readonly unread: Unread }
  | { readonly kind: 'bad'; readonly reason: string }

/** Reads one line of an observation; undefined for a value that is none, such as an audit event. */
export function readObservationLine(value: unknown): ObservationLine | undefined {
  if (!isJSONObject(value)) return undefined
  const read = new LineFields(value)
  if (Object.hasOwn(value, 'observation')) {
    const version = fieldOf(value, 'observation')
    return version === 1
      ? { kind: 'header' }
      : {
          kind: 'bad',
          reason:
            typeof version === 'number'
              ? `An observation of version ${version} is not known`
              : 'The version of the observation is not a number',
        }
  }
  if (typeof fieldOf(value, 'unread') === 'string') {
    const ids = read.texts('ids')
    const unread = {
      reason: read.text('unread'),
      count: read.count(),
      seenAt: read.texts('seen'),
      ...(ids.length > 0 && { ids }),
    }
    return read.line({ kind: 'unread', unread })
  }
  if (typeof fieldOf(value, 'user') !== 'string' || typeof fieldOf(value, 'verb') !== 'string') return undefined
  const as = fieldOf(value, 'as')
  const ids = [...new Set(read.texts('ids'))].sort()
  const isOpen = fieldOf(value, 'open') === true
  const request: SeenRequest = {
    requestor: { username: read.text('user'), groups: [...read.texts('groups')].sort(), node: read.text('node') },
    ...(as !== undefined && as !== null && { target: targetOf(as, read) }),
    attributes: {
      verb: read.text('verb'),
      apiGroup: read.text('apiGroup'),
      apiVersion: read.text('apiVersion'),
      resource: read.text('resource'),
      subresource: read.text('subresource'),
      namespace: read.text('namespace'),
      name: read.text('name'),
      path: read.text('path'),
    },
    answer: read.answer(),
    constraint: read.text('constraint'),
    count: isOpen ? 1 : Math.max(read.count(), ids.length),
    ...(ids.length > 0 && { ids }),
    ...(isOpen && { isOpen }),
    first: read.text('first'),
    last: read.text('last'),
    seenAt: read.texts('seen'),
  }
  const { path, resource } = request.attributes
  if ((path === '') === (resource === '')) read.refuse('Either path or resource is expected')
  if (isOpen && ids.length !== 1) read.refuse('An open request has one of ids')
  return read.line({ kind: 'request', request })
}

function targetOf(as: unknown, line: LineFields): SeenTarget {
  if (!isJSONObject(as)) {
    line.refuse('as is not an object')
    return { username: '', uid: '', groups: [], extra: {} }
  }
  const read = new LineFields(as, line)
  const username = read.text('user')
  if (username === '') line.refuse('as has no user')
  return { username, uid: read.text('uid'), groups: read.texts('groups'), extra: read.extra() }
}

/** Reads fields, and remembers the first one that is of another type. */
class LineFields {
  #bad: string | undefined

  constructor(
    readonly value: JSONObject,
    readonly parent?: LineFields,
  ) {}

  refuse(reason: string): void {
    if (this.parent === undefined) this.#bad ??= reason
    else this.parent.refuse(reason)
  }

  line(read: ObservationLine): ObservationLine {
    return this.#bad === undefined ? read : { kind: 'bad', reason: `A line of an observation: ${this.#bad}` }
  }

  text(name: string): string {
    const value = fieldOf(this.value, name)
    if (value === undefined || value === null) return ''
    if (typeof value === 'string') return value
    this.refuse(`${name} is not a string`)
    return ''
  }

  texts(name: string): readonly string[] {
    const value = fieldOf(this.value, name)
    if (value === undefined || value === null) return []
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
    this.refuse(`${name} is not a list of strings`)
    return []
  }

  count(): number {
    // Engines that have integers of 64 bits print them as strings.
    const value = Number(fieldOf(this.value, 'count') ?? 1)
    if (Number.isSafeInteger(value) && value > 0) return value
    this.refuse('count is not a number of requests')
    return 1
  }

  answer(): SeenAnswer {
    const value = this.text('answer')
    if (value === 'allowed' || value === 'forbidden' || value === 'unknown') return value
    this.refuse('answer is none of allowed, forbidden and unknown')
    return 'unknown'
  }

  extra(): Readonly<Record<string, readonly string[]>> {
    const value = fieldOf(this.value, 'extra')
    if (value === undefined || value === null) return {}
    if (!isJSONObject(value)) {
      this.refuse('extra is not an object')
      return {}
    }
    const read = new LineFields(value, this)
    return Object.fromEntries(Object.keys(value).map((key) => [key, read.texts(key)]))
  }
}
