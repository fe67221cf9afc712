import { courses, useCourse } from '../../session/course/index.ts'
import { usePlayground } from '../../session/index.ts'
import { Button, PageBar } from '../../ui/index.ts'

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
