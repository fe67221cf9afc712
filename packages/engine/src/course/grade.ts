import type { DecideForGoals, GoalResult } from '../goals/index.ts'
import { allowedWork, type Course, type Lesson } from './course.ts'
import type { HandIn, ReadHandIn } from './hand-in.ts'
import { LessonJudge } from './lesson-judge.ts'

/** The result of one lesson of a hand-in, by the goals of the teacher’s course. */
export interface GradedLesson {
  readonly lesson: Lesson
  /** `untouched`: nothing of it was handed in. */
  readonly state: 'solved' | 'unsolved' | 'untouched'
  /** The goals that do not hold, with the reasons. Empty where it is solved or untouched. */
  readonly unmet: readonly GoalResult[]
  /** How many hints were shown, as the hand-in says. */
  readonly hints: number
  /** Whether the solution was shown, as the hand-in says. */
  readonly sawSolution: boolean
  /** The hand-in says that it is done, and it is not. */
  readonly claimsMore: boolean
}

/** A hand-in, graded. */
export interface Grade {
  /**
   * `whole`: every lesson is solved; `partly`: some are not; `foreign`: it is of another course, and nothing is graded.
   */
  readonly state: 'whole' | 'partly' | 'foreign'
  /** It was changed after the playground wrote it. It is graded all the same: what counts is decided anew. */
  readonly changed: boolean
  /** It is of another edition of the course. */
  readonly otherEdition: boolean
  /** In the order of the course. Empty where it is foreign. */
  readonly lessons: readonly GradedLesson[]
  /** Lessons in it that the course does not have. */
  readonly unknown: readonly string[]
}

/**
 * Grades a hand-in with the goals of the teacher’s course, never with its own: policy and request of each lesson are decided
 * anew. Parts that the lesson does not let a learner edit are taken from the course.
 */
export function gradeHandIn(
  course: Course,
  { handIn, sealed }: { readonly handIn: HandIn } & Pick<ReadHandIn, 'sealed'>,
  decide: DecideForGoals,
): Grade {
  const about = { changed: !sealed, otherEdition: handIn.edition !== course.edition }
  if (handIn.course !== course.id) return { state: 'foreign', ...about, lessons: [], unknown: [] }
  const lessons = course.lessons.map((lesson) => graded(lesson, handIn, decide))
  const unknown = [...handIn.lessons.keys()].filter((id) => !course.lessons.some((lesson) => lesson.id === id))
  const state = lessons.every((one) => one.state === 'solved') ? 'whole' : 'partly'
  return { state, ...about, lessons, unknown }
}

function graded(lesson: Lesson, handIn: HandIn, decide: DecideForGoals): GradedLesson {
  const progress = handIn.lessons.get(lesson.id)
  const { hints = 0, solution = false, done = false, ...work } = progress ?? {}
  const about = { lesson, hints, sawSolution: solution }
  if (progress === undefined || Object.keys(work).length === 0)
    return { ...about, state: 'untouched', unmet: [], claimsMore: done }
  const unmet = [...new LessonJudge(lesson, allowedWork(lesson, work), decide).goals()].filter(
    ({ state }) => state !== 'holds',
  )
  const state = unmet.length === 0 ? 'solved' : 'unsolved'
  return { ...about, state, unmet, claimsMore: done && unmet.length > 0 }
}
