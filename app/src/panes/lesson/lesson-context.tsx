import type { Course, Lesson } from '@authz-playground/engine/documents'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { counted } from '@authz-playground/pictures'
import { proseText, readProse } from '@authz-playground/prose'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import {
  courses,
  lessonScenario,
  type ShownLesson,
  useCourse,
  useLesson,
  useLessonGoals,
} from '../../session/course/index.ts'
import { notJudged } from '../../session/goals.ts'
import { problemsInWords, usePlayground, workerApi } from '../../session/index.ts'
import { announce, reportLoadFailure } from '../../ui/index.ts'

/** The hints of a lesson that were shown, and the next one. */
export interface ShownHints {
  readonly shown: readonly string[]
  /** Where a text is not understood, its first error is the hint that was asked for. It does not count as one. */
  readonly error: string | undefined
  /** There is none for what the learner has now. */
  readonly none: boolean
  /** Shows the hint that speaks to what the learner has now, or else the next general one. */
  next(): void
}

/** The lesson on the page, with its goals as they are judged now. */
export interface LessonView extends ShownLesson {
  readonly goals: readonly GoalRow[]
  /** They are about the texts on screen. */
  readonly current: boolean
  /** A question is asked about the request, or the request is on its way to the answer: nothing may tell its end. */
  readonly held: boolean
  /** All goals hold. */
  readonly solved: boolean
  readonly hints: ShownHints
  /** The other lessons of the course that are not done. */
  readonly left: readonly Lesson[]
}

/** What is said when all lessons of a course are done. */
export function courseDone({ lessons }: Pick<Course, 'lessons'>): string {
  return `The course is done: ${lessons.length} of ${counted(lessons.length, 'lesson')}.`
}

/** Whether no lesson comes after this one. */
export function isLast({ course, at }: Pick<LessonView, 'course' | 'at'>): boolean {
  return at === course.lessons.length - 1
}

const Shown = createContext<LessonView | undefined>(undefined)

/** The lesson on the page. Undefined until its course is there. */
export function useLessonView(): LessonView | undefined {
  return useContext(Shown)
}

/** Judges the goals of the lesson on the page, once for all parts that show them. */
export function LessonProvider({ children }: { readonly children: ReactNode }) {
  const shown = useLesson()
  return shown === undefined ? children : <OfLesson shown={shown}>{children}</OfLesson>
}

function OfLesson({ shown, children }: { readonly shown: ShownLesson; readonly children: ReactNode }) {
  const { course, lesson, record } = shown
  const records = useCourse((now) => now.records)
  const left = useMemo(
    () => course.lessons.filter(({ id }) => id !== lesson.id && records.get(id)?.done !== true),
    [course, lesson, records],
  )
  const judged = useLessonGoals(lesson)
  const atStart = usePlayground(({ playback }) => playback.atStart)
  const travelling = useCourse((now) => now.travelling)
  const held = atStart || travelling
  const goals = useMemo(
    () => (held ? judged.goals.map(({ text, sentence }) => notJudged(text, sentence)) : judged.goals),
    [held, judged.goals],
  )
  const { current } = judged
  const solved = !held && goals.every(({ state }) => state === 'holds')
  const hints = useHints(shown, current ? goals : [])
  useSolving(shown, current ? solved : undefined, left.length === 0)
  const view = { ...shown, goals, current, held, solved: solved || (held && record?.done === true), hints, left }
  return <Shown value={view}>{children}</Shown>
}

/**
 * Keeps that the lesson is done, and announces it where the learner has just met the last goal.
 *
 * @param solved undefined while the goals are being judged
 * @param endsCourse all other lessons of the course are done
 */
function useSolving({ course, lesson, record }: ShownLesson, solved: boolean | undefined, endsCourse: boolean): void {
  const before = useRef<{ readonly lesson: string; readonly solved: boolean }>(undefined)
  const done = record?.done ?? false
  useEffect(() => {
    if (solved === undefined) return
    const same = before.current?.lesson === lesson.id
    if (solved && !done) courses.did({ did: 'solve' })
    if (solved && same && !before.current?.solved) {
      const learnt = proseText(readProse(lesson.done).blocks)
      announce(['All goals hold.', learnt, endsCourse && !done ? courseDone(course) : ''].filter(Boolean).join(' '))
    }
    before.current = { lesson: lesson.id, solved }
  }, [course, lesson, solved, done, endsCourse])
}

function useHints({ lesson, record }: ShownLesson, goals: readonly GoalRow[]): ShownHints {
  const scenario = usePlayground((now) => now.scenario)
  const [noneFor, setNoneFor] = useState<typeof scenario>()
  const [errorFor, setErrorFor] = useState<typeof scenario>()
  const [error] = problemsInWords(goals.flatMap(({ errors }) => errors).slice(0, 1))
  const shown = useMemo(
    () => (record?.shown ?? []).filter((say) => lesson.hints.some((hint) => hint.say === say)),
    [record, lesson],
  )
  async function next(): Promise<void> {
    if (error !== undefined) {
      setErrorFor(scenario)
      announce(`Hint: ${error}`)
      return
    }
    let say: string | undefined
    try {
      say = await workerApi().hint(lesson, lessonScenario(lesson), shown)
    } catch {
      reportLoadFailure('Hints', () => void next())
      return
    }
    if (courses.lessonOnPage() !== lesson) return
    if (say === undefined) {
      setNoneFor(scenario)
      announce('There is no other hint for what you have now.')
      return
    }
    courses.did({ did: 'see-hint', say })
    announce(`Hint: ${proseText(readProse(say).blocks)}`)
  }
  return {
    shown,
    error: errorFor === scenario ? error : undefined,
    none: noneFor === scenario,
    next: () => void next(),
  }
}
