import { type Decision, needsConditions, type Outcome, type Scenario } from '@authz-playground/engine'
import type { Lesson } from '@authz-playground/engine/documents'
import {
  type JudgedLesson,
  judgeLesson,
  LessonJudge,
  type LessonPlays,
  type Played,
  playLesson,
  scenariosOfLesson,
  workAtStart,
} from '@authz-playground/engine/internal/course'
import { finalAnswer } from '@authz-playground/engine/internal/trace'
import { deciderOfVariants } from '../decisions.ts'
import { inTurns } from '../in-turns.ts'

/** The stamp that answers the question of a lesson: the decision of a check, or the end of the request. */
export type AnsweringStamp =
  | { readonly verb: string; readonly decision: Decision }
  | { readonly outcome: Outcome['kind']; readonly code: number }

/** All that is known of a lesson without its place in a text. */
export interface KnownLesson {
  readonly judged: JudgedLesson
  /** The places in the list of hints that speak at the start, and with the solution. */
  readonly speakAtStart: readonly number[]
  readonly speakWithSolution: readonly number[]
  /** Absent where nothing is asked, or nothing answers. */
  readonly stamp?: AnsweringStamp
}

/** The most lessons that are remembered. More than a course may have, so that undo need not judge again. */
const MOST = 1000

const lessons = new Map<string, KnownLesson>()
const plays = new Map<string, readonly Played[]>()

/** What is known of a lesson already. */
export function knownLesson(lesson: Lesson): KnownLesson | undefined {
  return lessons.get(keyOf(lesson))
}

/** The plays of a lesson that were played already. */
export function knownPlays(lesson: Lesson, of: LessonPlays): readonly Played[] | undefined {
  return plays.get(keyOfPlays(lesson, of))
}

/**
 * Judges a lesson, in turns. Undefined where nobody wants the result any more.
 *
 * @param idle resolves when all questions about the page are answered
 */
export async function learnLesson(
  lesson: Lesson,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<KnownLesson | undefined> {
  const known = knownLesson(lesson)
  if (known !== undefined) return known
  const learnt = await inTurns(judging(lesson, await deciderFor(lesson)), idle, wanted)
  if (learnt !== undefined) keep(lessons, keyOf(lesson), learnt)
  return learnt
}

/** Plays the plays of a lesson, in turns; see {@link learnLesson}. */
export async function learnPlays(
  lesson: Lesson,
  of: LessonPlays,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<readonly Played[] | undefined> {
  const known = knownPlays(lesson, of)
  if (known !== undefined) return known
  const decide = await deciderFor(lesson)
  const learnt = await inTurns(
    (function* () {
      const all: Played[] = []
      for (const one of playLesson(lesson, of, decide)) {
        all.push(one)
        yield
      }
      return all
    })(),
    idle,
    wanted,
  )
  if (learnt !== undefined) keep(plays, keyOfPlays(lesson, of), learnt)
  return learnt
}

type Decide = Awaited<ReturnType<typeof deciderFor>>

async function deciderFor(lesson: Lesson) {
  const needing = scenariosOfLesson(lesson).find(needsConditions)
  const decide = await deciderOfVariants(needing ?? lesson.start)
  return (scenario: Scenario) => decide(scenario)
}

function* judging(lesson: Lesson, decide: Decide): Generator<void, KnownLesson> {
  const judged = yield* judgeLesson(lesson, decide)
  const speaking = (judge: LessonJudge) => judge.speaking().map((hint) => lesson.hints.indexOf(hint))
  const speakAtStart = speaking(new LessonJudge(lesson, workAtStart(lesson), decide))
  yield
  const speakWithSolution = speaking(new LessonJudge(lesson, lesson.solution, decide))
  yield
  const stamp = stampOf(lesson, decide)
  return { judged, speakAtStart, speakWithSolution, ...(stamp && { stamp }) }
}

function stampOf({ predict, start }: Lesson, decide: Decide): AnsweringStamp | undefined {
  if (predict === undefined) return undefined
  const { trace } = decide(start)
  if (trace === undefined) return undefined
  if (predict.until === undefined) return { outcome: trace.outcome.kind, code: trace.outcome.code }
  const check = trace.steps.find(({ check }) => check?.attributes.verb === predict.until)?.check
  return check && { verb: predict.until, decision: finalAnswer(check).decision }
}

const keys = new WeakMap<object, string>()

/** A text that is the same for equal values. */
function keyOf(value: object): string {
  let key = keys.get(value)
  if (key === undefined) {
    key = JSON.stringify(value)
    keys.set(value, key)
  }
  return key
}

function keyOfPlays(lesson: Lesson, of: LessonPlays): string {
  return `${keyOf(lesson)} ${keyOf(of)}`
}

function keep<Value>(known: Map<string, Value>, key: string, value: Value): void {
  known.set(key, value)
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break
    known.delete(oldest)
  }
}
