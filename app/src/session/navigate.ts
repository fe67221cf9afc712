import type { Place } from './places.ts'
import { playground } from './playground.ts'
import { madePresent, sequenceOf } from './sequence.ts'

/** Goes to a place: pins it anew, also when it is pinned already, because whoever follows a link wants to be there. */
export function goTo(place: Place): void {
  const { pin } = playground.getState()
  pin(undefined)
  pin(place)
}

/** Makes another of the requests to the server present. */
export function present(index: number): void {
  const { scenario, edit } = playground.getState()
  const change = madePresent(scenario, index)
  if (index !== sequenceOf(scenario).here) edit({ subject: 'present request', change })
}
