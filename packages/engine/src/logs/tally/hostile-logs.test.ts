import { describe, expect, it } from 'vitest'
import { mergeObservations, type Observation, ObservationReader, observationLines } from '../index.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

function read(text: string): Observation {
  const reader = new ObservationReader()
  reader.begin('audit.log')
  reader.read(bytes(text))
  reader.end()
  return reader.observation()
}

const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  level: 'Metadata',
  auditID: 'a',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/prod/pods',
  verb: 'list',
  user: { username: 'portal', groups: ['devs'] },
  impersonatedUser: { username: 'jane', groups: ['system:authenticated'] },
  responseStatus: { code: 200 },
  requestReceivedTimestamp: '2026-11-23T10:00:00.000000Z',
  annotations: { 'authorization.k8s.io/decision': 'allow' },
}
const line = (fields: object = {}): string => JSON.stringify({ ...EVENT, ...fields })

const unread = ({ unread }: Observation) => unread.map(({ reason, count }) => `${count} ${reason}`)
const users = ({ requests }: Observation) =>
  requests.map(({ requestor, target, count }) => `${requestor.username} as ${target?.username} ${count}`)
const printed = (observation: Observation): string => [...observationLines(observation)].join('\n')

const CUT = 'This begins like JSON and does not end: a line was cut, or two were mixed'

it('reads an event whose object is nested too deeply to be printed, without its body', () => {
  const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  const observation = read(line({ verb: 'create', requestObject: 'DEEP' }).replace('"DEEP"', nested))
  expect(unread(observation)).toEqual([])
  expect(users(observation)).toEqual(['portal as jane 1'])
})

describe('lines that two writers mixed', () => {
  it('are counted, and the whole lines around them are read', () => {
    const [a, b] = [line({ auditID: 'a' }), line({ auditID: 'b' })]
    const observation = read([a.slice(0, 82) + b, a.slice(82), line({ auditID: 'c' })].join('\n'))
    expect(users(observation)).toEqual(['portal as jane 1'])
    expect(unread(observation)).toEqual(['1 The line reports no request', `1 ${CUT}`])
  })

  it('that were cut do not swallow the lines of text after them', () => {
    const texts = Array.from({ length: 5 }, (_, number) => `Starting controller ${number}`)
    const observation = read([line().slice(0, 60), ...texts, line()].join('\n'))
    expect(users(observation)).toEqual(['portal as jane 1'])
    expect(unread(observation)).toEqual(['5 The line reports no request', `1 ${CUT}`])
  })

  it('may be two whole events', () => {
    expect(users(read(line({ auditID: 'a' }) + line({ auditID: 'b' })))).toEqual(['portal as jane 2'])
  })
})

describe('deep JSON', () => {
  const DEPTH = 300_000
  it.each([
    ['objects', '{"a":', '1', '}', 'audit.log:1'],
    ['lists', '[', '', ']', 'audit.log:1'],
    ['lists of items', '{"items":[', '', ']}', 'audit.log:1'],
    ['lists of items, a line each', '{"items":[\n', '\n', ']}', 'audit.log:2'],
    ['unclosed lists', '[', '', '', 'audit.log:1'],
    ['unclosed objects', '{"a":', '', '', 'audit.log:1'],
  ])('of %s is counted once, and reading goes on', (_, open, middle, close, place) => {
    const observation = read(`${open.repeat(DEPTH)}${middle}${close.repeat(DEPTH)}\n${line()}`)
    expect(users(observation)).toEqual(['portal as jane 1'])
    expect(observation.unread).toMatchObject([{ count: 1, seenAt: [place] }])
  })

  it('may be batches of lists of events', () => {
    const list = { kind: 'EventList', items: [EVENT] }
    expect(users(read(JSON.stringify([[list]])))).toEqual(['portal as jane 1'])
  })
})

describe('a field of another type', () => {
  it.each<readonly [string, object]>([
    ['auditID', { auditID: 7 }],
    ['user', { user: 'portal' }],
    ['user.username', { user: { username: 7 } }],
    ['user.groups', { user: { username: 'portal', groups: ['devs', 7] } }],
    ['user.groups', { user: { username: 'portal', groups: 'devs' } }],
    ['user.extra', { user: { username: 'portal', extra: { scopes: 'all' } } }],
    ['impersonatedUser', { impersonatedUser: 'jane' }],
    ['impersonatedUser', { impersonatedUser: [] }],
    ['impersonatedUser.uid', { impersonatedUser: { username: 'jane', uid: 7 } }],
    ['impersonatedUser.groups', { impersonatedUser: { username: 'jane', groups: [['ops']] } }],
    ['impersonatedUser.extra', { impersonatedUser: { username: 'jane', extra: { scopes: [7] } } }],
    ['responseStatus.code', { responseStatus: { code: '200' } }],
    ['annotations', { annotations: ['allow'] }],
    ['annotations[authorization.k8s.io/decision]', { annotations: { 'authorization.k8s.io/decision': true } }],
    ['authenticationMetadata', { authenticationMetadata: 'impersonate:user-info' }],
    ['authenticationMetadata.impersonationConstraint', { authenticationMetadata: { impersonationConstraint: 7 } }],
  ])('%s is named, and the event is not read without it', (field, fields) => {
    const observation = read(`${line(fields)}\n${line({ auditID: 'whole' })}`)
    expect(users(observation)).toEqual(['portal as jane 1'])
    expect(unread(observation)).toEqual([`1 ${field} of the audit event is of another type than the API server writes`])
  })

  it('leaves no request where the verb, the path or the stage is not a text', () => {
    const observation = read([line({ verb: 7 }), line({ requestURI: {} }), line({ stage: null })].join('\n'))
    expect(observation.requests).toEqual([])
    expect(unread(observation)).toEqual(['3 The JSON is not an audit event, and reports no request'])
  })

  it('may be null, as Go writes absent ones', () => {
    const nulls = { responseStatus: null, user: { username: 'portal', groups: null, extra: null } }
    expect(unread(read(line(nulls)))).toEqual([])
  })

  it('in the version of an observation is refused with a reason of its own, not with its text', () => {
    const versions = ['"x"', '{}', `"${'y'.repeat(1000)}"`].map((version) => `{"observation":${version}}`)
    expect(unread(read(versions.join('\n')))).toEqual(['3 The version of the observation is not a number'])
  })
})

