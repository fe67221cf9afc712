import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isJSON, jsonEnd } from '../text/index.ts'
import { JSONValues } from './json-values.ts'

/** The values that begin a line, in order. What is inside a value is not asked for. */
function valuesIn(text: string, endAt: (start: number) => number | undefined): readonly string[] {
  const found: string[] = []
  let next = 0
  for (const { index } of text.matchAll(/^[{[]/gm)) {
    const end = index < next ? undefined : endAt(index)
    if (end === undefined) continue
    found.push(text.slice(index, end))
    next = end
  }
  return found
}

function values(text: string): readonly string[] {
  const all = new JSONValues(text)
  return valuesIn(text, (start) => all.end(start))
}

it.each([
  ['{"a": [1, -2.5e3, true, null, "\\"}"]}\nx', ['{"a": [1, -2.5e3, true, null, "\\"}"]}']],
  ['[\n{"a": 1}\n{"b": 2}\n]', ['{"a": 1}', '{"b": 2}']],
  ['[\n[\n[1]\nx\n]\n]', ['[1]']],
  ['["a\n[1]', ['[1]']],
  ['{"a" 1}\n[]', ['[]']],
  ['[1,]\n{,}\n[1 2]\n{"a"}\n[01]', []],
])('the JSON values that begin a line of %j', (text, expected) => expect(values(text)).toEqual(expected))

it('a line begins a value exactly where JSON says so', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '1',
    'null',
    ' ',
    '\n',
    '\n[',
    '\n{',
    '{"a":',
    'x',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
      const text = all.join('')
      const slow = valuesIn(text, (start) => {
        const end = jsonEnd(text, start)
        return end !== -1 && isJSON(text.slice(start, end)) ? end : undefined
      })
      expect(values(text)).toEqual(slow)
    }),
    { numRuns: 2000 },
  )
})
