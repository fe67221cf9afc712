import type { Evidence, Trace } from '@authz-playground/engine'
import { evidenceFor } from '@authz-playground/engine/internal/trace'
import { lineInWords } from '@authz-playground/engine/internal/words'
import { type Place, placeIn } from '../../session/index.ts'

/** The places that decided, by their mention in a sentence. Where several begin on one line, any of them is used. */
export function placesByMention(trace: Trace | undefined): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const { check } of trace?.steps ?? []) {
    if (check === undefined) continue
    for (const evidence of evidenceFor(check)) {
      for (const { range } of partsOf(evidence)) {
        const mention = lineInWords(range)
        if (!places.has(mention)) places.set(mention, placeIn(range))
      }
    }
  }
  return places
}

function partsOf({ rule, role, binding, subject, entry, related = [] }: Evidence) {
  return [rule, role, binding, subject, entry, ...related].filter((part) => part !== undefined)
}
