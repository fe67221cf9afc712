import type { Scenario } from '@authz-playground/engine'
import type { Course, HandIn, Lesson, LessonProgress, LessonWork } from '@authz-playground/engine/documents'
import { allowedWork } from '@authz-playground/engine/internal/course'

/** What is kept of a lesson: the progress in it, and what only the page needs. */
export interface LessonRecord extends LessonProgress {
  /** What the hints said that were shown, in their order. Hints may be others in another edition of the course. */
  readonly shown?: readonly string[]
  /** What was chosen before the request was released. */
  readonly guess?: string
  /** When it changed last. Milliseconds since 1970. */
  readonly at: number
}

/** Records by the ids of their lessons. A lesson that nobody began has none. */
export type LessonRecords = ReadonlyMap<string, LessonRecord>

/** Something that a learner did in a lesson. */
export type LearnerAction =
  /** Changed what may be edited. Parts that are absent are as at the start. */
  | { readonly did: 'work'; readonly work: Partial<LessonWork> }
  | { readonly did: 'solve' }
  | { readonly did: 'see-hint'; readonly say: string }
  | { readonly did: 'see-solution' }
  | { readonly did: 'guess'; readonly say: string }

/**
 * A record after an action. An action changes its own part alone: two tabs that have the same lesson lose nothing of each other but
 * the older work.
 *
 * @param at milliseconds since 1970
 */
export function recordAfter(before: LessonRecord | undefined, action: LearnerAction, at: number): LessonRecord {
  const now = { ...before, at }
  switch (action.did) {
    case 'work': {
      const { policy: _, request: __, requestor: ___, ...rest } = now
      return { ...rest, ...action.work }
    }
    case 'solve':
      return { ...now, done: true }
    case 'see-hint': {
      const { shown = [], hints = 0 } = now
      if (shown.includes(action.say)) return now
      return { ...now, shown: [...shown, action.say], hints: Math.max(hints, shown.length + 1) }
    }
    case 'see-solution':
      return { ...now, solution: true }
    case 'guess':
      return { ...now, guess: action.say }
  }
}

/** What a learner made of a lesson: the parts that may be edited and differ from the start. */
export function workIn(lesson: Lesson, scenario: LessonWork): Partial<LessonWork> {
  const { policy, request, requestor } = allowedWork(lesson, scenario)
  const { start } = lesson
  return {
    ...(policy !== undefined && policy !== start.policy && { policy }),
    ...(request !== undefined && !isSame(request, start.request) && { request: { ...request } }),
    ...(requestor !== undefined && !isSame(requestor, start.requestor) && { requestor }),
  }
}

/** The scenario of a lesson with the work in a record. */
export function scenarioOf(lesson: Lesson, record: LessonRecord | undefined): Scenario {
  return { ...lesson.start, ...allowedWork(lesson, record ?? {}) }
}

/** Whether a lesson is as it was before anybody did something in it. */
export function isUntouched(record: LessonRecord | undefined): boolean {
  return record === undefined || Object.keys(record).every((part) => part === 'at')
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The lessons of a course that are done. */
export function countDone(lessons: readonly string[], records: LessonRecords): number {
  return lessons.filter((id) => records.get(id)?.done).length
}

/** What was done in a course, to be saved or handed in. Lessons that the course no longer has are left out. */
export function handInOf(course: Course, records: LessonRecords): HandIn {
  const lessons = course.lessons.flatMap(({ id }) => {
    const record = records.get(id)
    return record === undefined || isUntouched(record) ? [] : [[id, progressOf(record)] as const]
  })
  return { course: course.id, edition: course.edition, lessons: new Map(lessons) }
}

function progressOf({ shown: _, guess: __, at: ___, ...progress }: LessonRecord): LessonProgress {
  return progress
}

const MERGED = ['policy', 'request', 'requestor', 'done', 'hints', 'solution'] as const

/** The records of a course with those of a hand-in. */
export interface MergedRecords {
  /** The records that changed. */
  readonly changed: LessonRecords
  /** Lessons of the hand-in that the course does not have. */
  readonly unknown: number
}

/**
 * Merges what was done elsewhere: what was done stays done, and of hints the larger number counts. The work of the hand-in
 * replaces that of a lesson, unless the lesson is done here and not there.
 */
export function merged(course: Course, records: LessonRecords, handIn: HandIn, at: number): MergedRecords {
  const changed = new Map<string, LessonRecord>()
  let unknown = 0
  for (const [id, progress] of handIn.lessons) {
    const lesson = course.lessons.find((one) => one.id === id)
    if (lesson === undefined) unknown += 1
    else {
      const before = records.get(id)
      const after = mergedRecord(lesson, before, progress, at)
      if (MERGED.some((part) => !isSame(before?.[part], after[part]))) changed.set(id, after)
    }
  }
  return { changed, unknown }
}

function mergedRecord(
  lesson: Lesson,
  before: LessonRecord | undefined,
  theirs: LessonProgress,
  at: number,
): LessonRecord {
  const { policy, request, requestor, ...rest } = before ?? { at }
  const own = { ...(policy !== undefined && { policy }), ...(request && { request }), ...(requestor && { requestor }) }
  const keepsOwn = (before?.done ?? false) && !theirs.done
  const work = keepsOwn ? own : workIn(lesson, { ...lesson.start, ...allowedWork(lesson, theirs) })
  const hints = Math.max(before?.hints ?? 0, theirs.hints ?? 0)
  return {
    ...rest,
    ...work,
    ...((before?.done || theirs.done) && { done: true }),
    ...(hints > 0 && { hints }),
    ...((before?.solution || theirs.solution) && { solution: true }),
    at,
  }
}
