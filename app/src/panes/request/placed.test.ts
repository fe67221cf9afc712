import { expect, test } from 'vitest'
import { placed } from './placed.ts'

const fieldAt = (top: number): Parameters<typeof placed>[0] => ({ left: 10, top, bottom: top + 28, width: 200 })

test('the list goes below its field, as wide as it is', () => {
  expect(placed(fieldAt(100), 800, 800)).toEqual({
    left: '10px',
    top: '130px',
    bottom: 'auto',
    width: '200px',
    maxHeight: '320px',
  })
})

test('near the end of the window it goes above', () => {
  expect(placed(fieldAt(700), 800, 800)).toMatchObject({ top: 'auto', bottom: '102px', maxHeight: '320px' })
})

test('where neither side has room it takes the larger, and stays in the window', () => {
  expect(placed(fieldAt(60), 200, 200)).toMatchObject({ top: '90px', maxHeight: '102px' })
})

test('it stays clear of a keyboard on the screen', () => {
  expect(placed(fieldAt(300), 400, 800)).toMatchObject({ top: 'auto', bottom: '502px', maxHeight: '290px' })
})
