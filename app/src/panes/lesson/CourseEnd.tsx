import { BUILT_IN_COURSES } from '@authz-playground/courses'
import { readProse } from '@authz-playground/prose'
import { useEffect, useState } from 'react'
import {
  courses,
  listedCourses,
  type OpenCourse,
  openBuiltInCourse,
  openCourseBeside,
  useCourse,
} from '../../session/course/index.ts'
import { openDialog } from '../../session/index.ts'
import { Button, notify, Prose, reportLoadFailure } from '../../ui/index.ts'
import styles from './LessonPane.module.css'
import type { LessonView } from './lesson-context.tsx'

/** What a learner knows at the end of a course, in three lines: what two lessons taught, and all that this one taught. */
export function Knowledge({ of: { course, lesson } }: { readonly of: LessonView }) {
  const others = course.lessons.filter(({ id, done }) => id !== lesson.id && done !== '')
  const lines = [...new Set([others[0], others[others.length >> 1]])].flatMap((one) =>
    one === undefined ? [] : [firstSentence(one.done)],
  )
  if (lesson.done !== '') lines.push(lesson.done)
  if (lines.length === 0) return null
  return (
    <>
      <p>You know now:</p>
      <ul className={styles.left}>
        {lines.map((line) => (
          <li key={line}>
            <Prose of={readProse(line)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function firstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?])\s+(?=[\p{Lu}`[])/u)[0] ?? ''
}

/**
 * The ways on after the last lesson. Handing in comes first when all lessons are done; before that, the first lesson that is
 * not.
 */
export function CourseEndButtons({ of: { course, left } }: { readonly of: LessonView }) {
  const [open] = left
  return (
    <span className={styles.ends}>
      {left.length === 0 && <NextCourse />}
      <Button look={open ? 'outlined' : 'primary'} onClick={() => openDialog('hand-in')}>
        Hand in
      </Button>
      {open && (
        <Button look="primary" title={open.title} onClick={() => courses.go(open.id)}>
          Back to lesson {course.lessons.indexOf(open) + 1}
        </Button>
      )}
    </span>
  )
}

interface Following {
  readonly title: string
  opens(): Promise<readonly string[]>
}

/** Leads to the course after the open one, among those that it was listed with; after the last of them, to all courses. */
function NextCourse() {
  const open = useCourse((now) => now.open)
  const [next, setNext] = useState<Following>()
  useEffect(() => {
    let current = true
    setNext(undefined)
    if (open !== undefined) void courseAfter(open).then((found) => current && setNext(found))
    return () => {
      current = false
    }
  }, [open])
  if (next === undefined) return <Button onClick={() => openDialog('courses')}>Courses</Button>
  return (
    <Button title={next.title} onClick={() => void begin(next)}>
      Next course
    </Button>
  )
}

async function courseAfter({ course, origin }: OpenCourse): Promise<Following | undefined> {
  if (origin === 'built-in') {
    const next = BUILT_IN_COURSES[BUILT_IN_COURSES.findIndex(({ id }) => id === course.id) + 1]
    return next && { title: next.title, opens: () => openBuiltInCourse(next.id) }
  }
  if (origin !== 'beside') return undefined
  const listed = (await listedCourses()).filter(({ problem }) => problem === undefined)
  const at = listed.findIndex((one) => one.course === course.id)
  const next = at < 0 ? undefined : listed[at + 1]
  return next && { title: next.title ?? next.file, opens: () => openCourseBeside(next.file) }
}

async function begin(next: Following): Promise<void> {
  try {
    const problems = await next.opens()
    if (problems.length > 0) notify(problems.join(' '))
  } catch {
    reportLoadFailure('The course', () => void begin(next))
  }
}
