import { useState } from 'react'
import { courses } from '../../session/course/index.ts'
import { Button, Dialog, DialogActions, LinkButton } from '../../ui/index.ts'
import type { LessonView } from './lesson-context.tsx'

/** Begins the lesson again, or all of them, after a question. */
export function StartAgain({ of: { course, lesson } }: { readonly of: LessonView }) {
  const [asking, setAsking] = useState(false)
  const ids = course.lessons.map(({ id }) => id)
  const begin = (lessons: readonly string[], words: string): void => {
    setAsking(false)
    courses.startAgain(lessons, words)
  }
  return (
    <>
      <LinkButton aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Start again
      </LinkButton>
      {asking && (
        <Dialog title="Start again?" onClose={() => setAsking(false)}>
          <p>
            Your text, the hints that you saw and the mark are taken out of this lesson, or of all lessons of the
            course. “Undo” in the lesson brings them back until you change something or go on.
          </p>
          <DialogActions>
            <Button data-first-focus onClick={() => setAsking(false)}>
              Keep them
            </Button>
            <Button onClick={() => begin(ids, 'The course begins again.')}>Start the course again</Button>
            <Button look="primary" onClick={() => begin([lesson.id], 'The lesson begins again.')}>
              Start the lesson again
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
