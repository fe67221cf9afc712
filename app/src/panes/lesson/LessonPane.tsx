import { counted } from '@authz-playground/pictures'
import { readProse } from '@authz-playground/prose'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { GoalList } from '../../goals/index.ts'
import { courses, endPeek, peek, resumeCourse, useCourse, usePeeking } from '../../session/course/index.ts'
import { goalCount } from '../../session/goals.ts'
import { screen, usePlayground } from '../../session/index.ts'
import { Button, didNotArrive, Icon, LinkButton, MissingTitle, Prose, useRetriedEffect } from '../../ui/index.ts'
import { CourseEndButtons } from './CourseEnd.tsx'
import { HintButton, Hints } from './Hints.tsx'
import { Learnt } from './Learnt.tsx'
import styles from './LessonPane.module.css'
import { NextButton, PreviousButton } from './LessonSteps.tsx'
import { isLast, type LessonView, useLessonView } from './lesson-context.tsx'
import { focusGoals, GOALS_TITLE, Question } from './Question.tsx'
import { Solution } from './Solution.tsx'
import { StartAgain } from './StartAgain.tsx'

/** The lesson on the page: its text, its question, its goals with their marks, hints and solution, and the way on. */
export function LessonPane() {
  const view = useLessonView()
  const place = usePlayground((now) => now.lesson)
  const entered = useCourse((now) => now.entered)
  if (view === undefined) return <Arriving key={place?.address} />
  return <Lesson key={`${view.course.id}/${view.lesson.id}/${entered}`} of={view} />
}

/** In place of a lesson whose course is not there yet, as after a reload. */
function Arriving() {
  const [problems, setProblems] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useRetriedEffect(
    (isCurrent) => {
      setProblems([])
      resumeCourse().then(
        (found) => isCurrent() && setProblems(found),
        () => isCurrent() && setProblems([didNotArrive('The course')]),
      )
    },
    [attempt],
  )
  return (
    <section className={styles.arriving} aria-label="Lesson" aria-busy={problems.length === 0}>
      <MissingTitle name="Lesson" />
      <div role="alert" className={styles.problems}>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {problems.length > 0 && (
        <div className={styles.actions}>
          <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>
          <Button look="quiet" onClick={() => courses.leave()}>
            Leave the course
          </Button>
        </div>
      )}
    </section>
  )
}

function Lesson({ of: view }: { readonly of: LessonView }) {
  const { course, lesson, at, record, goals, current, solved, held } = view
  const title = useId()
  const heading = useHeadingFocus()
  const text = useMemo(() => readProse(lesson.text), [lesson])
  return (
    <section className={styles.lesson} aria-labelledby={title}>
      <div className={styles.text}>
        <header className={styles.head}>
          <h2 id={title} ref={heading} tabIndex={-1} className={styles.title}>
            {lesson.title}
          </h2>
          <p className={styles.about}>
            Lesson {at + 1} of {course.lessons.length}
            {lesson.minutes !== undefined && ` · ${counted(lesson.minutes, 'minute')}`}
            {record?.done && (
              <span className={styles.done}>
                {' · '}
                <Icon name="done" /> done
              </span>
            )}
          </p>
        </header>
        <Earlier />
        {at === 0 && course.text !== '' && <AboutCourse text={course.text} isOpen={record === undefined} />}
        <Prose of={text} />
        {lesson.predict && <Question of={view} predict={lesson.predict} />}
        <Hints of={view} />
        <Solution of={view} />
        <StartAgain of={view} />
      </div>
      <div className={styles.goals}>
        <div className={styles.goalsHead}>
          <h3 {...GOALS_TITLE}>Goals</h3>
          <p className={styles.count}>{held ? 'judged after your answer' : goalCount(goals)}</p>
        </div>
        <div className={styles.list}>
          <GoalList goals={goals} current={current} reasons="first" {...(!held && { onPlay: peek })} />
        </div>
        <Peeking />
        {solved && !held && <Learnt of={view} />}
        <div className={styles.steps}>
          <PreviousButton of={view} />
          {solved && isLast(view) ? (
            <CourseEndButtons of={view} />
          ) : (
            <span className={styles.atHand}>
              <HintButton of={view} />
              <NextButton of={view} />
            </span>
          )}
        </div>
      </div>
    </section>
  )
}

/**
 * Moves the focus to the heading of a lesson that a person has opened, once no dialog is over it; not where the page has just
 * been loaded.
 */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive === false) return
    if (screen.getState().dialog === undefined) {
      heading.current?.focus()
      return
    }
    const stop = screen.subscribe(({ dialog }) => {
      if (dialog !== undefined) return
      stop()
      // After the dialog has given the focus back to what opened it.
      requestAnimationFrame(() => heading.current?.focus())
    })
    return stop
  }, [])
  return heading
}

/** What the course is about, at its first lesson. */
function AboutCourse({ text, isOpen }: { readonly text: string; readonly isOpen: boolean }) {
  const read = useMemo(() => readProse(text), [text])
  const [opens] = useState(isOpen)
  return (
    <details className={styles.course} open={opens}>
      <summary>About this course</summary>
      <Prose of={read} />
    </details>
  )
}

/** What was changed in the lessons together, with the way back. */
function Earlier() {
  const earlier = useCourse((now) => now.earlier)
  return (
    <div role="status">
      {earlier && (
        <p className={styles.earlier}>
          {earlier.words} {earlier.records.size > 0 && <LinkButton onClick={() => courses.takeBack()}>Undo</LinkButton>}
        </p>
      )}
    </div>
  )
}

function leavePeek(): void {
  focusGoals()
  endPeek()
}

/** Says that the chart shows the request of a goal, and leads back. */
function Peeking() {
  const peeking = usePeeking()
  if (!peeking) return null
  return (
    <p className={styles.peeking}>
      The chart shows the request of a goal. <LinkButton onClick={leavePeek}>Show that of the lesson</LinkButton>
    </p>
  )
}
