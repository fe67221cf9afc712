import { describe, expect, it } from 'vitest'
import { calloutPlace } from './callout-place.ts'

const VIEW = { left: 0, top: 0, width: 700, height: 500 }
const SIZE = { width: 200, height: 120 }

describe('where words about a node float', () => {
  it('beside it, level with its middle, where there is room', () => {
    expect(calloutPlace({ left: 100, top: 100, width: 150, height: 40 }, SIZE, VIEW, [])).toEqual({ x: 262, y: 60 })
    expect(calloutPlace({ left: 500, top: 100, width: 150, height: 40 }, SIZE, VIEW, [])).toEqual({ x: 288, y: 60 })
  })

  it('below a broad node, and above it at the end of the view', () => {
    expect(calloutPlace({ left: 150, top: 100, width: 400, height: 40 }, SIZE, VIEW, [])).toEqual({ x: 250, y: 152 })
    expect(calloutPlace({ left: 150, top: 400, width: 400, height: 40 }, SIZE, VIEW, [])).toEqual({ x: 250, y: 268 })
  })

  it('clear of everything else that is shown, even where that is further away', () => {
    const node = { left: 100, top: 100, width: 150, height: 40 }
    const beside = { left: 260, top: 0, width: 150, height: 500 }
    const below = { left: 0, top: 150, width: 250, height: 40 }
    expect(calloutPlace(node, SIZE, VIEW, [beside, below])).toEqual({ x: 48, y: 202 })
  })

  it('nowhere rather than over something, or out of view', () => {
    const node = { left: 100, top: 100, width: 150, height: 40 }
    const column = { left: 350, top: 0, width: 40, height: 500 }
    const row = { left: 0, top: 250, width: 700, height: 40 }
    expect(calloutPlace(node, { width: 320, height: 220 }, VIEW, [column, row])).toBeUndefined()
    expect(calloutPlace(node, SIZE, { left: 0, top: 0, width: 250, height: 140 }, [])).toBeUndefined()
  })
})
