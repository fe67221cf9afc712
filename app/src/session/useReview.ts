import { decider, usePlayground } from './playground.ts'
import { useAnswer } from './useAnswer.ts'

/** The review of a step's check as YAML, fetched from the worker; undefined until it has come. */
export function useReview(step: number): string | undefined {
  const answer = usePlayground((now) => now.answer)
  return useAnswer(() => decider().review(step), [step, answer])
}
