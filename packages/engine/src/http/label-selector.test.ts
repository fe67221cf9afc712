import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInt64 } from '../go/index.ts'
import { parseLabelSelector, printLabelRequirement } from './label-selector.ts'

function printed(selector: string): readonly string[] | string {
  const parsed = parseLabelSelector(selector)
  return parsed.ok ? parsed.requirements.map(printLabelRequirement) : parsed.message
}

describe('a label selector', () => {
  it.each([
    ['', []],
    ['app=web', ['app=web']],
    ['app == web , tier!=db', ['app==web', 'tier!=db']],
    ['app in (b,a,b)', ['app in (a,b)']],
    ['app notin (,a,)', ['app notin (,a)']],
    ['app in ()', ['app in ()']],
    ['z,!example.com/a,app', ['app', '!example.com/a', 'z']],
    ['x>5,y<007', ['x>5', 'y<007']],
    ['in in (in,notin)', ['in in (in,notin)']],
    ['a=', ['a=']],
  ])('%j asks for %j', (selector, requirements) => {
    expect(printed(selector)).toEqual(requirements)
  })

  it.each([
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
    [
      'a>x',
      `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
  ])('%j is refused: %s', (selector, message) => {
    expect(printed(selector)).toBe(message)
  })

  it.each(['a=-', 'a=é', '-a', 'a/b/c', 'Ex.com/a', '/a', 'a/', `a=${'v'.repeat(64)}`, 'k'.repeat(64)])(
    '%s is refused for its key or value',
    (selector) => {
      expect(printed(selector)).toMatch(/^unable to parse requirement: .*Invalid value: /)
    },
  )

  it('keeps requirements on one key in the order of the text', () => {
    expect(printed('b=1,a=2,a!=1,a')).toEqual(['a=2', 'a!=1', 'a', 'b=1'])
  })

  it('reads what it prints to the same requirements', () => {
    const value = fc.constantFrom('', 'a', 'B-1', '5', 'x.y')
    const requirement = fc.oneof(
      fc.constantFrom('app', '!app', 'in', 'example.com/x'),
      fc.tuple(fc.constantFrom('=', '==', '!='), value).map(([operator, text]) => `app${operator}${text}`),
      fc.tuple(fc.constantFrom('in', 'notin'), fc.array(value)).map(([operator, list]) => `k ${operator} (${list})`),
      fc
        .tuple(fc.constantFrom('>', '<'), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
        .map(([a, b]) => `n${a}${b}`),
    )
    fc.assert(
      fc.property(fc.array(requirement), (list) => {
        const first = parseLabelSelector(list.join(','))
        // A negative number is not a label value.
        if (!first.ok) expect(first.message).toMatch(/Invalid value: "-/)
        else expect(parseLabelSelector(first.requirements.map(printLabelRequirement).join(','))).toEqual(first)
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' in ', '(', ')', ',', '!', '=', '<', '\0', '\t', 'é') }),
        (text) => void parseLabelSelector(text),
      ),
    )
  })
})

describe('a whole number of 64 bits', () => {
  it.each(['0', '-0', '+5', '007', '9223372036854775807', '-9223372036854775808'])('is %s', (text) => {
    expect(isInt64(text)).toBe(true)
  })

  it.each(['', '+', '1_0', '0x1', '1.0', ' 1', '9223372036854775808', '-9223372036854775809', '1'.repeat(100)])(
    'is not %j',
    (text) => {
      expect(isInt64(text)).toBe(false)
    },
  )
})
