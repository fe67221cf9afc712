import { useCourse } from '../../session/course/index.ts'
import { usePlayground } from '../../session/index.ts'
import { HintButton } from './Hints.tsx'
import styles from './LessonBar.module.css'
import { NextButton } from './LessonSteps.tsx'
import { useLessonView } from './lesson-context.tsx'

/** How many goals hold, and the way on, within reach of a thumb. */
export function LessonBar() {
  const view = useLessonView()
  const waiting = usePlayground(({ playback }) => playback.waiting)
  const travelling = useCourse((now) => now.travelling)
  if (view === undefined) return null
  const { goals, held, solved } = view
  const holding = goals.filter(({ state }) => state === 'holds').length
  return (
    <section className={styles.bar} aria-label="Lesson, at a glance">
      <p className={styles.count}>
        {waiting ? (
          'A question first'
        ) : travelling ? (
          'On its way'
        ) : solved ? (
          'All goals hold'
        ) : (
          <>
            {holding} of {goals.length} goals
          </>
        )}
      </p>
      {!held && !solved && <HintButton of={view} />}
      <NextButton of={view} />
    </section>
  )
}
