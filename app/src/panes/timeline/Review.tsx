import { useLastAnswer, usePlayground, workerApi } from '../../session/index.ts'
import { Code } from '../../ui/index.ts'
import { withCaveat } from '../../worker/index.ts'
import styles from './TimelineRow.module.css'

interface ReviewProps {
  readonly step: number
  /** The number of the check, from 1. */
  readonly number: number
  readonly caveat: string | undefined
}

/** The access review of a check, once the worker has answered. */
export function Review({ step, number, caveat }: ReviewProps) {
  const review = useReview(step)
  if (review === undefined) return null
  return (
    <div className={styles.review}>
      <Code text={withCaveat(review, caveat)} label={`SubjectAccessReview of check ${number}`} copy />
    </div>
  )
}

/** The review of a step's check as YAML, from the worker; undefined until it first answers. */
function useReview(step: number): string | undefined {
  const answer = usePlayground((now) => now.answer)
  return useLastAnswer(() => workerApi().review(step), [step, answer])
}
