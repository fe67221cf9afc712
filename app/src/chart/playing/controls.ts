import { type ChartPhase, continues, type Paced, type PlayerState, waits } from '@authz-playground/pictures'
import { useEffect } from 'react'
import { mustWait, playground, type Speed, usePlayground } from '../../session/index.ts'
import { announce, useReducedMotion } from '../../ui/index.ts'

/** The state of a player and its actions. */
export interface Controls {
  readonly player: PlayerState
  /** The last step; 0 where there is nothing to play. */
  readonly last: number
  readonly speed: Speed
  scrub(position: number): void
  /** Goes to the next phase. The clock calls it. */
  advance(): void
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
}

/** The player of the page, over so many steps. */
export function usePageControls(steps: number): Controls {
  const player = usePlayground(({ playback }) => playback)
  const { scrub, advance, play, pause, setSpeed } = playground.getState()
  // Nothing moves a request that must wait at its start.
  const last = usePlayground(mustWait) ? 0 : Math.max(0, steps - 1)
  return { player, speed: player.speed, last, scrub, advance, play, pause, setSpeed }
}

/** Announces a step to screen readers once it has happened. A slider with the focus says its own value. */
export function useAnnouncedSteps(words: string | undefined): void {
  useEffect(() => {
    const { activeElement } = document
    if (words === undefined || (activeElement instanceof HTMLInputElement && activeElement.type === 'range')) return
    announce(words)
  }, [words])
}

/** How long a phase of a step lasts, in milliseconds at the person’s speed. */
export type TimeOf = (phase: ChartPhase, step: number) => number

/** The clock of a player: it advances after the time of each phase. */
export function usePlayerClock({ player, advance }: Controls, steps: readonly Paced[], timeOf: TimeOf): void {
  const reducedMotion = useReducedMotion()
  useEffect(() => {
    if (!continues(player, steps)) return
    const wait = waits(player, reducedMotion) ? timeOf(player.phase, player.position) : 0
    const timer = setTimeout(advance, wait)
    return () => clearTimeout(timer)
  }, [player, steps, reducedMotion, timeOf, advance])
}
