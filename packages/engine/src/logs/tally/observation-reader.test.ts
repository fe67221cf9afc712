import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeObservations, type Observation, ObservationReader, observationLines } from '../index.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function read(text: string | Uint8Array, pieces = Number.POSITIVE_INFINITY, name = 'audit.log'): Observation {
  const reader = new ObservationReader()
  const all = typeof text === 'string' ? bytes(text) : text
  reader.begin(name)
  for (let at = 0; at < all.length; at += pieces) reader.read(all.subarray(at, at + pieces))
  reader.end()
  return reader.observation()
}

const printed = (observation: Observation): string => [...observationLines(observation)].join('\n')

/** What was seen, a line each. */
const seen = ({ requests }: Observation) =>
  requests.map(({ requestor, target, attributes, answer, count }) =>
    [
      requestor.username,
      target && `as ${target.username}`,
      attributes.verb,
      attributes.resource || attributes.path,
      attributes.name,
      answer,
      count,
    ]
      .filter((word) => word !== undefined && word !== '')
      .join(' '),
  )

const unread = ({ unread }: Observation) =>
  unread.map(({ reason, count, seenAt }) => `${count} ${reason} ${seenAt.join(' ')}`)

interface Asked {
  readonly id?: string
  readonly stage?: string
  readonly uri?: string
  readonly verb?: string
  readonly as?: string
  readonly user?: string
}

const event = ({
  id = 'a',
  stage = 'ResponseComplete',
  uri = '/api/v1/namespaces/prod/pods',
  verb = 'list',
  as,
  user = 'portal',
}: Asked) => ({
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: id,
  stage,
  requestURI: uri,
  verb,
  user: { username: user, groups: ['system:authenticated', 'devs'] },
  ...(as !== undefined &&
    stage !== 'RequestReceived' && { impersonatedUser: { username: as, groups: ['system:authenticated'] } }),
  objectRef: { resource: 'pods', namespace: 'prod', name: 'from-the-body', apiVersion: 'v1' },
  ...(stage !== 'RequestReceived' && { responseStatus: { code: 200 } }),
  requestReceivedTimestamp: `2026-11-23T10:00:0${id.length % 10}.000000Z`,
  ...(stage === 'ResponseComplete' && {
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  }),
})
const line = (asked: Asked): string => JSON.stringify(event(asked))

