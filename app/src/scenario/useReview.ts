import { useEffect, useState } from 'react'
import { decider, usePlayground } from './playground.ts'

/** The review of a step's check as YAML, fetched from the worker; undefined until it has come. */
export function useReview(step: number): string | undefined {
  const answer = usePlayground((now) => now.answer)
  const [review, setReview] = useState<{ readonly of: typeof answer; readonly text: string }>()
  useEffect(() => {
    let current = true
    decider()
      .review(step)
      .then((text) => {
        if (current && text !== undefined) setReview({ of: answer, text })
      })
      // The worker's end is shown where the answer is; here there is just nothing to show.
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [step, answer])
  return review?.of === answer ? review?.text : undefined
}
