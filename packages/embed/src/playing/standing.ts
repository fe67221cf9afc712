import { arrivalPhase, type Moment, nextPhase, type Paced } from '@authz-playground/pictures'

/** Where a player stands: a moment, whether it goes on by itself, and whether the step was come to or is a beginning. */
export interface Standing extends Moment {
  readonly playing: boolean
  readonly moved: boolean
}

/** Standing at a step where everything has happened. */
export function standingAt(position: number): Standing {
  return { position, phase: 'done', playing: false, moved: false }
}

/** Put at a step, or at the nearest one; whatever played stops. */
export function scrubbed(standing: Standing, to: number, steps: readonly Paced[]): Standing {
  const position = Math.min(Math.max(0, steps.length - 1), Math.max(0, to))
  if (position === standing.position) return { ...standing, playing: false, phase: 'done' }
  const phase = arrivalPhase(standing.position, position, steps[position], false)
  return { position, phase, playing: false, moved: true }
}

/** Begins to play: from the start, where the end was reached. */
export function played(standing: Standing, steps: readonly Paced[]): Standing {
  if (steps.length < 2) return standing
  if (standing.position < steps.length - 1) return { ...standing, playing: true }
  return { position: 0, phase: 'done', playing: true, moved: true }
}

export function paused(standing: Standing): Standing {
  return standing.playing ? { ...standing, playing: false } : standing
}

/** Whether something follows by itself, after the time that the phase takes. */
export function goesOn({ phase, playing, position }: Standing, steps: readonly Paced[]): boolean {
  if (steps[position] === undefined) return false
  return phase !== 'done' || (playing && position < steps.length - 1)
}

/** What follows once the time of a phase is over. */
export function advanced(standing: Standing, steps: readonly Paced[]): Standing {
  const { position, phase, playing } = standing
  const step = steps[position]
  if (step === undefined || !goesOn(standing, steps)) return { ...standing, playing: false }
  if (phase !== 'done') return settled({ ...standing, phase: nextPhase(phase, step, playing) }, steps)
  const next = position + 1
  return settled(
    { position: next, phase: arrivalPhase(position, next, steps[next], true), playing, moved: true },
    steps,
  )
}

/** At the end nothing plays any more. */
function settled(standing: Standing, steps: readonly Paced[]): Standing {
  const ended = standing.phase === 'done' && standing.position >= steps.length - 1
  return ended ? { ...standing, playing: false } : standing
}

/** Whoever stops at a question wants to see its answer, and whoever wants no motion waits for no journey. */
export function waits({ phase, playing }: Standing, reducedMotion: boolean): boolean {
  if (phase === 'asking') return playing
  return !(phase === 'travelling' && reducedMotion)
}
