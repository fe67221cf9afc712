import { readProse } from '@authz-playground/prose'
import { useMemo } from 'react'
import { courses } from '../../session/course/index.ts'
import { LinkButton, Prose } from '../../ui/index.ts'
import { Knowledge } from './CourseEnd.tsx'
import styles from './LessonPane.module.css'
import { courseDone, isLast, type LessonView } from './lesson-context.tsx'

/** What was learnt in a lesson whose goals hold, and whether the course is done. */
export function Learnt({ of: view }: { readonly of: LessonView }) {
  const { course, lesson, left } = view
  const text = useMemo(() => readProse(lesson.done), [lesson])
  return (
    <div className={styles.learnt}>
      <p>
        <strong>All goals hold.</strong> {left.length === 0 && courseDone(course)}
      </p>
      {isLast(view) && left.length === 0 ? (
        <Knowledge of={view} />
      ) : (
        <>
          {lesson.done !== '' && <Prose of={text} />}
          {isLast(view) && <LessonsLeft of={view} />}
        </>
      )}
    </div>
  )
}

/** After the last lesson, the lessons that are not done, each with the way there. */
function LessonsLeft({ of: { left } }: { readonly of: LessonView }) {
  return (
    <>
      <p>This is the last lesson of the course. Not done yet:</p>
      <ul className={styles.left}>
        {left.map(({ id, title }) => (
          <li key={id}>
            <LinkButton onClick={() => courses.go(id)}>{title}</LinkButton>
          </li>
        ))}
      </ul>
    </>
  )
}
