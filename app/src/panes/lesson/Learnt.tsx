import { readProse } from '@authz-playground/prose'
import { useMemo } from 'react'
import { courses } from '../../session/course/index.ts'
import { LinkButton, Prose } from '../../ui/index.ts'
import styles from './LessonPane.module.css'
import { courseDone, type LessonView } from './lesson-context.tsx'

/** What was learnt in a lesson whose goals hold, and whether the course is done. */
export function Learnt({ of: view }: { readonly of: LessonView }) {
  const { course, lesson, at, left } = view
  const text = useMemo(() => readProse(lesson.done), [lesson])
  return (
    <div className={styles.learnt}>
      <p>
        <strong>All goals hold.</strong> {left.length === 0 && courseDone(course)}
      </p>
      {lesson.done !== '' && <Prose of={text} />}
      {left.length > 0 && at === course.lessons.length - 1 && <LessonsLeft of={view} />}
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
