import { plainText } from '@authz-playground/engine'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { prose } from './nouns.ts'

it('sets nouns between backticks apart', () => {
  expect(prose('`pods` as `jane`, please')).toEqual([{ code: 'pods' }, ' as ', { code: 'jane' }, ', please'])
})

it('leaves a backtick without a partner, and an empty pair, as they are', () => {
  expect(prose('a ` b')).toEqual(['a ` b'])
  expect(prose('a `` b')).toEqual(['a `` b'])
})

it('loses nothing but backticks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('`', 'a', ' ', 'pods')).map((pieces) => pieces.join('')),
      (text) => {
        expect(plainText(prose(text)).replaceAll('`', '')).toBe(text.replaceAll('`', ''))
      },
    ),
  )
})
