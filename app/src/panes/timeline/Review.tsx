import { decider, useAnswer, usePlayground } from '../../session/index.ts'
import { Code } from '../../ui/index.ts'
import { withCaveat } from '../../worker/index.ts'
import styles from './TimelineRow.module.css'

interface ReviewProps {
  readonly step: number
  /** Of the check, as people count. */
  readonly number: number
  readonly caveat: string | undefined
}

/** The access review that a check sent, once it has come. */
export function Review({ step, number, caveat }: ReviewProps) {
  const review = useReview(step)
  if (review === undefined) return null
  return (
    <div className={styles.review}>
      <Code text={withCaveat(review, caveat)} label={`SubjectAccessReview of check ${number}`} copy />
    </div>
  )
}

/** The review of a step's check as YAML, fetched from the worker; undefined until it has come. */
function useReview(step: number): string | undefined {
  const answer = usePlayground((now) => now.answer)
  return useAnswer(() => decider().review(step), [step, answer])
}
