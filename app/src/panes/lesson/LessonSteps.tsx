import { courses } from '../../session/course/index.ts'
import { openDialog } from '../../session/index.ts'
import { Button, Icon } from '../../ui/index.ts'
import type { LessonView } from './lesson-context.tsx'

interface StepProps {
  readonly of: LessonView
}

/** Goes to the lesson before. */
export function PreviousButton({ of: { course, at } }: StepProps) {
  const before = course.lessons[at - 1]
  if (before === undefined) return <span />
  return (
    <Button
      look="quiet"
      aria-label={`Back: ${before.title}`}
      title={before.title}
      onClick={() => courses.go(before.id)}
    >
      <Icon name="previous" />
      Back
    </Button>
  )
}

/**
 * Goes to the next lesson, whether this one is done or not. After the last one comes a lesson that is not done, or handing
 * in.
 */
export function NextButton({ of: { course, at, solved, record, left } }: StepProps) {
  const next = course.lessons[at + 1]
  const done = solved || record?.done === true
  const [open] = left
  if (next === undefined && done) {
    return (
      <Button look="primary" onClick={() => (open ? courses.go(open.id) : openDialog('hand-in'))}>
        {open ? `Back to lesson ${course.lessons.indexOf(open) + 1}` : 'Hand in'}
      </Button>
    )
  }
  return (
    <Button
      look={done ? 'primary' : 'outlined'}
      title={next?.title}
      onClick={() => (next ? courses.go(next.id) : openDialog('courses'))}
    >
      {next ? (done ? 'Next lesson' : 'Skip') : 'Courses'}
      <Icon name="next" />
    </Button>
  )
}
