import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeInScalar, ScalarPlaces } from '../../yaml/index.ts'
import { readPolicy } from '../read/read-policy.ts'

function rule(condition: string): string {
  return `apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: example}
rule:
  entries:
  - effect: Allow
    condition: ${condition}
    description: d
`
}

/** The text at the place of a word of the value. */
function found(text: string, word: string): string {
  const { accessRules } = readPolicy(text)
  const condition = accessRules[0]?.entries[0]?.condition
  if (condition === undefined) throw new Error('no rule was read')
  const at = placeInScalar(text, condition.span, condition.text, condition.text.indexOf(word))
  return text.slice(at, at + word.length)
}

describe('the place of a character of a scalar', () => {
  it.each([
    ['plain', 'action == a && bad(1)'],
    ['plain over lines', 'action ==\n      a &&\n      bad(1)'],
    ['folded', '>- # what holds\n      action == a &&\n\n      😀\n        bad(1)'],
    ['literal', '|\n      action ==\n        a && bad(1)'],
    ['in single quotes', "'it''s == a && bad(1)'"],
    ['in double quotes', '"a \\"q\\" \\x41 \\U0001F600 \\t\\n && \\\n      bad(1)"'],
  ])('%s', (_, condition) => expect(found(rule(condition), 'bad(1)')).toBe('bad(1)'))

  it('of white space and of the end is after the text before it', () => {
    const text = rule('>-\n      a &&\n      b')
    const condition = readPolicy(text).accessRules[0]?.entries[0]?.condition
    if (condition === undefined) throw new Error('no rule was read')
    expect(text.slice(0, placeInScalar(text, condition.span, condition.text, 4)).endsWith('a &&')).toBe(true)
    expect(text.slice(0, placeInScalar(text, condition.span, condition.text, 6)).endsWith('b')).toBe(true)
  })

  it('is inside the scalar, whatever its text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), fc.nat(50), (text, value, offset) => {
        const at = placeInScalar(text, { start: 0, end: text.length }, value, offset)
        expect(at).toBeGreaterThanOrEqual(0)
        expect(at).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('is the same in a long scalar, whichever place is asked for before it', () => {
    const words = fc.constantFrom(
      'a',
      'bc',
      '😀',
      ' ',
      '  ',
      '\n',
      '\t',
      '"',
      "'",
      '\\',
      '\\n',
      '\\u0041',
      '\ud800',
      '\udc00',
    )
    const anyText = fc.array(words, { minLength: 1, maxLength: 40 }).map((all) => all.join('').repeat(400))
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.array(fc.nat(20_000), { maxLength: 6 }),
        fc.constantFrom('|', '>-', '"', "'", ''),
        (text, value, offsets, style) => {
          const source = `${style}${style === '|' || style === '>-' ? '\n' : ''}${text}`
          const span = { start: 0, end: source.length }
          const places = new ScalarPlaces(source, span, value)
          for (const offset of offsets) expect(places.at(offset)).toBe(placeInScalar(source, span, value, offset))
        },
      ),
    )
  })
})
