import type { PlayerState } from '@authz-playground/pictures'
import { mustWait, playground, type Speed, usePlayground } from '../../session/index.ts'

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
