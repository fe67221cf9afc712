import type { ChartTime } from '../chart/chart-state.ts'
import { arrivalPhase, nextPhase, type Paced } from './pace.ts'

/**
 * The state of a player over the steps of a request. Page and element have one each, and change it by the functions
 * below.
 */
export interface PlayerState extends ChartTime {
  /** It advances by itself. */
  readonly playing: boolean
  /** The step was reached by playing or stepping. False where a new answer begins. */
  readonly moved: boolean
  /** The question of a check waits until somebody goes on, for an audience that thinks about the answer. */
  readonly pausesAtChecks?: boolean
}

/** At rest at a step, with everything of the step done. */
export function restingAt(position: number): PlayerState {
  return { position, phase: 'done', playing: false, moved: false }
}

/** Moved to a step, or to the nearest one; playing stops. */
export function scrubbed(state: PlayerState, to: number, steps: readonly Paced[]): PlayerState {
  const position = Math.min(Math.max(0, steps.length - 1), Math.max(0, to))
  if (position === state.position) return { ...state, playing: false, phase: 'done' }
  const phase = arrivalPhase(state.position, position, steps[position], false)
  return { position, phase, playing: false, moved: true }
}

/** Playing; from the start where the end was reached. */
export function startedPlaying(state: PlayerState, steps: readonly Paced[]): PlayerState {
  if (steps.length < 2) return state
  if (state.position < steps.length - 1) return { ...state, playing: true }
  return { position: 0, phase: 'done', playing: true, moved: true }
}

export function paused(state: PlayerState): PlayerState {
  return state.playing ? { ...state, playing: false } : state
}

/** Whether another phase follows without a person, after the time of this one. */
export function continues({ phase, playing, position, pausesAtChecks }: PlayerState, steps: readonly Paced[]): boolean {
  if (steps[position] === undefined) return false
  if (phase === 'asking' && pausesAtChecks && !playing) return false
  return phase !== 'done' || (playing && position < steps.length - 1)
}

/** The next state, once the time of a phase is over. */
export function advanced(state: PlayerState, steps: readonly Paced[]): PlayerState {
  const { position, phase, playing, pausesAtChecks = false } = state
  const step = steps[position]
  if (step === undefined || !continues(state, steps)) return { ...state, playing: false }
  if (phase !== 'done')
    return stoppedAtEnd({ ...state, phase: nextPhase(phase, step, playing || pausesAtChecks) }, steps)
  const next = position + 1
  return stoppedAtEnd(
    { position: next, phase: arrivalPhase(position, next, steps[next], true), playing, moved: true },
    steps,
  )
}

/**
 * The next moment for an audience, by hand: the step that follows, or where a check is asked its answer. Playing stops.
 * Undefined at the end.
 */
export function wentOn(state: PlayerState, steps: readonly Paced[]): PlayerState | undefined {
  const { position, phase } = state
  const step = steps[position]
  if (step === undefined) return undefined
  if (phase === 'travelling') return { ...state, phase: nextPhase(phase, step, true), playing: false }
  if (phase === 'asking') return { ...state, phase: 'done', playing: false }
  const next = position + 1
  if (next >= steps.length) return undefined
  return {
    ...state,
    position: next,
    phase: arrivalPhase(position, next, steps[next], true),
    playing: false,
    moved: true,
  }
}

/** The moment before, by hand: the question of the check that is answered, else the step before. Undefined at the start. */
export function wentBack(state: PlayerState, steps: readonly Paced[]): PlayerState | undefined {
  const { position, phase } = state
  const back = { ...state, playing: false, moved: true }
  if (phase === 'done' && steps[position]?.check !== undefined && position > 0) return { ...back, phase: 'asking' }
  return position <= 0 ? undefined : { ...back, position: position - 1, phase: 'done' }
}

/** Stops playing at the end. */
function stoppedAtEnd(state: PlayerState, steps: readonly Paced[]): PlayerState {
  const ended = state.phase === 'done' && state.position >= steps.length - 1
  return ended ? { ...state, playing: false } : state
}

/**
 * Whether a phase lasts for its time. A person who stops at a question wants to see its answer, and one who wants less
 * motion does not wait for travel.
 */
export function waits({ phase, playing }: PlayerState, reducedMotion: boolean): boolean {
  if (phase === 'asking') return playing
  return !(phase === 'travelling' && reducedMotion)
}
