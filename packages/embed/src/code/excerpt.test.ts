import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptParts } from './excerpt.ts'

const inWords = (...given: Parameters<typeof excerptParts>): readonly string[] =>
  excerptParts(...given).map(({ start, end, folded }) => `${folded ? 'fold' : 'show'} ${start}–${end - 1}`)

const NONE: ReadonlySet<number> = new Set()

describe('the shown lines of a text', () => {
  it('is all of it where it is short', () => {
    expect(inWords(14, [], NONE)).toEqual(['show 0–13'])
  })

  it('is what counts, with the line before it', () => {
    expect(inWords(60, [{ start: 20, end: 24 }], NONE)).toEqual(['fold 0–18', 'show 19–23', 'fold 24–59'])
  })

  it('is its beginning where nothing counts', () => {
    expect(inWords(60, [], NONE)).toEqual(['show 0–11', 'fold 12–59'])
  })

  it('is not folded where a fold would save nothing', () => {
    expect(
      inWords(
        60,
        [
          { start: 0, end: 50 },
          { start: 53, end: 60 },
        ],
        NONE,
      ),
    ).toEqual(['show 0–59'])
  })

  it('grows by the folds that were opened, named by where they begin', () => {
    expect(inWords(60, [{ start: 20, end: 24 }], new Set([24]))).toEqual(['fold 0–18', 'show 19–59'])
  })

  it('has every line in it once, in order, and what counts in the open', () => {
    const lines = fc.array(fc.tuple(fc.nat(99), fc.nat(9)).map(([start, length]) => ({ start, end: start + length })))
    fc.assert(
      fc.property(fc.nat(100), lines, (count, counting) => {
        const stretches = excerptParts(count, counting, NONE)
        const all = stretches.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i))
        expect(all).toEqual(Array.from({ length: count }, (_, i) => i))
        const folded = stretches.filter((stretch) => stretch.folded)
        for (const { start, end } of counting) {
          for (const fold of folded) expect(fold.end <= start || Math.min(count, end) <= fold.start).toBe(true)
        }
      }),
    )
  })
})
