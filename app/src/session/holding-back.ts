import type { AnswerView } from '../worker/index.ts'
import { type Highlights, highlightsFor, type Place } from './places.ts'
import type { PlaygroundState } from './store/state.ts'

type Playing = Pick<PlaygroundState, 'playback' | 'answer'>

/**
 * Whether the end of the request is held back: a question about it is asked first, or the request is in progress, at any
 * moment before its end, and the person has not asked to see the answer all the time. In the present view it never is shown before.
 */
export function isHeldBack({ playback, answer }: Playing): boolean {
  const { inProgress, holdsBack, atStart, pausesAtChecks } = playback
  return (atStart || (inProgress && (holdsBack || pausesAtChecks === true))) && answer?.trace !== undefined
}

/** How far a step has come: not yet reached, reached and its check asked, or done. */
type Progress = 'ahead' | 'asked' | 'done'

export function progressOf({ position, phase }: PlaygroundState['playback'], step: number): Progress {
  if (step !== position) return step < position ? 'done' : 'ahead'
  return phase === 'travelling' ? 'ahead' : phase === 'asking' ? 'asked' : 'done'
}

/** What lights up with a place. Of steps that are held back nothing does, and of a check that is asked no rule yet. */
export function highlightsNow(place: Place | undefined, { playback, answer }: Playing): Highlights {
  if (answer === undefined || !isHeldBack({ playback, answer })) return highlightsFor(place, answer)
  const { position, phase } = playback
  const asked = highlightsFor(place, before(phase === 'travelling' ? position : position + 1, answer))
  return phase === 'asking' ? { ...asked, texts: highlightsFor(place, before(position, answer)).texts } : asked
}

/** An answer up to a step. */
function before(step: number, answer: AnswerView): AnswerView {
  const { trace, checks } = answer
  if (trace === undefined) return answer
  return {
    ...answer,
    trace: { ...trace, steps: trace.steps.slice(0, step) },
    checks: checks.filter((check) => check.step < step),
  }
}
