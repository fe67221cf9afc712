import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns } from './columns.ts'

describe('finding columns', () => {
  it('brings together what belongs together', () => {
    const [a, b] = columns([0, 500], [], [{ a: 0, b: 1, strength: 1 }]) ?? []
    expect(Math.abs((a ?? 0) - (b ?? 0))).toBeLessThan(0.5)
  })

  it('keeps apart what must be apart, however strong the spring', () => {
    const [a, b] = columns([0, 0], [{ left: 0, right: 1, apart: 40 }], [{ a: 0, b: 1, strength: 100 }]) ?? []
    expect((b ?? 0) - (a ?? 0)).toBeCloseTo(40, 0)
  })

  it('draws long rows together instead of leaving them as wide as they were', () => {
    const aparts = [0, 1, 2].map((left) => ({ left, right: left + 1, apart: 20 }))
    const springs = [0, 1, 2].map((a) => ({ a, b: a + 1, strength: 1 }))
    const x = columns([0, 400, 800, 1200], aparts, springs) ?? []
    expect((x[3] ?? 0) - (x[0] ?? 0)).toBeLessThan(61)
  })

  it('says that a circle cannot be', () => {
    const circle = [
      { left: 0, right: 1, apart: 10 },
      { left: 1, right: 0, apart: 10 },
    ]
    expect(columns([0, 10], circle, [])).toBeUndefined()
  })

  it('holds every distance, whatever pulls', () => {
    const place = fc.integer({ min: 0, max: 7 })
    const pair = fc.tuple(place, place).filter(([a, b]) => a < b)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 8, maxLength: 8 }),
        fc.array(fc.tuple(pair, fc.integer({ min: 0, max: 200 })), { maxLength: 12 }),
        fc.array(fc.tuple(pair, fc.integer({ min: 1, max: 8 })), { maxLength: 12 }),
        (start, wantedAparts, wantedSprings) => {
          const aparts = wantedAparts.map(([[left, right], apart]) => ({ left, right, apart }))
          const springs = wantedSprings.map(([[a, b], strength]) => ({ a, b, strength }))
          const x = columns(start, aparts, springs) ?? []
          for (const { left, right, apart } of aparts) {
            expect((x[right] ?? 0) - (x[left] ?? 0)).toBeGreaterThanOrEqual(apart - 1e-6)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})
