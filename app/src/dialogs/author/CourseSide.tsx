import { Prose } from '../../ui/index.ts'
import { useReading } from './author.ts'
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

/** What a course says about itself, before its first lesson. */
function CourseAbout() {
  const course = useReading((now) => now.course)
  if (course === undefined || course.text.blocks.length === 0) return null
  return (
    <section className={styles.preview} aria-label="About the course">
      <header className={styles.head}>
        <p className={styles.label}>About the course</p>
        {course.title !== '' && <h3 className={styles.title}>{course.title}</h3>}
      </header>
      <Prose of={course.text} heading={4} />
    </section>
  )
}
