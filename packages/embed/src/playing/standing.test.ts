import { REFUSED } from '@authz-playground/pictures/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanced, goesOn, paused, played, type Standing, scrubbed, standingAt, waits } from './standing.ts'

/** Everything that follows by itself. */
function* following(standing: Standing): Generator<Standing> {
  let now = standing
  while (goesOn(now, REFUSED)) {
    now = advanced(now, REFUSED)
    yield now
  }
}

const LAST = REFUSED.length - 1

describe('playing', () => {
  it('travels, asks and rests at each step up to the end, and stops there', () => {
    const seen = [...following(played(standingAt(LAST), REFUSED))]
    expect(seen.map(({ position, phase }) => `${position} ${phase}`)).toEqual([
      '1 travelling',
      '1 done',
      '2 travelling',
      '2 asking',
      '2 done',
      '3 asking',
      '3 done',
      '4 travelling',
      '4 asking',
      '4 done',
      '5 travelling',
      '5 done',
    ])
    expect(seen.at(-1)).toEqual({ position: LAST, phase: 'done', playing: false, moved: true })
  })

  it('begins again at the end, and elsewhere goes on from there', () => {
    expect(played(standingAt(LAST), REFUSED)).toMatchObject({ position: 0, playing: true })
    expect(played(standingAt(2), REFUSED)).toMatchObject({ position: 2, playing: true })
  })

  it('does not begin where there is nothing to play', () => {
    expect(played(standingAt(0), [])).toEqual(standingAt(0))
    expect(played(standingAt(0), REFUSED.slice(0, 1))).toEqual(standingAt(0))
  })

  it('finishes the step that it is paused on', () => {
    const asking: Standing = { position: 2, phase: 'asking', playing: true, moved: true }
    expect([...following(paused(asking))]).toEqual([{ position: 2, phase: 'done', playing: false, moved: true }])
  })
})

describe('stepping', () => {
  it('travels one step forward and does not wait for the answer there', () => {
    const standing = scrubbed(standingAt(1), 2, REFUSED)
    expect(standing).toEqual({ position: 2, phase: 'travelling', playing: false, moved: true })
    expect([...following(standing)]).toEqual([{ position: 2, phase: 'done', playing: false, moved: true }])
  })

  it('puts the request anywhere else', () => {
    expect(scrubbed(standingAt(5), 1, REFUSED)).toMatchObject({ position: 1, phase: 'done' })
    expect(scrubbed(standingAt(0), 4, REFUSED)).toMatchObject({ position: 4, phase: 'done' })
  })

  it('never leaves the steps, and stops whatever played', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 99 }), fc.integer({ min: 0, max: LAST }), (to, from) => {
        const standing = scrubbed({ ...standingAt(from), playing: true }, to, REFUSED)
        expect(standing.playing).toBe(false)
        expect(REFUSED[standing.position]).toBeDefined()
      }),
    )
    expect(scrubbed(standingAt(0), Number.POSITIVE_INFINITY, REFUSED).position).toBe(LAST)
  })
})

it('waits for no journey where less motion is wanted, and for an answer only while playing', () => {
  const at = (phase: Standing['phase'], playing: boolean): Standing => ({ ...standingAt(2), phase, playing })
  expect(waits(at('travelling', true), true)).toBe(false)
  expect(waits(at('travelling', true), false)).toBe(true)
  expect(waits(at('asking', true), true)).toBe(true)
  expect(waits(at('asking', false), false)).toBe(false)
  expect(waits(at('done', true), true)).toBe(true)
})
