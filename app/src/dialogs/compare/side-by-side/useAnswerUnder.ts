import type { AnswerView } from '../../../worker/answer.ts'
import { decider, usePlayground } from '../../../session/playground.ts'
import { useLastAnswer } from '../../../session/useAnswer.ts'

/** The page’s scenario under a design; the last answer until the next has come. */
export function useAnswerUnder(design: string): AnswerView | undefined {
  const scenario = usePlayground((now) => now.scenario)
  return useLastAnswer(() => decider().answer({ ...scenario, design }), [scenario, design])
}
