import type { Evidence, SourceRange } from '@authz-playground/engine'
import { lineInWords } from '@authz-playground/engine/internal/words'
import { SHOWS_REQUEST } from './lesson-parts.ts'
import { type Place, placeIn } from './places.ts'
import { playground } from './playground.ts'
import { closeDialog } from './screen.ts'
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

/** Shows a place of the policy, under the dialog. */
export function showInEditor(place: Place): void {
  closeDialog()
  goTo(place)
}

/** The places of rules and bindings, by the line in words. */
export function placesOf(evidence: readonly Evidence[]): ReadonlyMap<string, Place> {
  const ranges = evidence.flatMap(({ rule, role, binding, subject }): readonly (SourceRange | undefined)[] =>
    [rule, binding, role, subject].map((part) => part?.range),
  )
  const places = new Map<string, Place>()
  for (const range of ranges) {
    if (range === undefined) continue
    const line = lineInWords(range)
    if (!places.has(line)) places.set(line, placeIn(range))
  }
  return places
}
