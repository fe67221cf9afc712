// Courses: their readers, hints, and solutions.
import { type Diagnostic, needsConditions, type Scenario } from '@authz-playground/engine'
import {
  type Course,
  type HandIn,
  writeHandIn as handInText,
  type Lesson,
  type LessonWork,
  readCourse,
  readHandIn,
} from '@authz-playground/engine/documents'
import {
  handInHash,
  LessonJudge,
  looksLikeHandIn,
  nextHint,
  readCourseHash,
  scenariosOfLesson,
  scenarioWith,
  wholeCourseHash,
} from '@authz-playground/engine/internal/course'
import { deciderOfVariants } from './decisions.ts'
import { inTurns } from './in-turns.ts'
import { type DiffLine, diffOf } from './text-diff.ts'

/** The result of reading a course or a hand-in. */
export type ReadCourseText =
  | { readonly is: 'course'; readonly course?: Course; readonly diagnostics: readonly Diagnostic[] }
  | {
      readonly is: 'hand-in'
      readonly handIn?: HandIn
      /** It is as the playground wrote it. */
      readonly sealed: boolean
      readonly diagnostics: readonly Diagnostic[]
    }

/** What a link about a course holds, or its error as a sentence. A whole course comes with its text. */
export type CourseLink =
  | { readonly kind: 'named'; readonly course: string; readonly lesson?: string }
  | { readonly kind: 'text'; readonly text: string; readonly lesson?: string }
  | { readonly kind: 'problem'; readonly problem: string }

/** Reads a course or a hand-in. A text that is neither is read as a course, whose errors say what is missing. */
export function readCourseText(text: string): ReadCourseText {
  if (looksLikeHandIn(text)) return { is: 'hand-in', ...readHandIn(text) }
  const { course, diagnostics } = readCourse(text)
  return { is: 'course', ...(course && { course }), diagnostics }
}

/** Reads the hash of a link about a course; undefined for any other. */
export async function readCourseLink(hash: string): Promise<CourseLink | undefined> {
  const read = await readCourseHash(hash)
  if (read === undefined || read.kind === 'named' || read.kind === 'problem') return read
  const { text } = read
  return { kind: 'text', text, ...('lesson' in read && read.lesson !== undefined && { lesson: read.lesson }) }
}

/** The hash of a link that holds a whole course; perhaps to one of its lessons, by its id. */
export function wholeCourseLink(text: string, lesson?: string): string {
  return wholeCourseHash(text, lesson)
}

/** The hash of a link that holds what was done in a course. */
export function handInLink(handIn: HandIn): string {
  return handInHash(handIn)
}

/** What was done in a course, as the text of a file. */
export function writeHandIn(handIn: HandIn, title: string): string {
  return handInText(handIn, { title })
}

/**
 * The next hint for what a learner made of a lesson: one that speaks to it, else the next general one. Undefined where all
 * were shown.
 *
 * @param shown what the hints said that were shown before
 *
 * @param idle resolves when all questions about the page are answered
 */
export async function hintFor(
  lesson: Lesson,
  work: Partial<LessonWork>,
  shown: readonly string[],
  idle: () => Promise<void>,
): Promise<string | undefined> {
  const decide = await deciderFor(lesson, work)
  const judge = new LessonJudge(lesson, work, decide)
  const before = lesson.hints.filter(({ say }) => shown.includes(say))
  return inTurns(
    (function* () {
      yield
      return nextHint(lesson, judge.speaking(), before)?.say
    })(),
    idle,
    () => true,
  )
}

async function deciderFor(lesson: Lesson, work: Partial<LessonWork>) {
  const own = scenarioWith(lesson, work)
  const needing = [own, ...scenariosOfLesson(lesson)].find(needsConditions)
  const decide = await deciderOfVariants(needing ?? own)
  return (scenario: Scenario) => decide(scenario)
}

/** The solution of a lesson as changes of what a learner made of it. A part without a change is empty. */
export interface SolutionView {
  readonly policy: readonly (readonly DiffLine[])[]
  readonly request: readonly (readonly DiffLine[])[]
  /** Who asks, as JSON, where that changes. */
  readonly requestor?: { readonly before: string; readonly after: string }
  /** The texts differ in too much to be compared; then they are shown whole. */
  readonly whole?: { readonly policy?: string; readonly request?: string }
}

/** Compares what a learner made of a lesson with its solution. */
export function solution({ solution }: Lesson, own: LessonWork): SolutionView {
  const policy = diffOf(own.policy, solution.policy)
  const request = diffOf(own.request.text, solution.request.text)
  const before = inWords(own.requestor)
  const after = inWords(solution.requestor)
  const whole = {
    ...(policy.length === 0 && own.policy !== solution.policy && { policy: solution.policy }),
    ...(request.length === 0 && own.request.text !== solution.request.text && { request: solution.request.text }),
  }
  return {
    policy,
    request,
    ...(before !== after && { requestor: { before, after } }),
    ...(Object.keys(whole).length > 0 && { whole }),
  }
}

function inWords({ username, groups = [], uid, extra }: LessonWork['requestor']): string {
  const parts = [
    username,
    ...(groups.length > 0 ? [`groups ${groups.join(', ')}`] : []),
    ...(uid ? [`uid ${uid}`] : []),
    ...(extra && Object.keys(extra).length > 0 ? [`extra ${JSON.stringify(extra)}`] : []),
  ]
  return parts.join('; ')
}
