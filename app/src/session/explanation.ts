import type { SourceRange } from '@authz-playground/engine'
import { isRefused } from '@authz-playground/engine/internal/trace'
import { lineInWords } from '@authz-playground/engine/internal/words'
import type { Explanation, NearMatch } from '@authz-playground/engine/questions'
import type { AnswerView } from '../worker/index.ts'
import { type Place, placeIn } from './places.ts'
import { usePlayground, workerApi } from './playground.ts'
import { oncePerAnswer, useLastAnswer } from './useAnswer.ts'

/** Why an answer is a refusal. */
export interface ExplainedAnswer {
  readonly answer: AnswerView
  readonly explanation: Explanation
}

const explainedOnce = oncePerAnswer(async (answer): Promise<ExplainedAnswer | undefined> => {
  const explanation = await workerApi().explain()
  return explanation && { answer, explanation }
})

/** The last explanation. It may be of an older answer than the shown one, until the worker has answered. */
export function useLastExplanation(): ExplainedAnswer | undefined {
  const answer = usePlayground((now) => now.answer)
  return useLastAnswer(() => (answer && isRefused(answer.trace) ? explainedOnce(answer) : undefined), [answer])
}

/** Why the shown answer is a refusal. Undefined where it is none, and until the worker has answered. */
export function useExplanation(): Explanation | undefined {
  const answer = usePlayground((now) => now.answer)
  const last = useLastExplanation()
  return last !== undefined && last.answer === answer ? last.explanation : undefined
}

/** The places that the sentences about near rules mention, by the line in words. */
export function nearPlaces(near: readonly NearMatch[]): ReadonlyMap<string, Place> {
  const ranges = near.flatMap(({ rule, role, binding, subject, mismatches }): readonly (SourceRange | undefined)[] => [
    ...mismatches.map(({ range }) => range),
    ...[rule, subject, binding, role].map((part) => part?.range),
  ])
  const places = new Map<string, Place>()
  for (const range of ranges) {
    if (range === undefined) continue
    const mention = lineInWords(range)
    if (!places.has(mention)) places.set(mention, placeIn(range))
  }
  return places
}
