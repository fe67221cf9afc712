import { type PlayerState, playground, type Speed, usePlayground } from '../../session/index.ts'

/** What a player shows and moves. */
export interface Controls extends PlayerState {
  /** The last step; 0 where there is nothing to play. */
  readonly last: number
  readonly speed: Speed
  scrub(position: number): void
  /** Moves on without stopping; the player’s own way in. */
  advance(): void
  play(): void
  pause(): void
  setSpeed(speed: Speed): void
}

/** The player of the page, over a way of so many steps. */
export function usePageControls(steps: number): Controls {
  const { position, playing, speed } = usePlayground(({ playback }) => playback)
  const { scrub, advance, play, pause, setSpeed } = playground.getState()
  return { position, playing, speed, last: Math.max(0, steps - 1), scrub, advance, play, pause, setSpeed }
}
