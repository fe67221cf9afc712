import { expect, it } from 'vitest'
import { drawnPlaces } from './long-list.tsx'

const to = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, at) => from + at)

it('the first entries of a list are drawn, or all of them', () => {
  expect(drawnPlaces(5000, 3)).toEqual([0, 1, 2])
  expect(drawnPlaces(2, 3)).toEqual([0, 1])
  expect(drawnPlaces(0, 3)).toEqual([])
})

it('an entry that must be seen is drawn with what is around it, and nothing twice', () => {
  expect(drawnPlaces(5000, 3, 100)).toEqual([0, 1, 2, ...to(90, 110)])
  expect(drawnPlaces(5000, 3, 4999)).toEqual([0, 1, 2, ...to(4989, 4999)])
  expect(drawnPlaces(5000, 3, 5)).toEqual(to(0, 15))
  expect(drawnPlaces(5000, 3, 1)).toEqual(to(0, 11))
})
