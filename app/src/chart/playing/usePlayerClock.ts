import { type ChartPhase, continues, type Paced, waits } from '@authz-playground/pictures'
import { useEffect } from 'react'
import { useReducedMotion } from '../../ui/index.ts'
import type { Controls } from './controls.ts'

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
