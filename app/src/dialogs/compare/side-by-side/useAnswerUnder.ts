import { decider, useLastAnswer, usePlayground } from '../../../session/index.ts'
import type { AnswerView } from '../../../worker/index.ts'

/** The page’s scenario under a design; the last answer until the next has come. */
export function useAnswerUnder(design: string): AnswerView | undefined {
  const scenario = usePlayground((now) => now.scenario)
  return useLastAnswer(() => decider().answer({ ...scenario, design }), [scenario, design])
}
