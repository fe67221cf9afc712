import { courses, useCourse } from '../../session/course/index.ts'
import { usePlayground } from '../../session/index.ts'
import { Button, LinkButton, PageBar } from '../../ui/index.ts'
import { HintButton } from './Hints.tsx'
import styles from './LessonBar.module.css'
import { NextButton } from './LessonSteps.tsx'
import { useLessonView } from './lesson-context.tsx'

/** Scrolls to the question, which says why. */
function toTheQuestion(): void {
  document.querySelector('[data-question]')?.scrollIntoView({ block: 'start' })
}

/** How many goals hold, and the way on, within reach of a thumb. */
export function LessonBar() {
  const view = useLessonView()
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const travelling = useCourse((now) => now.travelling)
  const inProgress = usePlayground(({ playback }) => playback.inProgress)
  if (view === undefined) return null
  const { goals, held, solved, lesson, record } = view
  const guess = lesson.predict?.choices.find(({ say }) => say === record?.guess)
  const holding = goals.filter(({ state }) => state === 'holds').length
  return (
    <section className={styles.bar} aria-label="Lesson, at a glance">
      <p className={styles.count}>
        {atStart ? (
          'A question first'
        ) : travelling ? (
          'On its way'
        ) : inProgress && guess ? (
          <>
            {guess.right ? 'Right.' : 'Not right.'} <LinkButton onClick={toTheQuestion}>Why</LinkButton>
          </>
        ) : solved ? (
          'All goals hold'
        ) : (
          <>
            {holding} of {goals.length} goals
          </>
        )}
      </p>
      {!held && <HintButton of={view} />}
      <NextButton of={view} />
    </section>
  )
}

/** Leads back to the lesson while the page shows something else, such as an example that the lesson names. */
export function BackToLesson() {
  const open = useCourse((now) => now.open)
  const last = useCourse((now) => now.last)
  const inLesson = usePlayground((now) => now.lesson !== undefined)
  const lesson = open?.course.lessons.find(({ id }) => id === last)
  if (open === undefined || lesson === undefined || inLesson) return null
  return (
    <PageBar label="Course">
      <p>
        <strong>{open.course.title}</strong> is open at the lesson “{lesson.title}”.
      </p>
      <Button onClick={() => courses.go(lesson.id)}>Back to the lesson</Button>
      <Button look="quiet" onClick={() => courses.leave()}>
        Leave the course
      </Button>
    </PageBar>
  )
}