describe('odd keys', () => {
  it('named __proto__ are keys like others', () => {
    const own = read(
      line().replace('"username":"jane"', '"username":"jane","extra":{"__proto__":["x"],"constructor":["y"]}'),
    )
    expect(Object.entries(own.requests[0]?.target?.extra ?? {})).toEqual([
      ['__proto__', ['x']],
      ['constructor', ['y']],
    ])
    expect(printed(read(printed(own)))).toBe(printed(own))
    const outer = read(
      line({ impersonatedUser: undefined }).replace('{', '{"__proto__":{"impersonatedUser":{"username":"root"}},'),
    )
    expect(users(outer)).toEqual(['portal as undefined 1'])
  })

  it('that are there twice count by the last, as Go reads them', () => {
    const twice = line().replace('"username":"jane"', '"username":"root","username":"jane"')
    expect(users(read(twice))).toEqual(['portal as jane 1'])
  })
})

describe('odd characters', () => {
  it.each([
    ['a lone surrogate', '\ud800'],
    ['NUL', 'a\0b'],
    ['line separators', 'a\u2028b\u2029c\u0085d'],
    ['an escaped line end', 'a\nb'],
  ])('%s in names stays as it is, through printing and merging', (_, name) => {
    const observation = read(line({ auditID: name, user: { username: name, groups: [name] } }))
    expect(observation.requests[0]).toMatchObject({ requestor: { username: name, groups: [name] }, ids: [name] })
    expect(printed(read(printed(observation)))).toBe(printed(observation))
    expect(printed(mergeObservations([observation, observation]))).toBe(printed(observation))
  })

  it('NUL as a byte of the file makes that line unreadable, and no other', () => {
    const observation = read(`${line().replace('portal', 'por\0tal')}\n${line()}`)
    expect(users(observation)).toEqual(['portal as jane 1'])
    expect(unread(observation)).toEqual([`1 ${CUT}`])
  })
})

describe('dates', () => {
  const at = (time: unknown, auditID: string) => line({ auditID, requestReceivedTimestamp: time })
  const span = (...times: readonly unknown[]) => {
    const observation = read(times.map((time, number) => at(time, `${number}`)).join('\n'))
    expect(observation.requests[0]?.count).toBe(times.length)
    return [observation.requests[0]?.first, observation.requests[0]?.last]
  }

  it('that run back give the first and the last', () => {
    const [early, late] = ['2026-11-22T10:00:00.000001Z', '2026-11-23T10:00:00.000000Z']
    expect(span(late, early)).toEqual([early, late])
    expect(span(early, late)).toEqual([early, late])
  })

  it('before 1970 are dates', () => {
    const zero = '0001-01-01T00:00:00.000000Z'
    expect(span('0001-01-01T00:00:00Z')).toEqual([zero, zero])
    expect(span('1969-07-20T20:17:40Z', '0001-01-01T00:00:00Z')).toEqual([zero, '1969-07-20T20:17:40.000000Z'])
  })

  it('that are none leave the request without a time', () => {
    for (const time of ['', 'yesterday', '2026-13-45T99:00:00Z', '2026-11-23T10:00:00+99:99', 7, null, {}])
      expect(span(time)).toEqual(['', ''])
    expect(span('yesterday', '2026-11-23T10:00:00Z')).toEqual([
      '2026-11-23T10:00:00.000000Z',
      '2026-11-23T10:00:00.000000Z',
    ])
  })
})

describe('a line of 50 MB', () => {
  const long = Uint8Array.from([...bytes('{"x":"')])
  const filler = new Uint8Array(1_000_000).fill(97)

  it('is counted without being kept', () => {
    const reader = new ObservationReader()
    reader.begin('audit.log')
    reader.read(long)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    for (let megabytes = 0; megabytes < 50; megabytes++) {
      reader.read(filler)
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    reader.read(bytes(`"}\n${line()}\n`))
    reader.end()
    expect(users(reader.observation())).toEqual(['portal as jane 1'])
    expect(unread(reader.observation())).toEqual(['1 The line has more than 16 MB'])
    expect(most).toBeLessThan(40_000_000)
  })

  it('is counted where the whole file comes as one piece', () => {
    expect(unread(read(`${line()}\n{"x":"${'a'.repeat(50_000_000)}"}\n${line()}`))).toEqual([
      '1 The line has more than 16 MB',
    ])
  })
})
