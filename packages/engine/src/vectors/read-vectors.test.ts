import { describe, expect, it } from 'vitest'
import { readVectors } from './read-vectors.ts'

const ANSWER = { checks: [], code: 200 }
const SCENARIO = {
  id: 'list-pods',
  policy: '',
  requestor: { username: 'jane' },
  requests: [{ method: 'GET', url: '/api/v1/pods', headers: [['Accept', 'x']] }],
  expect: [ANSWER],
}

function line(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...SCENARIO, ...changes })
}

describe('a vectors file', () => {
  it('is one scenario a line, with empty lines and a byte order mark for good measure', () => {
    expect(readVectors(`\ufeff${line()}\n\n${line({ id: 'second' })}\r\n`).map(({ id }) => id)).toEqual([
      'list-pods',
      'second',
    ])
  })

  it('is refused with the number of each line that is not a scenario', () => {
    expect(() => readVectors(`${line()}\n{\n${line()}\n[]`)).toThrow(
      /^line 2: not JSON: .*\nline 4: the line: an object was expected$/,
    )
  })

  it.each([
    ['the scenario has no policy', { policy: undefined }, 'policy: a string was expected'],
    ['a policy is data', { policy: [] }, 'policy: a string was expected'],
    ['nobody asks', { requestor: undefined }, 'requests[0].requestor: a user, here or for the whole scenario,'],
    ['a user is a name', { requestor: 'jane' }, 'requestor: an object was expected'],
    ['groups are one text', { requestor: { groups: 'a' } }, 'requestor.groups: a list was expected'],
    ['an extra is one text', { requestor: { extra: { 'a/b': 'v' } } }, 'requestor.extra["a/b"]: a list was expected'],
    ['a request has no URL', { requests: [{ method: 'GET' }] }, 'requests[0].url: a string was expected'],
    [
      'headers are a map',
      { requests: [{ method: 'GET', url: '/', headers: { a: 'b' } }] },
      'requests[0].headers: a list was expected',
    ],
    [
      'a header is not a pair',
      { requests: [{ method: 'GET', url: '/', headers: [['a']] }] },
      'requests[0].headers[0]: a name and a value was expected',
    ],
    [
      'time runs back',
      { requests: [{ method: 'GET', url: '/', after: -1 }] },
      'requests[0].after: a number of seconds',
    ],
    [
      'a mode is not played',
      { cluster: { authorizationModes: ['ABAC'] } },
      'cluster.authorizationModes[0]: one of Node, RBAC, AccessRules, Webhook was expected',
    ],
    ['a reading is a flag', { assumptions: { groups: true } }, 'assumptions["groups"]: a string was expected'],
    ['it rests on nothing', { rests: [] }, 'rests: a string was expected'],
    ['there is no answer', { expect: undefined }, 'expect: a list of answers, or error, was expected'],
    ['an answer is missing', { expect: [] }, 'expect: one answer for each of 1 requests was expected'],
    ['an answer has no code', { expect: [{ checks: [] }] }, 'expect[0].code: a whole number was expected'],
    [
      'a decision is unheard of',
      { expect: [{ ...ANSWER, checks: [{ phase: 'request', user: {}, decision: 'Maybe' }] }] },
      'expect[0].checks[0].decision: one of Allow, NoOpinion, Deny, Conditional was expected',
    ],
    ['what is compared is unheard of', { compare: ['answers'] }, 'compare[0]: one of checks, reasons,'],
  ])('is refused where %s', (_, changes, complaint) => {
    expect(() => readVectors(line(changes))).toThrow(`line 1: ${complaint}`)
  })

  it('may write null for what it leaves out', () => {
    const answer = {
      ...ANSWER,
      impersonatedUser: null,
      checks: [{ phase: 'request', user: { groups: null }, decision: 'Deny' }],
    }
    expect(readVectors(line({ cluster: null, design: null, expect: [answer] }))).toHaveLength(1)
  })

  it('needs no answers where the policy is one that the API server refuses', () => {
    expect(readVectors(line({ expect: undefined, error: 'unknown field' }))).toHaveLength(1)
  })

  it('may have keys that objects in JavaScript are born with', () => {
    const strange = line({ requestor: { username: 'jane', extra: { constructor: ['v'] } } })
    expect(readVectors(strange.replace('"constructor"', '"__proto__"'))).toHaveLength(1)
    expect(() => readVectors('{"__proto__": {"id": "x"}}')).toThrow('line 1: id: a string was expected')
  })

  it('stops complaining after a while', () => {
    expect(() => readVectors('x\n'.repeat(1000))).toThrow(/^(line \d+: not JSON: [^\n]*\n?){20}$/)
  })
})
