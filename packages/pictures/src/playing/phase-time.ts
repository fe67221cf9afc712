import type { ChartTime } from '../chart/chart-state.ts'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { lengthOf } from '../layout/path-points.ts'
import { labelLength, type Story } from './narration.ts'
import { duration } from './pace.ts'

/**
 * How long a phase of a step lasts, in ms at a speed. The chart is undefined where there is none. For people who ask
 * for less motion nothing travels.
 */
export function phaseTime(
  story: Story,
  chart: ChartLayout | undefined,
  { position, phase }: ChartTime,
  { speed, reducedMotion }: { readonly speed: number; readonly reducedMotion: boolean },
): number {
  const step = story.steps[position]
  if (step === undefined || (phase === 'travelling' && reducedMotion)) return 0
  const edge = chart?.edges.find(({ id }) => id === step.edge)
  const edgeLength = edge === undefined ? 0 : lengthOf(edge.points)
  return duration(phase, step, { edgeLength, words: labelLength(story, position), speed })
}
