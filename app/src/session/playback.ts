import type { PlayerState } from '@authz-playground/pictures'

/** How fast a request travels: 1 is reading speed. */
export const SPEEDS = [0.5, 1, 2, 4] as const
export type Speed = (typeof SPEEDS)[number]

/** The player of the page, and the speed that the person chose. At the last step all edges that were taken are shown. */
export interface Playback extends PlayerState {
  readonly speed: Speed
}
