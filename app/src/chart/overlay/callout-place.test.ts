import { describe, expect, it } from 'vitest'
import { calloutPlace } from './callout-place.ts'

const VIEW = { left: 0, top: 0, width: 700, height: 500 }
const SIZE = { width: 200, height: 120 }

describe('where words about a node float', () => {
  it('at its right, where there is room', () => {
    expect(calloutPlace({ left: 100, top: 100, width: 150, height: 40 }, SIZE, VIEW)).toEqual({ left: 262, top: 100 })
  })

  it('at its left, where the right has none', () => {
    expect(calloutPlace({ left: 500, top: 100, width: 150, height: 40 }, SIZE, VIEW)).toEqual({ left: 288, top: 100 })
  })

  it('below a broad node, and above it at the end of the view', () => {
    expect(calloutPlace({ left: 150, top: 100, width: 400, height: 40 }, SIZE, VIEW)).toEqual({ left: 250, top: 152 })
    expect(calloutPlace({ left: 150, top: 400, width: 400, height: 40 }, SIZE, VIEW)).toEqual({ left: 250, top: 268 })
  })

  it('where it covers least of the other nodes', () => {
    const node = { left: 100, top: 100, width: 150, height: 40 }
    const beside = { left: 300, top: 90, width: 150, height: 40 }
    const under = { left: 100, top: 160, width: 150, height: 40 }
    expect(calloutPlace(node, SIZE, VIEW, [beside])).toEqual({ left: 75, top: 152 })
    expect(calloutPlace(node, SIZE, VIEW, [{ ...beside, top: 215 }, under])).toEqual({ left: 262, top: 100 })
  })

  it('never out of view', () => {
    const corner = calloutPlace({ left: 0, top: 0, width: 150, height: 40 }, SIZE, VIEW)
    expect(corner.top).toBeGreaterThanOrEqual(0)
    const cramped = calloutPlace({ left: 10, top: 50, width: 230, height: 40 }, SIZE, {
      ...VIEW,
      width: 250,
      height: 140,
    })
    expect(cramped.top + SIZE.height).toBeLessThanOrEqual(140)
  })
})
