import type { Diagnostic } from '@authz-playground/engine'
import type { Prose } from '@authz-playground/prose'

/** Problems of a text: the first of them, and how many there are. */
export interface ProblemList {
  readonly shown: readonly Diagnostic[]
  readonly total: number
}

/** A course as it is written now. */
export interface AuthoredCourse {
  /** Counts up with every text. */
  readonly revision: number
  readonly id: string
  readonly title: string
  /** What the course is about. */
  readonly text: Prose
  /** All of it is understood, so that it can be opened. */
  readonly complete: boolean
  /** What reading found. What judging finds is in the lessons. */
  readonly problems: ProblemList
  readonly lessons: readonly AuthoredLesson[]
  /** What reading the plays found. */
  readonly playProblems: ProblemList
  /** Where the plays of a lesson begin in their text, in its order. */
  readonly playPlaces: readonly { readonly lesson: string; readonly start: number }[]
  /** The lessons that the plays name and the course does not have. */
  readonly strayPlays: readonly string[]
}

/** A lesson of a course that is written. */
export interface AuthoredLesson {
  readonly id: string
  readonly title: string
  /** Where it begins and ends in the text. */
  readonly start: number
  readonly end: number
  /** It is understood, so that it can be judged. */
  readonly understood: boolean
  /** What judging found. Absent where it was not judged yet. */
  readonly row?: LessonRow
  /** How its plays went. Absent where nobody has written any, or they were not played yet. */
  readonly plays?: PlaysRow
  /** How many mistakes and other solutions are written. */
  readonly playCount: number
}

/** How many goals there are, and how many of them hold. */
export interface GoalCount {
  readonly all: number
  readonly holding: number
  readonly undecided: number
}

/** A lesson in a line. */
export interface LessonRow {
  readonly start: GoalCount
  readonly solution: GoalCount
  readonly hints: HintCount
  readonly problems: readonly Diagnostic[]
}

/** The hints of a lesson. */
export interface HintCount {
  readonly all: number
  /** Those with a condition. */
  readonly conditional: number
  /** Those with a condition that is not understood. */
  readonly unread: number
}

/** The plays of a lesson in a line. */
export interface PlaysRow {
  readonly mistakes: number
  readonly others: number
  /** The hints with a condition that speak to no mistake. */
  readonly silent: number
  readonly problems: readonly Diagnostic[]
}
