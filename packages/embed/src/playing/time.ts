import { type DrawnChart, duration, labelLength, lengthOf, pathPoints, type Story } from '@authz-playground/pictures'
import type { Standing } from './standing.ts'

/** How long the phase that a player is in lasts, in milliseconds. */
export function timeOf(
  { phase, position }: Standing,
  story: Story,
  chart: DrawnChart | undefined,
  reducedMotion: boolean,
): number {
  const step = story.steps[position]
  if (step === undefined || (phase === 'travelling' && reducedMotion)) return 0
  const edge = chart?.edges.find(({ id }) => id === step.edge)
  return duration(phase, step, {
    edgeLength: edge === undefined ? 0 : lengthOf(pathPoints(edge.d)),
    words: labelLength(story, position),
    speed: 1,
  })
}
