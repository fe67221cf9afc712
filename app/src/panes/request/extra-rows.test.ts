import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExtraRow, extraOfRows, rowsOfExtra, rowsToShow } from './extra-rows.ts'

const SCOPES = { 'example.com/scopes': ['view', 'edit'], team: ['blue'] }

test('an extra has a row for each value', () => {
  expect(rowsOfExtra(SCOPES)).toEqual([
    ['example.com/scopes', 'view'],
    ['example.com/scopes', 'edit'],
    ['team', 'blue'],
  ])
})

test('rows mean the extra that they were made from, whatever its keys', () => {
  const key = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('__proto__', 'constructor', '7'))
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(key, fc.array(fc.string(), { minLength: 1 })), { selector: ([one]) => one }),
      (pairs) => {
        const extra = Object.fromEntries(pairs)
        expect(Object.entries(extraOfRows(rowsOfExtra(extra)))).toEqual(Object.entries(extra))
      },
    ),
  )
})

test('a row without a key is not there yet', () => {
  expect(
    extraOfRows([
      ['team', 'blue'],
      ['', 'red'],
    ]),
  ).toEqual({ team: ['blue'] })
})

test('a row stays in its place while its key is being typed past another', () => {
  const typed: readonly ExtraRow[] = [
    ['team', 'blue'],
    ['zone', 'a'],
    ['team', 'red'],
  ]
  expect(rowsToShow(typed, { team: ['blue', 'red'], zone: ['a'] })).toBe(typed)
})

test('rows are made anew when the extra changed elsewhere', () => {
  expect(rowsToShow([['team', 'blue']], SCOPES)).toEqual(rowsOfExtra(SCOPES))
  expect(rowsToShow([['', 'half typed']], {})).toEqual([['', 'half typed']])
})
