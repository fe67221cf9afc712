/** How fast a request travels: 1 is reading speed. */
export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

/** Where a player stands on a way of several steps, and whether it goes on by itself. */
export interface PlayerState {
  /** The step that the request has come to. At the last step the whole path is shown. */
  readonly position: number
  readonly playing: boolean
}

/** At a step, clamped to the way, and not playing. */
export function scrubbed(position: number, last: number): PlayerState {
  return { playing: false, position: Math.min(Math.max(0, position), last) }
}

/** One step on without stopping, but at the last. */
export function advanced({ position, playing }: PlayerState, last: number): PlayerState {
  const next = Math.min(position + 1, last)
  return { position: next, playing: playing && next < last }
}

/** Playing: from the beginning where the end was reached. */
export function begun({ position }: PlayerState, last: number): PlayerState {
  return { position: position >= last ? 0 : position, playing: last > 0 }
}
