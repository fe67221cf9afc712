import type { ReactNode } from 'react'
import { countDone, courses, useCourse } from '../../session/course/index.ts'
import { usePlayground } from '../../session/index.ts'
import { Button, IconButton, Toolbar } from '../../ui/index.ts'
import styles from './LessonHeader.module.css'
import { LessonList } from './LessonList.tsx'
import { useLessonView } from './lesson-context.tsx'

interface LessonHeaderProps {
  /** The tools of the page. */
  readonly children: ReactNode
}

/** The header of the page while a lesson is on it: the course, its lessons, and the way out. */
export function LessonHeader({ children }: LessonHeaderProps) {
  const view = useLessonView()
  const records = useCourse((now) => now.records)
  const title = usePlayground((now) => now.about?.title)
  const lessons = view?.course.lessons ?? []
  const done = countDone(
    lessons.map(({ id }) => id),
    records,
  )
  return (
    <header className={styles.header}>
      <h1 className={styles.course}>{view?.course.title ?? title ?? 'Course'}</h1>
      {view && <LessonList of={view} />}
      {view && (
        <p className={styles.done}>
          {done} of {lessons.length} done
        </p>
      )}
      <Toolbar label="Tools" className={styles.tools}>
        {children}
      </Toolbar>
      <Button look="quiet" className={styles.leave} onClick={() => courses.leave()}>
        Leave the course
      </Button>
      <span className={styles.leaveSmall}>
        <IconButton icon="close" label="Leave the course" onClick={() => courses.leave()} />
      </span>
    </header>
  )
}
