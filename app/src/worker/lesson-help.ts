// The help that a lesson gives: hints, and its solution as changes.
import { needsConditions, type Scenario } from '@authz-playground/engine'
import type { Lesson, LessonWork } from '@authz-playground/engine/documents'
import { LessonJudge, nextHint, scenariosOfLesson, scenarioWith } from '@authz-playground/engine/internal/course'
import { deciderOfVariants } from './decisions.ts'
import { inTurns } from './in-turns.ts'
import { type DiffLine, diffOf } from './text-diff.ts'

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
