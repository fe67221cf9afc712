import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFieldSelector, printFieldRequirement } from './field-selector.ts'

function printed(selector: string): readonly string[] | string {
  const parsed = parseFieldSelector(selector)
  return parsed.ok ? parsed.requirements.map(printFieldRequirement) : parsed.message
}

describe('a field selector', () => {
  it.each([
    ['', []],
    ['spec.nodeName=node1', ['spec.nodeName = node1']],
    ['spec.nodeName==node1', ['spec.nodeName = node1']],
    ['status.phase!=Running,spec.nodeName=n1', ['spec.nodeName = n1', 'status.phase != Running']],
    ['a=x\\,y\\=z\\\\', ['a = x,y=z\\']],
    ['a=', ['a = ']],
    [',,=,', []],
  ])('%j asks for %j', (selector, requirements) => {
    expect(printed(selector)).toEqual(requirements)
  })

  it.each([
    ['bad', "invalid selector: 'bad'; can't understand 'bad'"],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\b', 'invalid field selector: invalid escape sequence: \\b'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
  ])('%j is refused: %s', (selector, message) => {
    expect(printed(selector)).toBe(message)
  })

  it('gives back any value that was escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const parsed = parseFieldSelector(`metadata.name=${value.replace(/[\\,=]/g, '\\$&')}`)
        expect(parsed).toEqual({ ok: true, requirements: [{ field: 'metadata.name', operator: '=', value }] })
      }),
    )
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'a,=!\\ é') }), (text) => void parseFieldSelector(text)))
  })
})
