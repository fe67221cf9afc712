import type { Evidence, SourceRange } from '@authz-playground/engine'
import { lineInWords } from '@authz-playground/engine/internal/words'
import { goTo } from './navigate.ts'
import { type Place, placeIn } from './places.ts'
import { closeDialog } from './screen.ts'

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