describe('a log of audit events', () => {
  it('is read one event a line, with what authorization saw', () => {
    const log = [
      line({ id: '1', as: 'jane' }),
      line({ id: '2', as: 'jane', uri: '/api/v1/namespaces/prod/pods?limit=500' }),
      line({ id: '3', verb: 'create' }),
      line({
        id: '4',
        verb: 'watch',
        uri: '/api/v1/namespaces/prod/pods?watch=true&fieldSelector=metadata.name%3Dweb',
      }),
      line({ id: '5', verb: 'get', uri: '/healthz?verbose' }),
    ]
    const observation = read(log.join('\n'))
    expect(seen(observation)).toEqual([
      'portal create pods allowed 1',
      'portal get /healthz allowed 1',
      'portal watch pods web allowed 1',
      'portal as jane list pods allowed 2',
    ])
    expect(observation.requests[3]).toMatchObject({
      requestor: { groups: ['devs', 'system:authenticated'], node: '' },
      ids: ['1', '2'],
      seenAt: ['audit.log:1', 'audit.log:2'],
    })
  })

  it('counts a request once, by its last stage and its audit ID', () => {
    const log = [
      line({ stage: 'RequestReceived', as: 'jane' }),
      line({ stage: 'ResponseComplete', as: 'jane' }),
      line({ stage: 'ResponseComplete', as: 'jane' }),
      line({ id: 'open', stage: 'ResponseStarted', as: 'jane', verb: 'watch', uri: '/api/v1/pods?watch=1' }),
    ]
    for (const order of [log, log.toReversed()]) {
      const observation = read(order.join('\n'))
      expect(seen(observation)).toEqual(['portal as jane list pods allowed 1', 'portal as jane watch pods allowed 1'])
      expect(observation.requests[1]).toMatchObject({ isOpen: true, ids: ['open'] })
      expect(observation.unread).toEqual([])
    }
  })

  it('may be a list, in one line or many, or have commas', () => {
    const events = [event({ id: '1', as: 'jane' }), event({ id: '2', as: 'dana' })]
    const list = { kind: 'EventList', apiVersion: 'audit.k8s.io/v1', metadata: { items: ['x'] }, items: events }
    const expected = ['portal as dana list pods allowed 1', 'portal as jane list pods allowed 1']
    for (const text of [
      JSON.stringify(list),
      JSON.stringify(list, undefined, 2),
      `${JSON.stringify(list)}\n${JSON.stringify(list)}`,
      JSON.stringify(events),
      JSON.stringify(events, undefined, '\t'),
      `[\n${events.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
      events.map((one) => JSON.stringify(one, undefined, 2)).join('\n'),
      events.map((one) => JSON.stringify({ log: JSON.stringify(one), stream: 'stdout' })).join('\r\n'),
      `\ufeff${events.map((one) => JSON.stringify(one)).join('\n')}`,
    ]) {
      const observation = read(text)
      expect(seen(observation)).toEqual(expected)
      expect(observation.unread).toEqual([])
    }
  })

  it('may be wrapped by log collectors, and counts once all the same', () => {
    const all = [event({ stage: 'RequestReceived' }), event({ as: 'jane' }), event({ as: 'jane' })].map((one) =>
      JSON.stringify(one),
    )
    const plain = read(all.join('\n'))
    for (const wrapped of [
      all.map((log) => JSON.stringify({ log: `${log}\n`, stream: 'stdout' })),
      all.map((log) => `2026-11-23T10:00:00.000000001Z stdout F ${log}`),
      all.map((log) => JSON.stringify({ ts: 1, record: { message: JSON.stringify({ msg: log }) } })),
      all.map((log) => JSON.stringify({ jsonPayload: JSON.parse(log) })),
    ]) {
      expect(printed(read(wrapped.join('\n')))).toBe(printed(plain))
    }
  })

  it('gives the same however it is cut into pieces', () => {
    const log = `${line({ id: '1', as: 'jäne' })}\nno event\n${JSON.stringify([event({ id: '2', as: '日本' })], undefined, 1)}\n${line({ id: '3' })}`
    const whole = printed(read(log))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (pieces) => {
        expect(printed(read(log, pieces))).toBe(whole)
      }),
    )
  })
})

describe('a log of the API server itself', () => {
  it('is read with the lines about one request together', () => {
    const check = (verb: string, resource: string, name: string): string =>
      `I1122 02:08:12.464287     408 mode.go:284] "Impersonation authorization check" username="ctl" uid="" groups=["ops"] extra=null isResourceRequest=true namespace="" verb="${verb}" group="" version="v1" resource="${resource}" subresource="" name="${name}" fieldSelector=null labelSelector="" path="" decision="Allow" reason="" err=null`
    const log = [
      'I1122 02:08:12.000000     408 server.go:1] "Serving" address="[::]:6443"',
      check('impersonate-on:user-info:list', 'pods', ''),
      check('impersonate:user-info', 'users', 'jane'),
    ].join('\n')
    const observation = read(log, 77)
    expect(seen(observation)).toEqual(['ctl as jane list pods unknown 1'])
    expect(observation.requests[0]).toMatchObject({ constraint: 'impersonate:user-info', first: '' })
    expect(unread(observation)).toEqual(['1 The line reports no request audit.log:1'])
  })
})

describe('what cannot be read', () => {
  it('is counted by its reason, with its first lines', () => {
    const whole = line({ id: '1', as: 'jane' })
    const log = [
      whole.slice(0, 100),
      whole,
      `${whole.slice(0, 50)}${whole}`,
      '{"kind":"Pod","apiVersion":"v1"}',
      '7',
      'hello',
      '{"kind":"Event","apiVersion":"audit.k8s.io/v1","stage":"ResponseComplete","requestURI":"/","verb":"get","user":{}}',
      '{"__proto__": {"kind": "Event"}, "items": 7}',
    ]
    const observation = read(log.join('\n'))
    expect(seen(observation)).toEqual(['portal as jane list pods allowed 1'])
    const reasons = new Map(observation.unread.map(({ reason, count }) => [reason, count]))
    expect([...reasons.values()].reduce((sum, count) => sum + count, 0)).toBe(log.length - 1)
    expect(unread(observation).join('\n')).toContain('This begins like JSON and does not end')
  })

  it('is a line that is too long, and reading goes on after it', () => {
    const long = `{"x":"${'a'.repeat(17_000_000)}"}`
    const observation = read(`${long}\n${line({ id: '1', as: 'jane' })}\n`, 1_000_000)
    expect(seen(observation)).toEqual(['portal as jane list pods allowed 1'])
    expect(unread(observation)).toEqual(['1 The line has more than 16 MB audit.log:1'])
  })

  it('is text of another encoding', () => {
    const latin1 = Uint8Array.from([...bytes('caf'), 0xe9, 10, ...bytes(line({ id: '1', as: 'jane' }))])
    expect(unread(read(latin1))).toEqual(['1 The line is not UTF-8 text audit.log:1'])
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(line({}), 'utf16le')])
    expect(unread(read(utf16))).toEqual(['1 The file is UTF-16; save it as UTF-8 audit.log:1'])
  })

  it('never stops the reading, whatever the bytes are', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.constantFrom('\n', '{', '}', '[', ']', '"', '{"items":[', '\\', '\0', '\u2028'),
        fc.constantFrom(
          line({ id: '1', as: 'jane' }),
          line({ id: '2' }).slice(0, 200),
          JSON.stringify(event({ id: '3' }), undefined, 1),
        ),
      ),
    )
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 50 }), (all, size) => {
        const text = all.join('')
        expect(printed(read(text, size))).toBe(printed(read(text)))
      }),
      { numRuns: 300 },
    )
  })
})

describe('observations', () => {
  const asked = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    stage: fc.constantFrom('RequestReceived', 'ResponseStarted', 'ResponseComplete'),
  })
  // One ID is one request.
  const REQUESTS: Readonly<Record<string, Asked>> = {
    a: { as: 'jane' },
    b: { as: 'jane' },
    c: { as: 'dana', verb: 'get', uri: '/api/v1/namespaces/prod/pods/web' },
    d: { verb: 'get', uri: '/metrics' },
    e: { as: 'jane', verb: 'watch', uri: '/api/v1/pods?watch=1' },
  }
  const lineOf = ({ id, stage }: { readonly id: string; readonly stage: string }) =>
    line({ ...REQUESTS[id], id, stage })
  const withoutPlaces = ({ requests, unread }: Observation) => ({
    requests: requests.map(({ seenAt: _, ...rest }) => rest),
    unread: unread.map(({ seenAt: _, ...rest }) => rest),
  })

  it('merge to what reading everything gives, however the lines are spread', () => {
    const lines = fc.array(
      fc.tuple(fc.oneof(asked.map(lineOf), fc.constant('no event')), fc.integer({ min: 0, max: 2 })),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(lines, (all) => {
        const shards = [0, 1, 2].map((shard) =>
          read(all.flatMap(([text, of]) => (of === shard ? [text] : [])).join('\n')),
        )
        const whole = withoutPlaces(read(all.map(([text]) => text).join('\n')))
        expect(withoutPlaces(mergeObservations(shards))).toEqual(whole)
        expect(withoutPlaces(mergeObservations(shards.toReversed()))).toEqual(whole)
        const [first, ...rest] = shards as [Observation, ...Observation[]]
        expect(withoutPlaces(mergeObservations([first, mergeObservations(rest)]))).toEqual(whole)
      }),
    )
  })

  it('read what they print', () => {
    const log = [
      line({ id: '1', as: 'jane' }),
      line({ id: '2', verb: 'get', uri: '/metrics' }),
      line({ id: '3', stage: 'ResponseStarted', as: 'dana' }),
      'no event',
    ].join('\n')
    const observation = read(log)
    expect(printed(read(printed(observation)))).toBe(printed(observation))
  })

  it('of another engine need no IDs, and their counts add up', () => {
    const row =
      '{"user":"portal","groups":[],"as":{"user":"jane"},"verb":"list","resource":"pods","answer":"allowed","count":"12"}'
    const observation = read(`${row}\n${row}`)
    expect(seen(observation)).toEqual(['portal as jane list pods allowed 24'])
  })

  it('with mistakes are refused line by line, with the field', () => {
    const rows = [
      '{"user":"portal","verb":"list","resource":"pods","answer":"yes"}',
      '{"user":"portal","verb":"list","resource":"pods","path":"/x","answer":"allowed"}',
      '{"user":"portal","verb":"list","resource":"pods","answer":"allowed","as":{}}',
      '{"user":"portal","verb":"list","resource":7,"path":"/x","answer":"allowed"}',
      '{"user":"portal","verb":"list","resource":"pods","answer":"allowed","count":-1}',
      '{"observation":2}',
    ]
    const observation = read(rows.join('\n'))
    expect(observation.requests).toEqual([])
    expect(observation.unread.map(({ reason }) => reason).sort()).toEqual([
      'A line of an observation: Either path or resource is expected',
      'A line of an observation: answer is none of allowed, forbidden and unknown',
      'A line of an observation: as has no user',
      'A line of an observation: count is not a number of requests',
      'A line of an observation: resource is not a string',
      'An observation of version 2 is not known',
    ])
  })
})

describe('a time in another form', () => {
  it('is counted with what was not read, and its request counts', () => {
    const line = (first: string) =>
      JSON.stringify({ user: 'a', verb: 'get', resource: 'pods', answer: 'allowed', count: 2, first, last: first })
    // ClickHouse writes toString(DateTime64) so.
    const found = read([line('2026-11-28 10:00:00.123456'), line('2026-11-28T10:00:00.123456Z'), line('')].join('\n'))
    expect(unread(found)).toEqual([
      '1 A time is not in the form 2026-11-28T10:00:00.123456Z, and the request counts without it audit.log:1',
    ])
    expect(found.requests.map(({ count, first }) => [count, first])).toEqual([[6, '2026-11-28T10:00:00.123456Z']])
  })
})

describe('a line that begins with a bracket and is not JSON', () => {
  const refused = (verb: string) =>
    `users "jane" is forbidden: User "portal" cannot ${verb} resource "users" in API group "" at the cluster scope`

  const UNTOLD = 'The message of a 403 does not tell whether its user was impersonated'

  it('may be an aggregate of errors, whose messages are read', () => {
    const observation = read(`[${refused('list')}, ${refused('get')}]\n`)
    expect(unread(observation)).toEqual([`2 ${UNTOLD} audit.log:1`])
  })

  it('may be a line of a log', () => {
    const observation = read(`[WARN] started\n[WARN] ${refused('list')}\n`)
    expect(unread(observation)).toEqual(['1 The line reports no request audit.log:1', `1 ${UNTOLD} audit.log:2`])
  })
})
