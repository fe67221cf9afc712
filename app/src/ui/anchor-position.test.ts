import { describe, expect, it, test } from 'vitest'
import { bubblePosition, listPosition } from './anchor-position.ts'

const viewport = { width: 400, height: 300 }
const bubble = { width: 120, height: 40 }

describe('a bubble', () => {
  it('goes below the element that it explains, in its middle', () => {
    expect(bubblePosition({ left: 200, top: 100, width: 20, height: 20 }, bubble, viewport)).toEqual({
      left: 150,
      top: 126,
    })
  })

  it('goes above where there is no room below', () => {
    expect(bubblePosition({ left: 200, top: 270, width: 20, height: 20 }, bubble, viewport).top).toBe(224)
  })

  it('stays in the window at both sides', () => {
    expect(bubblePosition({ left: 0, top: 0, width: 20, height: 20 }, bubble, viewport).left).toBe(8)
    expect(bubblePosition({ left: 390, top: 0, width: 10, height: 20 }, bubble, viewport).left).toBe(272)
  })

  it('keeps its beginning in sight when it is wider than the window', () => {
    expect(bubblePosition({ left: 0, top: 0, width: 20, height: 20 }, { width: 600, height: 40 }, viewport).left).toBe(
      8,
    )
  })
})

const fieldAt = (top: number): Parameters<typeof listPosition>[0] => ({ left: 10, top, bottom: top + 28, width: 200 })

test('the list goes below its field, as wide as it is', () => {
  expect(listPosition(fieldAt(100), 800, 800)).toEqual({
    left: '10px',
    top: '130px',
    bottom: 'auto',
    width: '200px',
    maxHeight: '320px',
  })
})

test('near the end of the window it goes above', () => {
  expect(listPosition(fieldAt(700), 800, 800)).toMatchObject({ top: 'auto', bottom: '102px', maxHeight: '320px' })
})

test('where neither side has room it takes the larger, and stays in the window', () => {
  expect(listPosition(fieldAt(60), 200, 200)).toMatchObject({ top: '90px', maxHeight: '102px' })
})

test('it stays clear of a keyboard on the screen', () => {
  expect(listPosition(fieldAt(300), 400, 800)).toMatchObject({ top: 'auto', bottom: '502px', maxHeight: '290px' })
})
