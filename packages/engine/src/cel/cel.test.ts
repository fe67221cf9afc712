import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExpressionProblem, RequestFacts } from '../authorizers/index.ts'
import { type Attributes, attributesFor, type PlainUser, userInfo } from '../kube/index.ts'
import { CEL } from './cel.ts'

function check(user: PlainUser, asked: Partial<Attributes> = {}): Attributes {
  return attributesFor(userInfo(user), {
    verb: 'impersonate',
    apiVersion: 'v1',
    resource: 'users',
    name: 'bob',
    ...asked,
  })
}

const NODE_1 = check({
  username: 'system:serviceaccount:foo:bar',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:foo'],
  uid: '123',
  extra: { 'authentication.k8s.io/nodeName': ['node-1'] },
})

function reduce(text: string, asked = NODE_1) {
  const read = CEL.read(text)
  return 'expression' in read ? read.expression.reduce(asked) : read.problems
}

function residual(text: string, asked = NODE_1): string {
  const reduced = reduce(text, asked)
  if ('is' in reduced && reduced.is === 'unknown') return reduced.text
  throw new Error(`${text} leaves ${JSON.stringify(reduced)}`)
}

function problem(text: string): ExpressionProblem {
  const read = CEL.read(text)
  if ('problems' in read) return read.problems[0]
  throw new Error(`${text} has no problem`)
}

const GET_PODS = check({ username: 'x' }, { verb: 'get', resource: 'pods', namespace: 'prod', name: 'web' })

describe('what the check carries is folded in', () => {
  it.each([
    ['action == "impersonate"', true],
    ['request.attributes.resource == "groups"', false],
    ['"system:serviceaccounts" in principal.groups', true],
    ['principal.groups.exists(g, g.startsWith("system:serviceaccounts:"))', true],
    ['action == "get" && resource.username == "bob"', false],
    ['action == "impersonate" || resource.username == "bob"', true],
    ['resource.username == "bob" || action == "impersonate"', true],
    ['action == "get" ? resource.username == "bob" : true', true],
    ['size(principal.groups) == 2 && [1, 2].map(x, x * 2) == [2, 4]', true],
    ['type(principal.username) == string', true],
  ])('%s is %s already', (text, settled) => expect(reduce(text)).toEqual({ is: settled }))

  it.each([
    ['action == "impersonate" && resource.username == "bob"', 'impersonatedUser.username == "bob"'],
    ['action == "get" || !has(resource.groups)', '!has(impersonatedUser.groups)'],
    [
      'resource.groups.all(group, group in principal.groups)',
      'impersonatedUser.groups.all(group, group in ["system:serviceaccounts", "system:serviceaccounts:foo"])',
    ],
    [
      'resource.extra.exists(k, k == "a" || k == action)',
      'impersonatedUser.extra.exists(k, k == "a" || k == "impersonate")',
    ],
    ['action == "impersonate" ? resource.uid == "" : resource.uid == "7"', 'impersonatedUser.uid == ""'],
    ['principal.extra[resource.username][0] == "a"', 'request.user.extra[impersonatedUser.username][0] == "a"'],
    ['["a"].exists(request, request == resource.uid)', '["a"].exists(request, request == impersonatedUser.uid)'],
  ])('%s leaves %s', (text, left) => expect(residual(text)).toBe(left))

  it('keeps what fails, so that it fails again, unless something beside it settles the matter', () => {
    const missing = 'principal.extra["none"][0] == "a"'
    expect(reduce(missing)).toEqual({ is: { error: expect.stringContaining('none') } })
    expect(reduce(`${missing} && action == "get"`)).toEqual({ is: false })
    const left = residual(`${missing} && resource.username == "bob"`)
    expect(CEL.evaluate(left, NODE_1, { target: userInfo({ username: 'bob' }) })).toEqual({ error: expect.any(String) })
    expect(CEL.evaluate(left, NODE_1, { target: userInfo({ username: 'eve' }) })).toBe(false)
  })
})

