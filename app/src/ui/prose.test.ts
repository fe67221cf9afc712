import { plainText } from '@authz-playground/engine'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withCode } from './nouns.ts'

it('separates nouns between backticks from words', () => {
  expect(withCode('`pods` as `jane`, please')).toEqual([{ code: 'pods' }, ' as ', { code: 'jane' }, ', please'])
})

it('leaves a backtick without a partner, and an empty pair, as they are', () => {
  expect(withCode('a ` b')).toEqual(['a ` b'])
  expect(withCode('a `` b')).toEqual(['a `` b'])
})

it('loses nothing but backticks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('`', 'a', ' ', 'pods')).map((pieces) => pieces.join('')),
      (text) => {
        expect(plainText(withCode(text)).replaceAll('`', '')).toBe(text.replaceAll('`', ''))
      },
    ),
  )
})
