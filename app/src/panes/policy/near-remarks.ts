import type { SourceRange, Span } from '@authz-playground/engine'
import type { Explanation } from '@authz-playground/engine/questions'
import type { MissingWord, Remark } from '../../editor/index.ts'
import type { ClusterText } from '../../session/index.ts'

type Missing = readonly Pick<MissingWord, 'offset'>[]

/**
 * The values in a text that keep the nearest rule from allowing the check, each with the sentence about its rule. Where
 * several rules are equally near, those of all of them. Values beside a missing word are not wrong themselves.
 */
export function nearRemarks({ first }: Explanation, source: ClusterText, missing: Missing = []): readonly Remark[] {
  if (first === undefined) return []
  const [nearest] = first.near
  return first.near.flatMap(({ distance, mismatches, rule }, at) =>
    distance === nearest?.distance
      ? mismatches.flatMap(({ range }) =>
          range.source === source
            ? [
                {
                  start: range.start,
                  end: range.end,
                  words: first.words[at] ?? [],
                  wrong: rule === undefined || !lacksWord(rule.range, missing),
                },
              ]
            : [],
        )
      : [],
  )
}

/** The rule that comes closest, and that of each other check where a word is missing in it. */
export function nearLines({ first, unmet }: Explanation, source: ClusterText, missing: Missing): readonly Span[] {
  return unmet.flatMap(({ near: [nearest], step }) => {
    const range = nearest?.rule?.range
    if (range === undefined || range.source !== source) return []
    return step === first?.step || lacksWord(range, missing) ? [range] : []
  })
}

/** Whether a word is missing in a rule. The offset is that of a line, in which the rule may begin later. */
function lacksWord({ start, end, column }: SourceRange, missing: Missing): boolean {
  return missing.some(({ offset }) => start < offset + column && offset < end)
}
