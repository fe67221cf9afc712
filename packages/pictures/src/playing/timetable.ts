import type { ChartPhase } from '../chart/chart-state.ts'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { lengthOf } from '../layout/path-points.ts'
import { labelLength, type Story } from './narration.ts'
import { duration } from './pace.ts'

/** The times of the events of a step, in ms from the beginning. */
export interface Times {
  /** The index of the step. */
  readonly step: number
  readonly leaves: number
  readonly arrives: number
  /** When its check is answered; without a check, when it arrives. */
  readonly done: number
}

export interface Timetable {
  readonly times: readonly Times[]
  /** When the last step has been read. */
  readonly end: number
}

/** The longest time of an animated picture, which nobody can stop. A longer story plays faster. Milliseconds. */
const LONGEST = 60_000
/** The time before anything moves, to look at the chart. Milliseconds. */
const BEFORE = 700

/**
 * Of consecutive checks of one node, only so many first ones and the last are played, because a group check can make
 * hundreds.
 */
const FIRST = 4
const LAST = 2

/** When each step of a story is played on a chart, at the pace of the playground at speed 1. */
export function timetable(story: Story, chart: ChartLayout): Timetable {
  const steps = played(story)
  const at = timesOf(story, chart, steps, 1)
  return at.end <= LONGEST ? at : timesOf(story, chart, steps, at.end / LONGEST)
}

function timesOf(story: Story, chart: ChartLayout, steps: readonly number[], speed: number): Timetable {
  const lengths = new Map(chart.edges.map(({ id, points }) => [id, lengthOf(points)]))
  let now = BEFORE / speed
  const times = steps.map((index): Times => {
    const step = story.steps[index] ?? { node: '' }
    const pace = { edgeLength: lengths.get(step.edge ?? '') ?? 0, words: labelLength(story, index), speed }
    const phase = (name: ChartPhase): number => duration(name, step, pace)
    const leaves = now
    const arrives = leaves + (step.edge === undefined ? 0 : phase('travelling'))
    const done = arrives + (step.check ? phase('asking') : 0)
    now = done + phase('done')
    return { step: index, leaves, arrives, done }
  })
  return { times, end: now }
}

function played({ steps }: Story): readonly number[] {
  const kept: number[] = []
  let run: number[] = []
  const close = (): void => {
    kept.push(...(run.length <= FIRST + LAST ? run : [...run.slice(0, FIRST), ...run.slice(-LAST)]))
    run = []
  }
  for (const [index, { edge }] of steps.entries()) {
    if (edge !== undefined) close()
    run.push(index)
  }
  close()
  return kept
}
