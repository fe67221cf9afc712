import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StepBudget } from '../authorizers/index.ts'
import { attributesFor, userInfo } from '../kube/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { CEL } from './cel.ts'
import { weightOf } from './pattern.ts'

const CHECK = attributesFor(userInfo({ username: 'deputy', groups: ['ops'] }), {
  verb: 'impersonate',
  apiVersion: 'v1',
  resource: 'users',
  name: 'bob',
})
const CROWD = userInfo({
  username: 'b'.repeat(5000),
  groups: Array.from({ length: 1000 }, (_, i) => `team-${i}`),
  extra: { k: ['v'] },
})
const FACTS = { target: CROWD, request: CHECK }

/** What comes of an expression: its problem, or what it is once everything is known. */
function came(text: string): string | boolean {
  const read = CEL.read(text)
  if ('problems' in read) return read.problems[0].code
  const reduced = read.expression.reduce(CHECK)
  const is = reduced.is === 'unknown' ? CEL.evaluate(reduced.text, CHECK, FACTS) : reduced.is
  return typeof is === 'boolean' ? is : is.error
}

const TOO_MANY = 'evaluating it could take more than 50000 steps'
const numbers = (count: number): string => `[${Array.from({ length: count }, (_, i) => i).join()}]`
const doubling = '.map(a, a + a + a + a)'

describe('an expression that would take long is not evaluated', () => {
  it.each([
    ['loops within loops over what the target has', 'resource.groups.all(a, resource.groups.all(b, a != b))'],
    ['loops over a list in a list', `[${numbers(300)}].all(x, x.all(y, x.all(z, y + z >= 0)))`],
    ['loops over what a loop makes', `${numbers(40)}.map(a, ${numbers(40)}).all(l, l.all(x, l.all(y, x + y >= 0)))`],
    [
      'comprehensions that build lists of lists',
      `${numbers(30)}.map(a, ${numbers(30)}.map(b, ${numbers(30)}.map(c, a + b + c))) == []`,
    ],
    ['texts that grow by every loop', `[resource.username]${doubling.repeat(9)}.exists(a, a.size() == 1)`],
    ['lists that grow by every sum', `[1].all(x, (resource.groups${' + resource.groups'.repeat(60)}).all(g, g != ""))`],
    ['comparing lists of lists', 'resource.groups.map(a, resource.groups) == resource.groups.map(a, resource.groups)'],
    ['a heavy pattern on a long text', 'resource.username.matches("(b?){200}b{200}$")'],
    ['a pattern in a loop', 'resource.groups.all(g, resource.username.matches("^[a-z]+$"))'],
    ['searching a long text over and over', 'resource.groups.exists(g, resource.username.contains("c"))'],
  ])('%s', (_, text) => expect(came(text)).toBe(TOO_MANY))

  it('is counted over all that is folded in at once, not piece by piece', () => {
    const piece = `${numbers(150)}.all(x, ${numbers(80)}.all(y, x + y >= 0))`
    expect(came(piece)).toBe(TOO_MANY)
    const smaller = `${numbers(60)}.all(x, ${numbers(60)}.all(y, x + y >= 0))`
    expect(came(smaller)).toBe(true)
    expect(came(Array.from({ length: 8 }, () => smaller).join(' && '))).toBe(TOO_MANY)
  })

  it.each([
    ['a loop over a thousand groups', 'resource.groups.all(g, g.startsWith("team-") && g != "team-x")', true],
    ['a pattern on each of them', 'resource.groups.all(g, g.matches("^team-[0-9]+$"))', true],
    ['a search in what is allowed', `resource.groups.all(g, g in ["team-1", "team-2", "team-3"])`, false],
    ['a long text', 'resource.username.matches("^b+$")', true],
  ])('but %s is', (_, text, is) => expect(came(text)).toBe(is))
})

describe('the conditions of one scenario together', () => {
  const loop = `${numbers(60)}.all(x, ${numbers(60)}.all(y, x + y >= 0))`
  const budgeted = (text: string, times: number): number => {
    const read = CEL.read(text)
    if ('problems' in read) throw new Error(read.problems[0].message)
    const budget = new StepBudget()
    let done = 0
    for (; done < times; done++) read.expression.reduce(CHECK, (steps) => budget.spend(steps))
    return done
  }

  it('are evaluated for check after check', () => {
    expect(budgeted('request.attributes.verb == "impersonate"', 2000)).toBe(2000)
    expect(budgeted(loop, 20)).toBe(20)
  })

  it.each([
    ['a loop within a loop', loop],
    ['what takes long to begin', 'request.attributes.verb == "impersonate"'],
  ])('take no more than a bound: %s', (_, text) => {
    expect(() => budgeted(text, 50_000)).toThrow(/more than 5,000,000 steps/)
  })

  it('are counted where what is left of one is evaluated, too', () => {
    const budget = new StepBudget()
    const facts = { ...FACTS, target: CROWD }
    const evaluate = () =>
      CEL.evaluate('impersonatedUser.groups.all(g, g != "x")', CHECK, facts, (steps) => budget.spend(steps))
    expect(evaluate()).toBe(true)
    expect(() => {
      for (let i = 0; i < 10_000; i++) evaluate()
    }).toThrow(BeyondLimit)
  })
})

