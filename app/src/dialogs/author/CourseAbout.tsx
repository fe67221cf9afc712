import { Prose } from '../../ui/index.ts'
import { useReading } from './author.ts'
import styles from './Side.module.css'

/** What a course says about itself, before its first lesson. */
export function CourseAbout() {
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
