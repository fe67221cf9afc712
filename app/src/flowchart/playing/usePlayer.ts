import type { Trace } from '@authz-playground/engine'
import { useEffect, useState } from 'react'
import type { AnswerView } from '../../scenario/answer.ts'
import { usePlayground } from '../../scenario/playground.ts'
import { arrivalPhase, nextPhase } from './pace.ts'
import type { Moment } from './picture.ts'

/** How long a phase of a step lasts, in milliseconds at the person’s speed. */
export type TimeOf = (phase: Moment['phase'], step: number) => number

interface Now extends Moment {
  readonly answer: AnswerView | undefined
  /** The step was come to in this answer, rather than being where a new answer stands. */
  readonly moved: boolean
}

const NO_STEPS: Trace['steps'] = []

/**
 * The moment that is shown, as the request travels: the store says to which step, this how far within it. While the
 * store plays, this moves it on, step by step and no further than the end.
 */
export function usePlayer(answer: AnswerView | undefined, timeOf: TimeOf): Now {
  const { position, playing } = usePlayground(({ playback }) => playback)
  const steps = answer?.trace?.steps ?? NO_STEPS
  const [now, setNow] = useState<Now>({ answer, position, phase: 'done', moved: false })
  if (now.answer !== answer) setNow({ answer, position, phase: 'done', moved: false })
  else if (now.position !== position) {
    setNow({ answer, position, phase: arrivalPhase(now.position, position, steps[position], playing), moved: true })
  }

  const step = steps[position]
  const { phase } = now
  useEffect(() => {
    if (step === undefined || (phase === 'done' && !playing)) return
    // Whoever stops at a question wants to see its answer.
    const wait = phase === 'asking' && !playing ? 0 : timeOf(phase, position)
    const timer = setTimeout(() => {
      if (phase === 'done') usePlayground.getState().advance()
      else setNow((before) => ({ ...before, phase: nextPhase(phase, step, playing) }))
    }, wait)
    return () => clearTimeout(timer)
  }, [step, position, phase, playing, timeOf])
  return now
}
