import type { Explanation } from '@authz-playground/engine/questions'
import type { Remark } from '../../editor/index.ts'
import type { ClusterText } from '../../session/index.ts'

/**
 * The values in a text that keep the nearest rule from allowing the check, each with the sentence about its rule. Where
 * several rules are equally near, those of all of them.
 */
export function nearRemarks({ first }: Explanation, source: ClusterText): readonly Remark[] {
  if (first === undefined) return []
  const [nearest] = first.near
  return first.near.flatMap(({ distance, mismatches }, at) =>
    distance === nearest?.distance
      ? mismatches.flatMap(({ range }) =>
          range.source === source ? [{ start: range.start, end: range.end, words: first.words[at] ?? [] }] : [],
        )
      : [],
  )
}
