import type { Scenario } from '../decide/index.ts'

/** A course: lessons in order. Texts are Markdown. */
export interface Course {
  /** In addresses and hand-ins; kebab-case. */
  readonly id: string
  readonly title: string
  /** For whom it is, in a sentence. Empty where it does not say. */
  readonly audience: string
  /** How long it takes. */
  readonly minutes?: number
  /** Empty where it has none. */
  readonly text: string
  /** At least one; no two have the same id. */
  readonly lessons: readonly Lesson[]
  /** Eight hexadecimal digits that change with every change of the course. */
  readonly edition: string
}

/** A policy and a request with questions about them. */
export interface Lesson {
  /** Unique in its course; kebab-case. */
  readonly id: string
  readonly title: string
  readonly minutes?: number
  readonly text: string
  /** What the learner may change. */
  readonly edit: 'policy' | 'request' | 'both'
  readonly predict?: Prediction
  /** What the learner begins with. */
  readonly start: Scenario
  /** Sentences that `readGoal` reads; at least one. */
  readonly goals: readonly string[]
  readonly hints: readonly Hint[]
  readonly solution: LessonWork
  /** What is said when all goals hold. Empty where nothing is. */
  readonly done: string
}

/** What a learner changes in a scenario. */
export type LessonWork = Pick<Scenario, 'policy' | 'request' | 'requestor'>

/** A hint. With conditions it speaks only while they are met: to one mistake. */
export interface Hint {
  readonly say: string
  /** Goals that all hold. */
  readonly when: readonly string[]
  /** Goals of which none holds. */
  readonly unless: readonly string[]
}

/** A question that is asked before the request is let go. */
export interface Prediction {
  readonly question: string
  /** At least two, of which at least one is right. */
  readonly choices: readonly { readonly say: string; readonly right: boolean }[]
  /** The verb of the check that answers it; the end of the request where it is absent. */
  readonly until?: string
  /** What is said after the guess. Empty where nothing is. */
  readonly because: string
}

/** A lesson as a page names it: by its id, or by its number from 1; the first where it names none. */
export function findLesson({ lessons }: Pick<Course, 'lessons'>, name: string | undefined): Lesson | undefined {
  if (name === undefined) return lessons[0]
  return lessons.find(({ id }) => id === name) ?? (/^\d{1,6}$/.test(name) ? lessons[Number(name) - 1] : undefined)
}

/** The scenario of a lesson with what a learner made of it. */
export function scenarioWith({ start }: Pick<Lesson, 'start'>, work: Partial<LessonWork>): Scenario {
  return { ...start, ...work }
}

/** The work of a lesson that nobody has changed. */
export function workAtStart({ start: { policy, request, requestor } }: Pick<Lesson, 'start'>): LessonWork {
  return { policy, request, requestor }
}

/** The parts of a work that the lesson lets a learner edit; all others are as the course has them. */
export function allowedWork(
  { edit }: Pick<Lesson, 'edit'>,
  { policy, request, requestor }: Partial<LessonWork>,
): Partial<LessonWork> {
  return {
    ...(edit !== 'request' && policy !== undefined && { policy }),
    ...(edit !== 'policy' && request !== undefined && { request }),
    ...(edit !== 'policy' && requestor !== undefined && { requestor }),
  }
}
