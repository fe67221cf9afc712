import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns } from './columns.ts'

const ROUNDS = 150

describe('finding columns', () => {
  it('brings together what belongs together', () => {
    const [a, b] = columns([0, 500], [], [{ a: 0, b: 1, strength: 1 }], ROUNDS)
    expect(Math.abs((a ?? 0) - (b ?? 0))).toBeLessThan(0.5)
  })

  it('keeps every gap, however strong the spring', () => {
    const [a, b] = columns([0, 0], [{ left: 0, right: 1, least: 40 }], [{ a: 0, b: 1, strength: 100 }], ROUNDS)
    expect((b ?? 0) - (a ?? 0)).toBeCloseTo(40, 0)
  })

  it('draws long rows together instead of leaving them as wide as they were', () => {
    const gaps = [0, 1, 2].map((left) => ({ left, right: left + 1, least: 20 }))
    const springs = [0, 1, 2].map((a) => ({ a, b: a + 1, strength: 1 }))
    const x = columns([0, 400, 800, 1200], gaps, springs, ROUNDS)
    expect((x[3] ?? 0) - (x[0] ?? 0)).toBeLessThan(61)
  })

  it('holds every distance, whatever pulls', () => {
    const place = fc.integer({ min: 0, max: 7 })
    const pair = fc.tuple(place, place).filter(([a, b]) => a < b)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 8, maxLength: 8 }),
        fc.array(fc.tuple(pair, fc.integer({ min: 0, max: 200 })), { maxLength: 12 }),
        fc.array(fc.tuple(pair, fc.integer({ min: 1, max: 8 })), { maxLength: 12 }),
        (start, wantedGaps, wantedSprings) => {
          const gaps = wantedGaps.map(([[left, right], least]) => ({ left, right, least }))
          const springs = wantedSprings.map(([[a, b], strength]) => ({ a, b, strength }))
          const x = columns(start, gaps, springs, ROUNDS)
          for (const { left, right, least } of gaps) {
            expect((x[right] ?? 0) - (x[left] ?? 0)).toBeGreaterThanOrEqual(least - 1e-6)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
