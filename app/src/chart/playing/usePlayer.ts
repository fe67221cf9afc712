import type { Moment } from '@authz-playground/pictures'
import { arrivalPhase, nextPhase, type Paced } from '@authz-playground/pictures'
import { useEffect, useState } from 'react'
import type { Controls } from './controls.ts'

/** How long a phase of a step lasts, in milliseconds at the person’s speed. */
export type TimeOf = (phase: Moment['phase'], step: number) => number

/** A moment, and whether the step was come to, rather than being where a new answer stands. */
export interface Movement extends Moment {
  readonly moved: boolean
}

interface Now extends Movement {
  readonly of: unknown
}

/**
 * The moment that is shown, as the request travels: the controls say to which step, this how far within it. While they
 * play, this moves them on, step by step and no further than the end. With something else to play (`of`) it stands.
 */
export function usePlayer(of: unknown, steps: readonly Paced[], controls: Controls, timeOf: TimeOf): Movement {
  const { position, playing, advance } = controls
  const [now, setNow] = useState<Now>({ of, position, phase: 'done', moved: false })
  if (now.of !== of) setNow({ of, position, phase: 'done', moved: false })
  else if (now.position !== position) {
    setNow({ of, position, phase: arrivalPhase(now.position, position, steps[position], playing), moved: true })
  }

  const step = steps[position]
  const { phase } = now
  useEffect(() => {
    if (step === undefined || (phase === 'done' && !playing)) return
    // Whoever stops at a question wants to see its answer.
    const wait = phase === 'asking' && !playing ? 0 : timeOf(phase, position)
    const timer = setTimeout(() => {
      if (phase === 'done') advance()
      else setNow((before) => ({ ...before, phase: nextPhase(phase, step, playing) }))
    }, wait)
    return () => clearTimeout(timer)
  }, [step, position, phase, playing, advance, timeOf])
  return now
}
