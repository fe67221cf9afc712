import { describe, expect, it } from 'vitest'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { REFUSED, storyCheck, storyFrom } from './story.fixture.ts'
import { timetable } from './timetable.ts'

const CHART: ChartLayout = {
  width: 100,
  height: 100,
  nodes: [],
  edges: [
    {
      id: 'A:next',
      from: 'A',
      to: 'B',
      path: 'M0,0L0,500',
      points: [
        { x: 0, y: 0 },
        { x: 0, y: 500 },
      ],
    },
  ],
}

describe('when a story is played', () => {
  it('goes from step to step: it leaves, arrives, and is done, one after the other', () => {
    const { times, end } = timetable(storyFrom(), CHART)
    expect(times.map(({ step }) => step)).toEqual(REFUSED.map((_, step) => step))
    const moments = [...times.flatMap(({ leaves, arrives, done }) => [leaves, arrives, done]), end]
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  })

  it('waits for the answers of checks alone, and travels along edges alone', () => {
    const { times } = timetable(storyFrom(), CHART)
    for (const { step, leaves, arrives, done } of times) {
      expect(done > arrives).toBe(REFUSED[step]?.check !== undefined)
      expect(arrives > leaves).toBe(REFUSED[step]?.edge !== undefined)
    }
    expect((times[1]?.arrives ?? 0) - (times[1]?.leaves ?? 0)).toBe(250)
  })

  it('plays the first and the last of many checks that a node makes', () => {
    const asked = Array.from({ length: 100 }, () => ({ node: 'C', check: storyCheck('groups') }))
    const { times } = timetable(
      storyFrom([{ node: 'A' }, { node: 'C', edge: 'B:no', check: storyCheck('users') }, ...asked]),
      CHART,
    )
    expect(times.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 100, 101])
  })

  it('goes faster where it would play longer than a minute', () => {
    const asked = Array.from({ length: 60 }, (_, i) => ({ node: 'C', edge: `B:${i}`, check: storyCheck('groups') }))
    expect(timetable(storyFrom(asked), CHART).end).toBeCloseTo(60_000, 0)
  })
})