describe('a pattern', () => {
  it.each([
    ['^(a+)+$', false],
    ['^(b|bb|b*)*c$', false],
    ['(b*)*(b*)*(b*)*c', false],
    ['^(([b-z])+.)+[B-Z]([b-z])+$', false],
    ['^b*b*b*b*$', true],
  ])('%s does not hang on five thousand characters', (pattern, is) => {
    expect(came(`resource.username.matches("${pattern}")`)).toBe(is)
  })

  it.each([
    ['(', 'a bracket too many'],
    ['a**', 'a star on a star'],
    ['(?=a)b', 'looking ahead'],
    ['(a)\\\\1', 'a reference back'],
    ['[z-a]', 'a range that runs back'],
    ['((a{100}){100}){100}', 'a million of something'],
    ['(a{30}){70}', 'more than RE2 repeats'],
  ])('%s is refused where it stands: %s', (pattern) => {
    const read = CEL.read(`action == "x" || resource.username.matches("${pattern}")`)
    expect(read).toMatchObject({ problems: [{ code: 'cel-pattern', start: 43 }] })
  })

  it.each([
    ['abc', 4],
    ['a{10}', 12],
    ['(ab){10}', 42],
    ['((a{10}){10}){10}', 1445],
    ['[a\\]{9}]{3}', 5],
    ['[]a]{3}', 5],
    ['a{2,}', 5],
    ['\\\\{9}', 11],
    ['x{', 3],
  ])('%s weighs about what it repeats', (pattern, weight) => {
    // Within a half: what RE2 adds for groups and counts is its own business.
    expect(weightOf(pattern) / weight).toBeGreaterThan(0.5)
    expect(weightOf(pattern) / weight).toBeLessThan(1.5)
  })
})

describe('what goes wrong in an evaluation is an error of that condition', () => {
  it.each([
    ['1 / 0 == 1', /divide by zero/],
    ['1 % 0 == 1', /modulus by zero/],
    ['size(resource.groups) / (size(principal.groups) - 1) == 1', /divide by zero/],
    ['9223372036854775807 + 1 > 0', /overflow/],
    ['-9223372036854775808 - 1 < 0', /overflow/],
    ['"a" + 1 == "a1"', /no matching overload/],
    ['resource.username < 1', /no matching overload/],
    ['resource.username ? true : false', /no matching overload/],
    ['resource.extra.none == ["x"]', /none/],
    ['resource.extra["k"][7] == "v"', /out of bounds/],
    ['int(action) == 1', /type conversion error/],
    ['resource.extra.k.deeper == "x"', /./],
  ])('%s', (text, error) => expect(came(text)).toMatch(error))
})

describe('what no kube-apiserver would take is refused as it is read', () => {
  it.each([
    ['a number of more than 64 bits', '9223372036854775808 > 0', 'cel-number'],
    ['an endless number', `${'1'.repeat(4000)} == 1`, 'cel-number'],
    ['a negative one of more than 64 bits', '-9223372036854775809 < 0', 'cel-number'],
    ['an unsigned one of more than 64 bits', '18446744073709551616u > 0u', 'cel-number'],
    ['a number beyond all doubles', '1e999 > 0.0', 'cel-number'],
    ['an escape that is none', 'action == "\\q"', 'cel-escape'],
    ['half an escape', 'action == "\\x4"', 'cel-escape'],
    ['a comment', 'true // always', 'cel-comment'],
    ['brackets in brackets', `${'['.repeat(200)}${']'.repeat(200)} == []`, 'cel-too-deep'],
    ['fields of fields', `resource.extra${'.a'.repeat(1500)} == 1`, 'cel-too-deep'],
    ['indexes of indexes', `resource.extra${'[0]'.repeat(1200)} == 1`, 'cel-too-deep'],
    ['loops on loops', `resource.groups${'.map(x, x)'.repeat(300)} == []`, 'cel-too-deep'],
    ['choices in choices', `${'true ? '.repeat(150)}true${' : true'.repeat(150)}`, 'cel-too-deep'],
    ['a library of other servers', 'isSorted(resource.groups)', 'cel-unknown-function'],
    ['the clock', 'timestamp("2026-01-01T00:00:00Z") < timestamp("2027-01-01T00:00:00Z")', 'cel-unknown-function'],
  ])('%s', (_, text, code) => expect(came(text)).toBe(code))

  it.each([
    ['a raw text', 'r"\\q" == "\\\\q"', true],
    ['three quotes', '"""a"b""" == \'a"b\'', true],
    ['every escape', '"\\a\\b\\f\\n\\r\\t\\v\\"\\\'\\`\\\\\\?\\x41\\u0041\\U00000041\\101" != ""', true],
    ['bytes', 'b"\\xff" == b"\\377"', true],
    ['the smallest number', '-9223372036854775808 < 0', true],
    ['a slash that is no comment', '"https://x" != action', true],
  ])('but not %s', (_, text, is) => expect(came(text)).toBe(is))
})

describe('whatever is written', () => {
  it('is answered, and never with an exception', () => {
    const piece = fc.constantFrom(
      ...'resource.groups resource.username principal.extra action [1,2] "a" 1 ( ) [ ] { } .all(x, .map(x, .exists(y, x y'.split(
        ' ',
      ),
      ...'.matches("(a+)+") .size() + - * / % == < in && || ! ? : , has( {"a":1} .k ["k"] true 9223372036854775807'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        expect(['string', 'boolean']).toContain(typeof came(pieces.join(' ')))
      }),
      { numRuns: 500 },
    )
  })
})
