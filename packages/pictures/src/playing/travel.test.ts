import { describe, expect, it } from 'vitest'
import { travelFrames } from './travel.ts'

const EDGE = [
  { x: 0, y: 0 },
  { x: 0, y: 100 },
  { x: 100, y: 100 },
]

describe('the token’s way along an edge', () => {
  it('begins at the position of the request and ends at the end of the edge', () => {
    const frames = travelFrames({ x: -20, y: 0 }, EDGE)
    expect(frames[0]).toEqual({ x: -20, y: 0 })
    expect(frames.at(-1)).toEqual({ x: 100, y: 100 })
  })

  it('stays on the edge’s own curve', () => {
    for (const { x, y } of travelFrames({ x: 0, y: 0 }, EDGE)) expect(x === 0 || y === 100).toBe(true)
  })

  it('starts fast and comes gently to rest', () => {
    const gone = travelFrames({ x: 0, y: 0 }, [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]).map(({ x }) => x)
    const steps = gone.slice(1).map((x, i) => x - (gone[i] ?? 0))
    expect(steps.every((step, i) => i === 0 || step <= (steps[i - 1] ?? 0) + 1e-9)).toBe(true)
  })

  it('stays in its place where there is no edge', () => {
    expect(new Set(travelFrames({ x: 5, y: 5 }, [{ x: 5, y: 5 }]).map(({ x, y }) => `${x} ${y}`))).toEqual(
      new Set(['5 5']),
    )
  })
})
