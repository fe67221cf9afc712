import type { Place } from './places.ts'
import { playground } from './playground.ts'

/** Goes to a place: pins it anew, also when it is pinned already, because whoever follows a link wants to be there. */
export function goTo(place: Place): void {
  const { pin } = playground.getState()
  pin(undefined)
  pin(place)
}
