import type { Scenario } from '../decide/index.ts'
import { type DecideForGoals, type GoalResult, readGoals, scenariosOfGoals } from '../goals/index.ts'
import { type Diagnostic, finished } from '../text/index.ts'
import { errorInText, plainText } from '../words/index.ts'
import type { JsonPath } from '../yaml/index.ts'
import { type Lesson, scenarioWith, workAtStart } from './course.ts'
import { LessonJudge } from './lesson-judge.ts'
import type { ErrorAt, ReadCourse } from './read-course.ts'

/**
 * Checks a course as its author wants it: at the start of each lesson some goal does not hold, with the solution all do, every
 * sentence is understood, and the check that a prediction waits for is made. One lesson a step.
 */
export function* checkCourse(read: ReadCourse, decide: DecideForGoals): Generator<readonly Diagnostic[], void> {
  const { course, at } = read
  for (const [index, lesson] of (course?.lessons ?? []).entries()) {
    yield [...checkLesson(lesson, index, finished(judgeLesson(lesson, decide)), at)]
  }
}

/** A lesson as it is before anybody changes it, and with its solution. */
export interface JudgedLesson {
  readonly atStart: readonly GoalResult[]
  readonly withSolution: readonly GoalResult[]
  /** The verbs of the checks that are made at the start, in their order. Empty where nothing is decided. */
  readonly verbs: readonly string[]
}

/** Judges a lesson at its start and with its solution, one goal a step. */
export function* judgeLesson(lesson: Lesson, decide: DecideForGoals): Generator<void, JudgedLesson> {
  const atStart: GoalResult[] = []
  const withSolution: GoalResult[] = []
  for (const result of new LessonJudge(lesson, workAtStart(lesson), decide).goals()) {
    atStart.push(result)
    yield
  }
  for (const result of new LessonJudge(lesson, lesson.solution, decide).goals()) {
    withSolution.push(result)
    yield
  }
  const steps = decide(lesson.start).trace?.steps ?? []
  return { atStart, withSolution, verbs: steps.flatMap(({ check }) => check?.attributes.verb ?? []) }
}

/**
 * Checks a lesson that was judged; see {@link checkCourse}.
 *
 * @param index its place in the course
 */
export function* checkLesson(
  lesson: Lesson,
  index: number,
  judged: JudgedLesson,
  at: ErrorAt,
): Generator<Diagnostic, void> {
  const path: JsonPath = ['lessons', index]
  yield* unreadSentences(lesson, path, at)
  yield* unlikeItsAuthor(lesson, judged, path, at)
}

/** The scenarios that a lesson needs decided, so that a page loads what they need. */
export function scenariosOfLesson(lesson: Lesson): readonly Scenario[] {
  const sentences = [...lesson.goals, ...lesson.hints.flatMap(({ when, unless }) => [...when, ...unless])]
  return [lesson.start, scenarioWith(lesson, lesson.solution)].flatMap((scenario) => [
    scenario,
    ...scenariosOfGoals({ scenario, goals: sentences }),
  ])
}

/** Conditions may name the resources that the start or the solution defines. */
function* unreadSentences(lesson: Lesson, path: JsonPath, at: ErrorAt): Generator<Diagnostic> {
  for (const [index, hint] of lesson.hints.entries()) {
    for (const name of ['when', 'unless'] as const) {
      const goals = hint[name]
      const atStart = readGoals({ scenario: lesson.start, goals })
      const atEnd = readGoals({ scenario: scenarioWith(lesson, lesson.solution), goals })
      for (const [number, { problem }] of atStart.entries())
        if (problem !== undefined && atEnd[number]?.problem !== undefined)
          yield at('goal', problem.message, problem.fix, [...path, 'hints', index, name, number])
    }
  }
}

function* unlikeItsAuthor(
  lesson: Lesson,
  { atStart, withSolution, verbs }: JudgedLesson,
  path: JsonPath,
  at: ErrorAt,
): Generator<Diagnostic> {
  const unread = atStart.filter(({ problem }) => problem !== undefined)
  for (const { index, problem } of unread)
    if (problem) yield at('goal', problem.message, problem.fix, [...path, 'goals', index])
  if (unread.length > 0) return
  if (atStart.every(({ state }) => state === 'holds')) {
    const fix = 'Add a goal that the start does not meet, or change the start.'
    yield at('start-passes', `All goals of “${lesson.id}” hold at the start, so there is nothing to do.`, fix, [
      ...path,
      'goals',
    ])
  }
  yield* solutionFails(withSolution, path, at)
  yield* editsMore(lesson, path, at)
  yield* neverChecked(lesson, verbs, path, at)
}

function* solutionFails(withSolution: readonly GoalResult[], path: JsonPath, at: ErrorAt): Generator<Diagnostic> {
  for (const { index, text, state, words, errors = [] } of withSolution) {
    if (state === 'holds') continue
    const [error] = errors
    const why = [plainText(words), ...(error === undefined ? [] : [errorInText(error)])].join(' ')
    yield at('solution-fails', `The solution does not meet “${text}”: ${why}`, 'Change the solution or the goal.', [
      ...path,
      'goals',
      index,
    ])
    if (state === 'not-decided') return
  }
}

function* editsMore({ edit, start, solution }: Lesson, path: JsonPath, at: ErrorAt): Generator<Diagnostic> {
  const fix = 'Write “edit: both”, or leave that out of the solution.'
  if (
    edit === 'policy' &&
    JSON.stringify([solution.request, solution.requestor]) !== JSON.stringify([start.request, start.requestor])
  )
    yield at('edits-more', 'The solution changes the request, and only the policy may be edited.', fix, [
      ...path,
      'solution',
    ])
  if (edit === 'request' && solution.policy !== start.policy)
    yield at('edits-more', 'The solution changes the policy, and only the request may be edited.', fix, [
      ...path,
      'solution',
    ])
}

function* neverChecked(
  { predict }: Lesson,
  verbs: readonly string[],
  path: JsonPath,
  at: ErrorAt,
): Generator<Diagnostic> {
  if (predict?.until === undefined || verbs.includes(predict.until)) return
  const fix = verbs.length === 0 ? 'Leave it out.' : `Checks are made with ${[...new Set(verbs)].join(', ')}.`
  yield at('never-checked', `No check at the start has the verb “${predict.until}”.`, fix, [
    ...path,
    'predict',
    'until',
  ])
}
