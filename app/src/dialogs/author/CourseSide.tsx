import { useReading } from './author.ts'
import { CourseAbout } from './CourseAbout.tsx'
import { LessonList } from './LessonList.tsx'
import { Preview } from './Preview.tsx'
import styles from './Side.module.css'
import { Verdict } from './Verdict.tsx'

interface CourseSideProps {
  /** Shows a lesson in the editor. `start`: where it begins. */
  onLesson(start: number): void
  onClose(): void
}

/** What a course is to its learners, and what is missing until it is finished. */
export function CourseSide({ onLesson, onClose }: CourseSideProps) {
  const selected = useReading((now) => now.selected)
  return (
    <div className={styles.parts}>
      <Verdict />
      <LessonList onLesson={onLesson} />
      {selected === undefined ? <CourseAbout /> : <Preview onClose={onClose} />}
    </div>
  )
}
