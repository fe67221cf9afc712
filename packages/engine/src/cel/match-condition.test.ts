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

  it.each([
    ['int(request.uid) > 3', "type conversion error from 'string' to 'int'"],
    ['int("0x1F") == 31', "type conversion error from 'string' to 'int'"],
    ['int("9223372036854775808") > 0', "type conversion error from 'string' to 'int'"],
    ['uint("-1") == 0u', "type conversion error from 'string' to 'uint'"],
    ['double(request.uid) == 0.0', "type conversion error from 'string' to 'double'"],
    ['bool("yes")', "type conversion error from 'string' to 'bool'"],
    ['10 / (request.groups.size() - 2) > 2', 'division by zero'],
    ['10 % (request.groups.size() - 2) > 2', 'modulus by zero'],
    ['9223372036854775807 + request.groups.size() > 0', 'integer overflow'],
    ['request.groups[2] == "x"', 'index out of bounds: 2'],
  ])('has the error of cel-go in %s', (text, error) => expect(matches(text)).toEqual({ error }))

  it.each([
    'int("+5") == 5 && int("-007") == -7',
    'uint("18446744073709551615") > 1u',
    'double("-1.5e1") == -15.0 && double(".5") == 0.5',
  ])('converts a text to a number as cel-go does: %s', (text) => expect(matches(text)).toBe(true))

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
    ['has(request.extra["k"])', 'cel-not-field'],
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
