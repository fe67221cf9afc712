import { useState } from 'react'
import { courseStorage, courses, openCourseText } from '../../session/course/index.ts'
import { tryCourse, useTrying, workerApi } from '../../session/index.ts'
import { notify, reportLoadFailure } from '../../ui/index.ts'
import { draftStore } from './author.ts'

/** Opens a lesson of the course on the page, as a learner would. What was done in an earlier trial is forgotten. */
export function useTrial(onOpened: () => void): { begin(lesson: string): void; readonly busy: boolean } {
  const [busy, setBusy] = useState(false)

  async function begin(lesson: string): Promise<void> {
    setBusy(true)
    try {
      const trial = await workerApi().trialCourse(draftStore.store.getState().texts.course)
      if (trial === undefined) return
      await forgetTrial(trial.id)
      const problems = await openCourseText(trial.text, undefined, lesson)
      if (problems.length > 0) return notify(problems.join(' '))
      tryCourse(trial.id)
      onOpened()
    } catch {
      reportLoadFailure('The lesson', () => void begin(lesson))
    } finally {
      setBusy(false)
    }
  }

  return { begin: (lesson) => void begin(lesson), busy }
}

/** Forgets a course that was tried, and what was done in it. */
async function forgetTrial(id: string): Promise<void> {
  courses.flush()
  // A browser that keeps nothing has nothing to forget.
  await courseStorage.removeCourse(id).catch(() => undefined)
}

/** Ends the trial, however the author left it: what was on the page before comes back. */
export async function endTrial(): Promise<void> {
  const { course } = useTrying.getState()
  if (course === undefined) return
  tryCourse(undefined)
  if (courses.store.getState().open?.course.id === course) courses.leave()
  await forgetTrial(course)
}
