import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIMITS, moved, readSizes, type SizeName, type Sizes, usualSizes } from './sizes.ts'

const names = Object.keys(LIMITS) as SizeName[]

describe('sizes of panes', () => {
  it('are nobody’s choice when nothing was kept', () => {
    expect(readSizes(null)).toEqual({ learn: {}, debug: {}, designs: {} })
  })

  it('come back as they were kept', () => {
    const sizes = { learn: {}, debug: { left: 33.3 }, designs: { left: 60, folded: 20 } }
    expect(readSizes(JSON.stringify(sizes))).toEqual(sizes)
  })

  it('give the policy half of a wide window to debug it, and leave the chart its columns in a narrow one', () => {
    expect(usualSizes('debug', true).left).toBe(50)
    expect(usualSizes('debug', false)).toEqual(usualSizes('learn', true))
  })

  it('never leave a pane without room, whatever was kept', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .dictionary(
              fc.constantFrom('learn', 'debug', 'designs'),
              fc.dictionary(fc.constantFrom(...names), fc.double()),
            )
            .map((kept) => JSON.stringify(kept)),
        ),
        (text) => {
          for (const sizes of Object.values<Partial<Sizes>>(readSizes(text))) {
            for (const name of names) {
              expect(sizes[name] ?? LIMITS[name].least).toBeGreaterThanOrEqual(LIMITS[name].least)
              expect(sizes[name] ?? LIMITS[name].most).toBeLessThanOrEqual(LIMITS[name].most)
            }
          }
        },
      ),
    )
  })
})

describe('a splitter', () => {
  const key = (key: string, shiftKey = false) => ({ key, shiftKey })

  it('follows the arrows, with Shift further', () => {
    expect(moved('left', 40, key('ArrowRight'), 1)).toBe(42)
    expect(moved('left', 40, key('ArrowLeft', true), 1)).toBe(30)
    expect(moved('left', 40, key('ArrowDown'), 1)).toBe(42)
  })

  it('moves the other way when its pane is after the line', () => {
    expect(moved('folded', 27, key('ArrowDown'), -1)).toBe(25)
    expect(moved('folded', 27, key('Home'), -1)).toBe(LIMITS.folded.most)
  })

  it('stops at its ends', () => {
    expect(moved('left', 65, key('ArrowRight', true), 1)).toBe(LIMITS.left.most)
    expect(moved('left', 27, key('Home'), 1)).toBe(LIMITS.left.least)
  })

  it('leaves other keys alone', () => {
    expect(moved('left', 27, key('Tab'), 1)).toBeUndefined()
  })
})
