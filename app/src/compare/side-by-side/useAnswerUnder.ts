import type { AnswerView } from '../../scenario/answer.ts'
import { decider, usePlayground } from '../../scenario/playground.ts'
import { useLastAnswer } from '../../scenario/useAnswer.ts'

/** The page’s scenario under a design; the last answer until the next has come. */
export function useAnswerUnder(design: string): AnswerView | undefined {
  const scenario = usePlayground((now) => now.scenario)
  return useLastAnswer(() => decider().answer({ ...scenario, design }), [scenario, design])
}
