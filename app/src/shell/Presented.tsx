import { caveatOf } from '../scenario/caveat.ts'
import { usePlayground } from '../scenario/playground.ts'
import { DecisionMark } from '../ui/DecisionMark.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Words } from '../ui/Words.tsx'
import styles from './Presented.module.css'

/** The check that the request has come to, for people at the back of the room. */
export function PresentedCheck() {
  const answer = usePlayground((playground) => playground.answer)
  const position = usePlayground((playground) => playground.playback.position)
  const check = answer?.checks.findLast(({ step }) => step <= position)
  const made = check && answer?.trace?.steps[check.step]?.check
  if (check === undefined || made === undefined) {
    return <p className={styles.none}>{answer?.trace === undefined ? '' : 'No check has been made so far.'}</p>
  }
  const number = (answer?.checks.indexOf(check) ?? 0) + 1
  const caveat = answer && caveatOf(answer)
  return (
    <section className={styles.check} aria-label="Current check">
      <h2 className={styles.heading}>
        Check {number} of {answer?.checks.length}
      </h2>
      <p className={styles.question}>
        <Words of={check.question} />
      </p>
      <p className={styles.decision}>
        <DecisionMark decision={made.answer.decision} withWord />
      </p>
      {caveat && <p>{caveat}</p>}
    </section>
  )
}

/** The way out, quiet in its corner. */
export function LeavePresenting({ onLeave }: { onLeave(): void }) {
  return (
    <>
      <VisuallyHidden>
        <h1>Authorization playground, present view</h1>
      </VisuallyHidden>
      <div className={styles.leave}>
        <IconButton icon="close" label="Leave the present view" keys="Esc" onClick={onLeave} />
      </div>
    </>
  )
}
