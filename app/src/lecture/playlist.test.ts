import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeChosen, encodeChosen, type LectureItem, nextIn, type Playlist, placeInWords } from './playlist.ts'

const item = (id: string): LectureItem => ({ id, title: id, open: async () => true })
const LIST: Playlist = { title: 'Three', items: ['a', 'b', 'c'].map(item) }

describe('the neighbours in a list', () => {
  it('are those before and after, up to the ends', () => {
    expect([nextIn(LIST, 0, 1), nextIn(LIST, 1, 1), nextIn(LIST, 2, 1)]).toEqual([1, 2, undefined])
    expect([nextIn(LIST, 2, -1), nextIn(LIST, 0, -1)]).toEqual([1, undefined])
  })

  it('of what is not in the list is the first one', () => {
    expect(nextIn(LIST, undefined, 1)).toBe(0)
    expect(nextIn(LIST, undefined, -1)).toBeUndefined()
    expect(nextIn({ title: 'None', items: [] }, undefined, 1)).toBeUndefined()
  })
})

it('the place is said in words', () => {
  expect(placeInWords(LIST, 1)).toBe('2 of 3')
  expect(placeInWords(LIST, undefined)).toBe('3 to come')
})

describe('the list that was chosen', () => {
  it('is read as it was written', () => {
    const chosen = fc.oneof(
      fc.record({ kind: fc.constant('route' as const), route: fc.string() }),
      fc.record({ kind: fc.constant('saved' as const), ids: fc.array(fc.string()) }),
      fc.record({ kind: fc.constantFrom('course' as const, 'alone' as const) }),
    )
    fc.assert(fc.property(chosen, (one) => void expect(decodeChosen(encodeChosen(one))).toEqual(one)))
  })

  it('is none in any other text', () => {
    const others = [
      null,
      '',
      '{',
      '[]',
      '{"kind":"alone"}',
      '{"version":1,"kind":"saved","ids":[1]}',
      '{"version":2,"kind":"alone"}',
    ]
    expect(others.map(decodeChosen)).toEqual(others.map(() => undefined))
    fc.assert(fc.property(fc.string(), (text) => void decodeChosen(text)))
  })
})
