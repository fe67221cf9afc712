import type { Moment } from '@authz-playground/pictures'
import { duration, labelLength, type Story } from '@authz-playground/pictures'
import type { Drawing } from './drawing/drawing.ts'

/** How long a phase of a step lasts on a drawn chart, in ms. For people who ask for less motion nothing travels. */
export function timeAt(
  story: Story,
  drawing: Drawing | undefined,
  phase: Moment['phase'],
  position: number,
  { speed, reducedMotion }: { readonly speed: number; readonly reducedMotion: boolean },
): number {
  const step = story.steps[position]
  if (step === undefined || (phase === 'travelling' && reducedMotion)) return 0
  const edgeLength = drawing?.edges.get(step.edge ?? '')?.length ?? 0
  return duration(phase, step, { edgeLength, words: labelLength(story, position), speed })
}
