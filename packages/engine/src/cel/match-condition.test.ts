import { describe, expect, it } from 'vitest'
import { type Attributes, attributesFor, userInfo } from '../kube/index.ts'
import { CEL } from './index.ts'

const USER = userInfo({ username: 'jane', groups: ['dev', 'ops'], extra: { 'example.com/team': ['a'] } })
const PODS = attributesFor(USER, { verb: 'get', resource: 'pods', namespace: 'prod', apiVersion: 'v1' })
const PATH = attributesFor(USER, { verb: 'get', isResourceRequest: false, path: '/healthz' })

function matches(text: string, review: Attributes = PODS) {
  const read = CEL.matchCondition(text)
  return 'problems' in read ? read.problems.map(({ code }) => code).join() : read.matches(review)
}

describe('a match condition', () => {
  it.each([
    ['request.user == "jane"', true],
    ['"ops" in request.groups', true],
    ['!("ops" in request.groups)', false],
    ['request.extra["example.com/team"].exists(one, one == "a")', true],
    ['request.uid == "" && request.resourceAttributes.subresource == ""', true],
    ['has(request.resourceAttributes) && request.resourceAttributes.verb.startsWith("impersonate-on:")', false],
    ['!has(request.nonResourceAttributes)', true],
    ['has(request.resourceAttributes.fieldSelector)', false],
    ['request.user.upperAscii() == "JANE"', true],
  ])('%s of a review of a resource is %s', (text, is) => expect(matches(text)).toBe(is))

  it('finds the path of a review of another path', () =>
    expect(matches('request.nonResourceAttributes.path == "/healthz"', PATH)).toBe(true))

  it('is an error where it reads attributes that the review does not have', () =>
    expect(matches('request.resourceAttributes.verb == "get"', PATH)).toEqual({
      error: 'no such key: resourceAttributes',
    }))

  it('finds the requirements of selectors', () => {
    const listed = { ...PODS, verb: 'list', labelSelector: [{ key: 'app', operator: 'exists', values: [] }] } as const
    const text =
      'request.resourceAttributes.labelSelector.requirements.all(r, r.operator == "Exists" && size(r.values) == 0)'
    expect(matches(text, listed)).toBe(true)
  })

  it.each([
    ['request.user', 'cel-not-boolean'],
    ['request.username == "jane"', 'cel-unknown-field'],
    ['request.user.username == "jane"', 'cel-unknown-field'],
    ['principal.username == "jane"', 'cel-unknown-name'],
    ['request.user == 1', 'cel-two-types'],
    ['request.user = "jane"', 'cel-syntax'],
    ['request.user.find("a") == "a"', 'cel-unknown-function'],
    ['request.?uid.hasValue()', 'cel-syntax'],
  ])('is refused where it is %s', (text, code) => expect(matches(text)).toBe(code))

  it('says of what kube-apiserver may evaluate only that the playground does not', () => {
    for (const text of ['request.user.find("a") == "a"', 'request.?uid.hasValue()']) {
      const read = CEL.matchCondition(text)
      expect('problems' in read && read.problems[0].message).toMatch(/^The playground does not evaluate /)
    }
  })
})
