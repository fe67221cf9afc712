import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Texts } from './numbers.ts'

test('equal texts have one number, and each comes back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 200 }), (given) => {
      const texts = new Texts()
      const numbers = given.map((text) => texts.numberOf(text))
      expect(numbers.map((number) => texts.text(number))).toEqual(given)
      expect(new Set(numbers).size).toBe(new Set(given).size)
    }),
    { seed: 20261123 },
  )
})

test('texts that are longer than a piece of memory come back as they were, and those beside them', () => {
  const texts = new Texts()
  const given = ['a', 'ä'.repeat(3_000_000), 'b', '', 'c'.repeat(1 << 20), '\uFEFFbegins with a mark']
  const numbers = given.map((text) => texts.numberOf(text))
  expect(numbers.map((number) => texts.text(number) === given[number])).toEqual(given.map(() => true))
})

test('they are ordered by code point', () => {
  const texts = new Texts()
  const numbers = ['b', 'a', '', 'ab', 'é', '𝄞', '\uFFFD'].map((text) => texts.numberOf(text))
  const sorted = numbers.sort((a, b) => texts.compare(a, b)).map((number) => texts.text(number))
  expect(sorted).toEqual(['', 'a', 'ab', 'b', 'é', '\uFFFD', '𝄞'])
})
