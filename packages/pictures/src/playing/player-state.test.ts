import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanced,
  continues,
  type PlayerState,
  paused,
  restingAt,
  scrubbed,
  startedPlaying,
  waits,
  wentBack,
  wentOn,
} from './player-state.ts'
import { REFUSED } from './story.fixture.ts'

/** Everything that follows by itself. */
function* following(state: PlayerState): Generator<PlayerState> {
  let now = state
  while (continues(now, REFUSED)) {
    now = advanced(now, REFUSED)
    yield now
  }
}

const LAST = REFUSED.length - 1

describe('playing', () => {
  it('travels, asks and rests at each step up to the end, and stops there', () => {
    const seen = [...following(startedPlaying(restingAt(LAST), REFUSED))]
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
    expect(startedPlaying(restingAt(LAST), REFUSED)).toMatchObject({ position: 0, playing: true })
    expect(startedPlaying(restingAt(2), REFUSED)).toMatchObject({ position: 2, playing: true })
  })

  it('does not begin where there is nothing to play', () => {
    expect(startedPlaying(restingAt(0), [])).toEqual(restingAt(0))
    expect(startedPlaying(restingAt(0), REFUSED.slice(0, 1))).toEqual(restingAt(0))
  })

  it('finishes the step that it is paused on', () => {
    const asking: PlayerState = { position: 2, phase: 'asking', playing: true, moved: true }
    expect([...following(paused(asking))]).toEqual([{ position: 2, phase: 'done', playing: false, moved: true }])
  })
})

describe('stepping', () => {
  it('travels one step forward and does not wait for the answer there', () => {
    const state = scrubbed(restingAt(1), 2, REFUSED)
    expect(state).toEqual({ position: 2, phase: 'travelling', playing: false, moved: true })
    expect([...following(state)]).toEqual([{ position: 2, phase: 'done', playing: false, moved: true }])
  })

  it('puts the request anywhere else', () => {
    expect(scrubbed(restingAt(5), 1, REFUSED)).toMatchObject({ position: 1, phase: 'done' })
    expect(scrubbed(restingAt(0), 4, REFUSED)).toMatchObject({ position: 4, phase: 'done' })
  })

  it('never leaves the steps, and stops whatever played', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 99 }), fc.integer({ min: 0, max: LAST }), (to, from) => {
        const state = scrubbed({ ...restingAt(from), playing: true }, to, REFUSED)
        expect(state.playing).toBe(false)
        expect(REFUSED[state.position]).toBeDefined()
      }),
    )
    expect(scrubbed(restingAt(0), Number.POSITIVE_INFINITY, REFUSED).position).toBe(LAST)
  })
})

it('waits for no journey where less motion is wanted, and for an answer only while playing', () => {
  const at = (phase: PlayerState['phase'], playing: boolean): PlayerState => ({ ...restingAt(2), phase, playing })
  expect(waits(at('travelling', true), true)).toBe(false)
  expect(waits(at('travelling', true), false)).toBe(true)
  expect(waits(at('asking', true), true)).toBe(true)
  expect(waits(at('asking', false), false)).toBe(false)
  expect(waits(at('done', true), true)).toBe(true)
})

describe('for an audience', () => {
  const BEGUN: PlayerState = { ...restingAt(0), pausesAtChecks: true }

  /** The moments at which somebody has to press a key, with what follows by itself in between. */
  function moments(): readonly PlayerState[] {
    const seen = [BEGUN]
    for (let now = wentOn(BEGUN, REFUSED); now !== undefined; now = wentOn(now, REFUSED)) {
      now = [...following(now)].at(-1) ?? now
      seen.push(now)
    }
    return seen
  }
  const named = ({ position, phase }: PlayerState): string => `${position} ${phase}`

  it('asks each check, and answers it when somebody goes on', () => {
    expect(moments().map(named)).toEqual([
      '0 done',
      '1 done',
      '2 asking',
      '2 done',
      '3 asking',
      '3 done',
      '4 asking',
      '4 done',
      '5 done',
    ])
  })

  it('goes back by the same moments, to the start', () => {
    const seen: string[] = []
    for (let now = moments().at(-1); now !== undefined; now = wentBack(now, REFUSED)) seen.push(named(now))
    expect(seen.reverse()).toEqual(moments().map(named))
  })

  it('does not wait for the end of the journey', () => {
    const travelling: PlayerState = {
      position: 2,
      phase: 'travelling',
      playing: false,
      moved: true,
      pausesAtChecks: true,
    }
    expect(wentOn(travelling, REFUSED)).toMatchObject({ position: 2, phase: 'asking' })
    expect(wentBack(travelling, REFUSED)).toMatchObject({ position: 1, phase: 'done' })
  })

  it('plays on its own all the same', () => {
    expect([...following(startedPlaying(BEGUN, REFUSED))].at(-1)).toMatchObject({ position: LAST, phase: 'done' })
  })

  it('has nothing to go to without steps', () => {
    expect(wentOn(BEGUN, [])).toBeUndefined()
    expect(wentBack(BEGUN, [])).toBeUndefined()
  })
})
