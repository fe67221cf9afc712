import { SHOWS_REQUEST } from './lesson-parts.ts'
import type { Place } from './places.ts'
import { playground } from './playground.ts'
import { madePresent, sequenceOf } from './sequence.ts'

/** Goes to a place: pins it anew where it is pinned already, so that following a link again shows its place again. */
export function goTo(place: Place): void {
  const { pin } = playground.getState()
  pin(undefined)
  pin({ ...place })
}

/** Makes another request of the sequence the present one. */
export function present(index: number): void {
  const { scenario, edit } = playground.getState()
  const change = madePresent(scenario, index)
  if (index !== sequenceOf(scenario).here) edit({ subject: SHOWS_REQUEST, change })
}
