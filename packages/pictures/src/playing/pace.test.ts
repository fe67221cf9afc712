import { describe, expect, it } from 'vitest'
import { arrivalPhase, duration, nextPhase } from './pace.ts'
import { REFUSED } from './story.fixture.ts'

const [, FORK, CHECK, AGAIN] = REFUSED as readonly [
  unknown,
  (typeof REFUSED)[number],
  (typeof REFUSED)[number],
  (typeof REFUSED)[number],
]
const going = { edgeLength: 100, words: 60, speed: 1 }

describe('the pace of a request', () => {
  it('takes between 150 and 250 ms along an edge, longer along longer ones', () => {
    const along = (edgeLength: number) => duration('travelling', FORK, { ...going, edgeLength })
    expect(along(0)).toBe(150)
    expect(along(100)).toBeLessThan(along(300))
    expect(along(10_000)).toBe(250)
  })

  it('waits at a check as long as reading its question takes, within bounds', () => {
    const asked = (words: number) => duration('asking', CHECK, { ...going, words })
    expect(asked(40)).toBeLessThan(asked(80))
    expect(asked(0)).toBeGreaterThan(0)
    expect(asked(5_000_000)).toBe(asked(1_000))
  })

  it('keeps to the person’s speed', () => {
    for (const phase of ['travelling', 'asking', 'done'] as const) {
      expect(duration(phase, CHECK, { ...going, speed: 4 })).toBe(duration(phase, CHECK, going) / 4)
    }
  })
})

describe('the phases of a step', () => {
  it('begin with the way there, one step forward along an edge', () => {
    expect(arrivalPhase(1, 2, CHECK, true)).toBe('travelling')
    expect(arrivalPhase(1, 2, CHECK, false)).toBe('travelling')
  })

  it('begin with the question at a further check of the same node', () => {
    expect(arrivalPhase(2, 3, AGAIN, true)).toBe('asking')
  })

  it('are over at once wherever the request is put, and when somebody steps by hand', () => {
    expect(arrivalPhase(5, 2, CHECK, false)).toBe('done')
    expect(arrivalPhase(0, 2, CHECK, true)).toBe('done')
    expect(arrivalPhase(2, 3, AGAIN, false)).toBe('done')
    expect(arrivalPhase(5, 6, undefined, true)).toBe('done')
  })

  it('go from the way to the question to the answer while playing', () => {
    expect(nextPhase('travelling', CHECK, true)).toBe('asking')
    expect(nextPhase('asking', CHECK, true)).toBe('done')
  })

  it('go from the way to the answer where nothing is asked, or somebody waits for it', () => {
    expect(nextPhase('travelling', FORK, true)).toBe('done')
    expect(nextPhase('travelling', CHECK, false)).toBe('done')
  })
})
