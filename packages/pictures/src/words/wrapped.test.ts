import { plainText, type RichText } from '@authz-playground/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelWidth, textWidth } from './measure.ts'
import { atMost, wrapped } from './wrapped.ts'

const TYPE = { size: 12 }

/** The characters of words, also those that are not shown as they are. */
const asGiven = (label: RichText) => label.map((word) => (typeof word === 'string' ? word : word.code)).join('')

describe('words in lines', () => {
  it('break at spaces, and keep names as code', () => {
    const label: RichText = ['may ', { code: 'my-controller' }, ' list pods?']
    expect(wrapped(label, 130, TYPE)).toEqual([['may ', { code: 'my-controller' }], ['list pods?']])
  })

  it('keep together what has no space between', () => {
    expect(wrapped(['is ', { code: 'jane' }, ', or'], 40, TYPE)).toEqual([['is'], [{ code: 'jane' }, ','], ['or']])
  })

  it('break a name that is longer than a line', () => {
    const lines = wrapped([{ code: 'n'.repeat(40) }], 100, TYPE)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.map(plainText).join('')).toBe('n'.repeat(40))
  })

  it('end in "…" where lines are left out', () => {
    expect(atMost([['one'], ['two'], [{ code: 'three' }]], 2)).toEqual([['one'], ['two …']])
    expect(atMost([['one']], 2)).toEqual([['one']])
  })

  it('lose nothing but spaces, and fit, whatever they are', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string().map((code) => ({ code })),
    )
    fc.assert(
      fc.property(fc.array(words), fc.integer({ min: 20, max: 400 }), (label, width) => {
        const lines = wrapped(label, width, TYPE)
        expect(lines.map(asGiven).join('').replace(/\s/g, '')).toBe(asGiven(label).replace(/\s/g, ''))
        for (const line of lines) expect(labelWidth(line, TYPE)).toBeLessThanOrEqual(width + 0.001)
      }),
    )
  })
})

describe('widths', () => {
  it('are those of a wide sans: narrow and broad letters, strong ones broader, mono all alike', () => {
    expect(textWidth('iii', TYPE)).toBeLessThan(textWidth('mmm', TYPE))
    expect(textWidth('abc', { size: 12, strong: true })).toBeGreaterThan(textWidth('abc', TYPE))
    expect(textWidth('iii', TYPE, true)).toBe(textWidth('mmm', TYPE, true))
  })

  it('are twice as large at twice the size', () => {
    expect(textWidth('requestor', { size: 24 })).toBeCloseTo(2 * textWidth('requestor', TYPE))
  })
})
