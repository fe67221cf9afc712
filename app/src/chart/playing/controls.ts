import type { PlayerState } from '@authz-playground/pictures'
import { playground, type Speed, usePlayground } from '../../session/index.ts'

/** What a player shows and moves. */
export interface Controls {
  readonly player: PlayerState
  /** The last step; 0 where there is nothing to play. */
  readonly last: number
  readonly speed: Speed
  scrub(position: number): void
  /** Goes on to what follows by itself; the clock’s way in. */
  advance(): void
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
}

/** The player of the page, over so many steps. */
export function usePageControls(steps: number): Controls {
  const player = usePlayground(({ playback }) => playback)
  const { scrub, advance, play, pause, setSpeed } = playground.getState()
  return { player, speed: player.speed, last: Math.max(0, steps - 1), scrub, advance, play, pause, setSpeed }
}