describe('the expressions of the documents', () => {
  const node: RequestFacts = {
    target: userInfo({ username: 'system:node:node-1', groups: ['system:nodes'] }),
    request: GET_PODS,
  }

  it('run as the review thread prints them', () => {
    const requested = residual('context.requestAttr.resource == "pods" && context.requestAttrs.verb in ["get", "list"]')
    expect(requested).toBe('impersonatedRequest.resource == "pods" && impersonatedRequest.verb in ["get", "list"]')
    expect(CEL.evaluate(requested, NODE_1, node)).toBe(true)
    const identity = residual(
      'action == "impersonate" && resource.username.startsWith("system:node:") && "system:nodes" in resource.groups',
    )
    expect(CEL.evaluate(identity, NODE_1, node)).toBe(true)
    const example = residual(`(request.attributes.resource == "users" &&
       request.impersonation.target.name in ["bob","corai"])`)
    expect(example).toBe('request.impersonation.target.name in ["bob", "corai"]')
    expect(CEL.evaluate(example, NODE_1, { target: userInfo({ username: 'bob' }) })).toBe(true)
    expect(CEL.evaluate(example, NODE_1, node)).toBe(false)
    expect(
      reduce('(request.attributes.verb in ["impersonate"]) &&\n(group == "principals.external-authz.example")'),
    ).toEqual({
      is: false,
    })
  })

  it('say how to mend those that are no CEL', () => {
    const printed = 'resource.username = "system:node:" + principal.extra["authentication.k8s.io/nodeName"][0]'
    expect(problem(printed)).toMatchObject({ fix: 'Write == to compare.', start: printed.indexOf('='), end: 19 })
    const mended = residual(printed.replace('=', '=='))
    expect(mended).toBe('impersonatedUser.username == "system:node:node-1"')
    expect(CEL.evaluate(mended, NODE_1, node)).toBe(true)
    expect(problem('context.impersonatedPrincipal has groups')).toMatchObject({
      fix: 'Write has(context.impersonatedPrincipal.groups).',
      start: 30,
    })
    expect(residual('!has(context.impersonatedPrincipal.groups)')).toBe('!has(impersonatedUser.groups)')
  })
})

describe('what headers leave out is absent', () => {
  const bob: RequestFacts = { target: userInfo({ username: 'bob' }) }
  it.each([
    ['has(impersonatedUser.groups)', false],
    ['has(impersonatedUser.username)', true],
    ['"a" in impersonatedUser.groups', { error: expect.stringContaining('groups') }],
    ['has(impersonatedUser.uid) && impersonatedUser.uid == "1"', false],
    ['impersonatedRequest.verb == "get"', { error: expect.any(String) }],
  ])('%s is %j for bob alone', (text, value) => expect(CEL.evaluate(text, NODE_1, bob)).toEqual(value))
})

describe('an invalid condition is reported at its place', () => {
  it.each([
    ['nothing', '', 'cel-empty', 0],
    ['an unknown name', 'a.b == 1', 'cel-unknown-name', 0],
    ['a function of texts on a user', 'request.user.startsWith("x")', 'cel-not-of-text', 0],
    ['a function of texts on a list', 'request.user.groups.contains("x")', 'cel-not-of-text', 0],
    ['a pattern of a user', 'true && matches(impersonatedUser, "x")', 'cel-not-of-text', 16],
    ['a user that is compared with a text', 'request.user == "jane"', 'cel-two-types', 0],
    ['an unknown field', 'action == "get" && resource.name == "x"', 'cel-unknown-field', 19],
    ['an unknown field on the next line', 'true &&\n  request.user.nam == "x"', 'cel-unknown-field', 10],
    ['a text', 'request.user.username', 'cel-not-boolean', 0],
    ['a sum', '1 + size(request.user.groups)', 'cel-not-boolean', 0],
    ['a text of either of two', 'true ? "a" : "b"', 'cel-not-boolean', 0],
    ['a list beside &&', 'true && request.user.groups', 'cel-not-boolean', 8],
    ['an unknown function', '!has(resource.groups) && upper(action) == "GET"', 'cel-unknown-function', 25],
    ['a key of a map in has, as KEP-5681 prints it', 'true && has(request.user.extra["k"])', 'cel-not-field', 12],
    ['a name in has', 'has(resource)', 'cel-not-field', 4],
    ['a method called as a function', 'startsWith(action, "g")', 'cel-wrong-call', 0],
    ['a pattern that is computed', 'action.matches(resource.username)', 'cel-pattern', 15],
    ['a long pattern', `action.matches("${'a'.repeat(300)}")`, 'cel-pattern', 15],
    ['a missing operand', 'action == "get" &&', 'cel-syntax', 16],
    ['a missing quote', 'action == "get', 'cel-syntax', 7],
    ['a message', 'x{y: 1} == 2', 'cel-unknown-function', 0],
    ['many brackets', '('.repeat(2000), 'cel-too-deep', 0],
    ['a long sum', `1${' + 1'.repeat(900)} == 1`, 'cel-too-deep', 0],
    ['a long text', `action == "${'a'.repeat(5000)}"`, 'cel-too-long', 0],
  ])('%s', (_, text, code, start) => expect(problem(text)).toMatchObject({ code, start }))

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const read = CEL.read(text)
        if ('problems' in read) {
          for (const { start, end } of read.problems) {
            expect(start).toBeGreaterThanOrEqual(0)
            expect(end).toBeGreaterThanOrEqual(start)
            expect(end).toBeLessThanOrEqual(text.length)
          }
        } else read.expression.reduce(NODE_1)
      }),
      { numRuns: 100 },
    )
  })
})

