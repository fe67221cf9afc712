import { type Check, DESIGN_LIST, decider } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import type { ChartPhase } from '@authz-playground/pictures'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlignedStop, alignedStops, comesAt, pacedAt, playerOf } from './alignment.ts'

/** That there is a check is all that counts here. */
const ASKED = {} as Check

/** What shows that the player of both is at a stop. */
const at = (position: number, phase: ChartPhase) => ({ position, phase, moved: true, playing: true })

/** A way in one word: `-` goes to a node, `?` asks at a node that it goes to, `!` asks once more where it stands. */
const way = (word: string) =>
  [...word].map((letter, index) => ({
    ...(index > 0 && letter !== '!' && { edge: `e${index}` }),
    ...(letter !== '-' && { check: ASKED }),
  }))
const stops = (left: string, right: string): readonly AlignedStop[] => alignedStops([way(left), way(right)])

const anyWay = fc.array(fc.constantFrom('-', '?', '!'), { minLength: 1, maxLength: 30 }).map((all) => all.join(''))

describe('two ways walked together', () => {
  it('are one way where they are alike', () => {
    expect(stops('--?-', '--?-')).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })

  it('wait for each other before a check, and ask it at the same time', () => {
    expect(stops('-?-', '----?-')).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 4],
      [2, 5],
    ])
  })

  it('reach their ends at the same time when they made as many checks', () => {
    expect(stops('-?-', '-?---')).toEqual([
      [0, 0],
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 4],
    ])
  })

  it('go on alone where the other has no further check, which waits at its end', () => {
    expect(stops('-?-', '-?-??-')).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [2, 3],
      [2, 4],
      [2, 5],
    ])
  })

  it('are none where one of them is not decided', () => {
    expect(alignedStops([way('-?-'), []])).toEqual([])
  })

  it('begin at both beginnings, end at both ends, and go on at each stop by a step of either or both', () => {
    fc.assert(
      fc.property(anyWay, anyWay, (left, right) => {
        const all = stops(left, right)
        expect(all[0]).toEqual([0, 0])
        expect(all.at(-1)).toEqual([left.length - 1, right.length - 1])
        for (const [index, [a, b]] of all.entries()) {
          const [before, beside] = all[index - 1] ?? [a - 1, b]
          expect([0, 1]).toContain(a - before)
          expect([0, 1]).toContain(b - beside)
          expect(a - before + b - beside).toBeGreaterThan(0)
        }
      }),
    )
  })

  it('have checks of the same number at the same stop, whichever ways they are', () => {
    fc.assert(
      fc.property(anyWay, anyWay, (left, right) => {
        const all = stops(`-${left}`, `-${right}`)
        const asks = (side: 0 | 1, word: string): readonly number[] =>
          all.flatMap((stop, index) => (comesAt(all, side, index) && word[stop[side]] !== '-' ? [index] : []))
        const [ofLeft, ofRight] = [asks(0, `-${left}`), asks(1, `-${right}`)]
        const common = Math.min(ofLeft.length, ofRight.length)
        expect(ofLeft.slice(0, common)).toEqual(ofRight.slice(0, common))
      }),
    )
  })

  it('do so for every example under every two designs', async () => {
    const decide = await decider()
    for (const { scenario } of EXAMPLES.slice(0, 12)) {
      const traces = DESIGN_LIST.map(({ id }) => decide({ ...scenario, design: id }, { cel: CEL }).trace)
      for (const left of traces) {
        for (const right of traces) {
          if (left === undefined || right === undefined) continue
          const all = alignedStops([left.steps, right.steps])
          expect(all.at(-1)).toEqual([left.steps.length - 1, right.steps.length - 1])
          expect(all.length).toBeLessThan(left.steps.length + right.steps.length)
        }
      }
    }
  })
})

describe('a stop', () => {
  const ways = [way('--?-'), way('-??-')] as const
  const all = alignedStops(ways)

  it('travels and asks when either way does', () => {
    expect(all[2]).toEqual([2, 1])
    expect(all.map((_, stop) => Object.keys(pacedAt(all, ways, stop)))).toEqual([
      [],
      ['edge'],
      ['edge', 'check'],
      ['edge', 'check'],
      ['edge'],
    ])
  })

  it('leaves a side that waits where it is, as having arrived before', () => {
    expect(playerOf(all, 1, ways[1], at(1, 'travelling'))).toMatchObject({
      position: 0,
      phase: 'done',
      moved: false,
    })
  })

  it('keeps a further check at the same node until the other has travelled', () => {
    const again = [way('-??-'), way('-?!-')] as const
    const stops = alignedStops(again)
    expect(playerOf(stops, 1, again[1], at(2, 'travelling'))).toMatchObject({
      position: 1,
      phase: 'done',
      moved: false,
    })
    expect(playerOf(stops, 1, again[1], at(2, 'asking'))).toMatchObject({
      position: 2,
      phase: 'asking',
      moved: true,
    })
  })

  it('has arrived for a side that asks nothing while the other waits for an answer', () => {
    const ends = [way('-?-'), way('-??-')] as const
    const stops = alignedStops(ends)
    expect(stops[2]).toEqual([2, 2])
    expect(playerOf(stops, 0, ends[0], at(2, 'asking'))).toMatchObject({
      position: 2,
      phase: 'done',
      moved: true,
    })
  })
})
