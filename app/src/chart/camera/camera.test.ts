import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitZoom, scrolledAfterZoom, scrolledToShow, usualZoom, wholeZoom } from './camera.ts'

const PANE = { width: 600, height: 400 }

describe('the zoom that a chart starts with', () => {
  it('shows all of a small chart, no larger than 16 px type', () => {
    expect(usualZoom({ width: 500, height: 350 }, PANE, false)).toBeCloseTo(400 / 350)
    expect(usualZoom({ width: 100, height: 100 }, PANE, false)).toBeCloseTo(16 / 12)
  })

  it('never sets the words of a large chart below 12 px', () => {
    expect(usualZoom({ width: 900, height: 1300 }, PANE, false)).toBe(1)
  })

  it('has 15 to 24 px type when presented', () => {
    expect(usualZoom({ width: 900, height: 2000 }, PANE, true)).toBe(1.25)
    expect(usualZoom({ width: 350, height: 300 }, PANE, true)).toBeCloseTo(400 / 300)
    expect(usualZoom({ width: 100, height: 100 }, PANE, true)).toBe(2)
    expect(usualZoom({ width: 900, height: 2000 }, { width: 360, height: 250 }, true)).toBe(1)
  })

  it('shows all of a chart that is shown whole, no larger than usual', () => {
    expect(wholeZoom({ width: 1200, height: 400 }, PANE)).toBe(0.5)
    expect(wholeZoom({ width: 100, height: 100 }, PANE)).toBeCloseTo(16 / 12)
  })

  it('fits when asked to, whatever the size of the words', () => {
    expect(fitZoom({ width: 1200, height: 400 }, PANE)).toBe(0.5)
  })
})

describe('bringing something into view', () => {
  const content = { width: 1000, height: 2000 }
  const view = { left: 100, top: 500, ...PANE }

  it('moves nothing when it is in view', () => {
    expect(scrolledToShow(view, { left: 300, top: 600, width: 100, height: 50 }, content, 20)).toEqual({
      left: 100,
      top: 500,
    })
  })

  it('moves only as far as needed, with a margin', () => {
    expect(scrolledToShow(view, { left: 300, top: 900, width: 100, height: 50 }, content, 20)).toEqual({
      left: 100,
      top: 570,
    })
    expect(scrolledToShow(view, { left: 50, top: 600, width: 100, height: 50 }, content, 20)).toEqual({
      left: 30,
      top: 500,
    })
  })

  it('shows the beginning of a target that is larger than the view', () => {
    expect(scrolledToShow(view, { left: 100, top: 800, width: 100, height: 900 }, content, 20).top).toBe(800)
  })

  it('never scrolls past the content, and shows all of whatever fits', () => {
    const box = fc.record({
      left: fc.integer({ min: 0, max: 900 }),
      top: fc.integer({ min: 0, max: 1900 }),
      width: fc.integer({ min: 1, max: 100 }),
      height: fc.integer({ min: 1, max: 100 }),
    })
    fc.assert(
      fc.property(box, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 1600 }), (target, left, top) => {
        const at = scrolledToShow({ left, top, ...PANE }, target, content, 32)
        expect(at.left).toBeGreaterThanOrEqual(0)
        expect(at.left).toBeLessThanOrEqual(content.width - PANE.width)
        expect(at.top).toBeLessThanOrEqual(content.height - PANE.height)
        expect(target.left).toBeGreaterThanOrEqual(at.left)
        expect(target.left + target.width).toBeLessThanOrEqual(at.left + PANE.width)
        expect(target.top).toBeGreaterThanOrEqual(at.top)
        expect(target.top + target.height).toBeLessThanOrEqual(at.top + PANE.height)
      }),
    )
  })
})

describe('zooming', () => {
  it('keeps the point under the finger in its place', () => {
    const point = { x: 150, y: 80 }
    const none = { x: 0, y: 0 }
    const { left, top } = scrolledAfterZoom({ left: 200, top: 300 }, point, 2, none, none)
    // 350 and 380 px into the chart before, twice that after.
    expect(left + point.x).toBe(700)
    expect(top + point.y).toBe(760)
  })

  it('counts where a chart smaller than its pane stood', () => {
    const point = { x: 300, y: 200 }
    const { left } = scrolledAfterZoom({ left: 0, top: 0 }, point, 2, { x: 100, y: 0 }, { x: 0, y: 0 })
    expect(left + point.x).toBe(400)
  })
})
