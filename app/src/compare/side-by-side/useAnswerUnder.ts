import { useEffect, useState } from 'react'
import type { AnswerView } from '../../scenario/answer.ts'
import { decider, usePlayground } from '../../scenario/playground.ts'

/** The page’s scenario under a design; the last answer until the next has come. */
export function useAnswerUnder(design: string): AnswerView | undefined {
  const scenario = usePlayground((now) => now.scenario)
  const [answer, setAnswer] = useState<AnswerView>()
  useEffect(() => {
    let current = true
    decider()
      .answer({ ...scenario, design })
      .then((come) => {
        if (current) setAnswer(come)
      })
      // The worker's end is shown where the answer is; here there is just nothing to show.
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [scenario, design])
  return answer
}