describe('evaluation is bounded', () => {
  const crowd = userInfo({ username: 'bob', groups: Array.from({ length: 2000 }, (_, i) => `g${i}`) })
  it('refuses loops within loops over long lists, and says so', () => {
    const text = 'impersonatedUser.groups.all(a, impersonatedUser.groups.all(b, a != "" && b != ""))'
    expect(CEL.evaluate(text, NODE_1, { target: crowd })).toEqual({ error: expect.stringContaining('steps') })
    expect(
      CEL.evaluate('impersonatedUser.groups.all(a, a in ["x"] || a.startsWith("g"))', NODE_1, { target: crowd }),
    ).toBe(true)
  })
  it('leaves long lists what they are called', () => {
    const many = check({ username: 'bob', groups: crowd.groups })
    expect(residual('resource.uid in principal.groups', many)).toBe('impersonatedUser.uid in request.user.groups')
  })
  it('matches patterns that hang a backtracking matcher', () => {
    const victim = userInfo({ username: `${'a'.repeat(5000)}!` })
    expect(CEL.evaluate('impersonatedUser.username.matches("^(a+)+$")', NODE_1, { target: victim })).toBe(false)
  })
})

describe('folding changes no value', () => {
  const text = fc.constantFrom(
    '"bob"',
    '"a"',
    'action',
    'resource.username',
    'principal.username',
    'resource.uid',
    'principal.extra["k"][0]',
    'context.requestAttr.verb',
  )
  const list = fc.constantFrom(
    'principal.groups',
    'resource.groups',
    '["a", "bob"]',
    '[action, resource.username]',
    '["a"].map(x, x + action)',
  )
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'has(resource.groups)', 'has(principal.groups)', 'dyn(action)'),
      fc.tuple(text, fc.constantFrom('==', '!=', '<'), text).map((parts) => parts.join(' ')),
      fc.tuple(text, list).map(([one, many]) => `${one} in ${many}`),
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||', '=='), tie('condition'))
        .map(([a, op, b]) => `(${a}) ${op} (${b})`),
      tie('condition').map((one) => `!(${one})`),
      fc.tuple(tie('condition'), tie('condition'), tie('condition')).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
      fc
        .tuple(list, fc.constantFrom('all', 'exists', 'exists_one'), tie('condition'), text)
        .map(([many, macro, body, one]) => `${many}.${macro}(g, g == ${one} || (${body}))`),
    ),
  }))
  const user = fc.record(
    {
      username: fc.constantFrom('bob', 'a', ''),
      uid: fc.constantFrom('a', 'u'),
      groups: fc.subarray(['a', 'bob']),
      extra: fc.constantFrom({}, { k: ['a'] }),
    },
    { requiredKeys: ['username'] },
  )
  it('over assignments', () => {
    fc.assert(
      fc.property(condition, user, user, fc.constantFrom('get', 'a'), (written, requestor, target, verb) => {
        const asked = check(requestor as PlainUser)
        const facts: RequestFacts = { target: userInfo(target as PlainUser), request: { ...GET_PODS, verb } }
        const whole = CEL.evaluate(written, asked, facts)
        const reduced = reduce(written, asked)
        if (!('is' in reduced)) throw new Error(`${written}: ${JSON.stringify(reduced)}`)
        const folded = reduced.is === 'unknown' ? CEL.evaluate(reduced.text, asked, facts) : reduced.is
        expect(typeof folded === 'boolean' ? folded : 'error').toEqual(typeof whole === 'boolean' ? whole : 'error')
      }),
      { numRuns: 300 },
    )
  })
})
