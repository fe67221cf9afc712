import type { Scenario } from '@authz-playground/engine'
import type { Course, Lesson } from '@authz-playground/engine/documents'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { FIRST } from '@authz-playground/examples/first'
import { shortened } from '@authz-playground/pictures'
import { useStore } from 'zustand'
import { announce, notify } from '../../ui/index.ts'
import { useCourseOpen } from '../course-open.ts'
import { goalsBy, type ShownGoals } from '../goals.ts'
import { decode, encode } from '../kept.ts'
import { SHOWS_REQUEST } from '../lesson-parts.ts'
import { onceAnswered } from '../once-answered.ts'
import { opening } from '../opening.ts'
import { playground, usePlayground, workerApi } from '../playground.ts'
import type { Session } from '../session.ts'
import { useLastAnswer } from '../useAnswer.ts'
import { lessonOf, type OpenCourse } from './course-place.ts'
import { databaseStorage } from './course-storage.ts'
import { type CourseState, Courses, isPeek, ownScenario, peekAt } from './courses.ts'
import { type LessonRecord, workIn } from './records.ts'

const NOT_KEPT =
  'This browser does not let the page keep what you do in a course. Save your progress as a file before you leave the page.'

/** The courses that were opened in this browser, and what was done in them. */
export const courseStorage = databaseStorage()

/** The courses of the page. */
export const courses = new Courses({
  playground,
  storage: courseStorage,
  outside: () => keptOutside() ?? { scenario: FIRST.scenario, exampleId: FIRST.id },
  keepOutside,
  opening: (words) => opening(shortened(words)),
  refused: () => notify(NOT_KEPT),
  now: Date.now,
})

courses.store.subscribe(({ open }) => useCourseOpen.setState({ open: open !== undefined }))

addEventListener('pagehide', () => courses.flush())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') courses.flush()
})

/** The state of the courses: `useCourse((now) => now.records)`. */
export function useCourse<Part>(select: (now: CourseState) => Part): Part {
  return useStore(courses.store, select)
}

/** The lesson that is on the page. */
export interface ShownLesson {
  readonly open: OpenCourse
  readonly course: Course
  readonly lesson: Lesson
  /** Its place in the course, from 0. */
  readonly at: number
  readonly record: LessonRecord | undefined
}

/** The lesson on the page. Undefined where it shows something else, and until its course is there. */
export function useLesson(): ShownLesson | undefined {
  const open = useCourse((now) => now.open)
  const records = useCourse((now) => now.records)
  const place = usePlayground((now) => now.lesson)
  const lesson = place && lessonOf(open, place)
  if (open === undefined || lesson === undefined) return undefined
  const { course } = open
  return { open, course, lesson, at: course.lessons.indexOf(lesson), record: records.get(lesson.id) }
}

interface Judged {
  readonly of: unknown
  readonly lesson: Lesson
  readonly views: readonly GoalRow[]
}

/**
 * The goals of a lesson, judged after each answer: of the lesson’s scenario with what the learner made of it, whatever else
 * the page shows.
 */
export function useLessonGoals(lesson: Lesson): ShownGoals {
  const answered = usePlayground((now) => now.answered)
  const fresh = usePlayground((now) => now.answered === now.scenario)
  const last = useLastAnswer((): Promise<Judged | undefined> | undefined => {
    if (answered === undefined || courses.lessonOnPage() !== lesson) return undefined
    return workerApi()
      .goals(lessonScenario(lesson, answered), lesson.goals, lesson.start.policy)
      .then((views) => views && { of: answered, lesson, views })
  }, [answered, lesson])
  const current = fresh && last !== undefined && last.of === answered && last.lesson === lesson
  return { goals: goalsBy(lesson.goals, last?.lesson === lesson ? last.views : []), current }
}

/** The scenario of a lesson with what the learner made of it on the page, as it is now. */
export function lessonScenario(lesson: Lesson, onPage: Scenario = playground.getState().scenario): Scenario {
  return { ...lesson.start, ...workIn(lesson, ownScenario(onPage)) }
}

/** Shows the request of a goal on the chart, in place of that of the lesson, and plays it. It does not count as work on the lesson. */
export function peek({ play }: Pick<GoalRow, 'play'>): void {
  if (play === undefined) return
  const { scenario, edit } = playground.getState()
  edit({ subject: SHOWS_REQUEST, change: peekAt(scenario, play) })
  announce('The request of the goal is on the chart')
  onceAnswered(playground.getState().scenario, (now) => now.play())
}

/** Shows the request of the lesson again. */
export function endPeek(): void {
  const { scenario, edit } = playground.getState()
  if (isPeek(scenario)) edit({ subject: SHOWS_REQUEST, change: ownScenario(scenario) })
}

/** Whether the page shows the request of a goal. */
export function usePeeking(): boolean {
  return usePlayground(({ scenario }) => isPeek(scenario))
}

/** The key of what this tab showed before it opened a course. */
const KEY = 'authz-playground/outside'

/** A longer session is only in the memory of the page. Characters. */
const LONGEST = 500_000

/** Stores what the page shows before a course, for this tab. */
function keepOutside(session: Session): void {
  try {
    const text = encode({ start: session })
    if (text.length <= LONGEST) sessionStorage.setItem(KEY, text)
    else sessionStorage.removeItem(KEY)
  } catch {
    // Then it is in the memory of the page only.
  }
}

/** What this tab showed before its course. Undefined where that is not stored. */
function keptOutside(): Session | undefined {
  try {
    const kept = decode(sessionStorage.getItem(KEY) ?? '')
    return kept !== undefined && 'start' in kept ? kept.start : undefined
  } catch {
    return undefined
  }
}
