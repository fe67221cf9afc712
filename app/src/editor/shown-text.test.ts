import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownText, writeBack } from './shown-text.ts'

const texts = fc.string({ unit: fc.constantFrom('a', ' ', '\r', '\n', '\r\n', '\uFEFF', '😀', '\0'), maxLength: 12 })
const inserts = fc.string({ unit: fc.constantFrom('x', '\n', '😀'), maxLength: 4 })

test('a text without carriage returns is shown as it is', () => {
  const { shown, toShown, toValue } = shownText('a: 1\nb: 2\n')
  expect(shown).toBe('a: 1\nb: 2\n')
  expect([toShown(5), toValue(5), toShown(99), toValue(-1)]).toEqual([5, 5, 10, 0])
})

test('Windows line ends are shown as one line end, and places are found in both', () => {
  const { shown, toShown, toValue } = shownText('a\r\nb\r\nc')
  expect(shown).toBe('a\nb\nc')
  expect([0, 1, 3, 4, 6].map(toShown)).toEqual([0, 1, 2, 3, 4])
  expect([0, 1, 2, 3, 4].map(toValue)).toEqual([0, 1, 3, 4, 6])
})

test('an edit leaves the line ends of the other lines alone', () => {
  expect(writeBack(shownText('a\r\nb\nc\rd'), [{ start: 4, end: 5, insert: 'X' }])).toBe('a\r\nb\nX\rd')
})

test('new lines end as the first line of the text does', () => {
  expect(writeBack(shownText('a\r\nb'), [{ start: 3, end: 3, insert: '\nc' }])).toBe('a\r\nb\r\nc')
  expect(writeBack(shownText('a\nb'), [{ start: 3, end: 3, insert: '\nc' }])).toBe('a\nb\nc')
})

test('edits written back show as the edits', () => {
  fc.assert(
    fc.property(texts, fc.uniqueArray(fc.nat(12), { maxLength: 4 }), inserts, inserts, (value, places, one, two) => {
      const text = shownText(value)
      const [a = 0, b = a, c = b, d = c] = places.map((at) => Math.min(at, text.shown.length)).sort((x, y) => x - y)
      const { shown } = text
      const first = { start: a, end: b, insert: one }
      const second = { start: c, end: d, insert: two }
      const edits = a < c ? [second, first] : [first, second]
      expect(shownText(writeBack(text, edits)).shown).toBe(
        shown.slice(0, a) + one + shown.slice(b, c) + two + shown.slice(d),
      )
    }),
    { numRuns: 2000 },
  )
})

test('a place that is shown is found again', () => {
  fc.assert(
    fc.property(texts, fc.nat(14), (value, at) => {
      const { shown, toShown, toValue } = shownText(value)
      const place = Math.min(at, shown.length)
      expect(toShown(toValue(place))).toBe(place)
    }),
    { numRuns: 2000 },
  )
})
