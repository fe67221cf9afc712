import { type Diagnostic, needsConditions, type RichText, type SourceRange } from '@authz-playground/engine'
import {
  GoalJudge,
  type GoalProblem,
  type GoalResult,
  type GoalsInput,
  scenariosOfGoals,
} from '@authz-playground/engine/goals'
import { deciderOfVariants } from './decisions.ts'
import { inTurns } from './in-turns.ts'

/** A goal as the page shows it. */
export interface GoalView {
  /** The sentence as it is written. */
  readonly text: string
  /** The same as people read it, with its names as code. */
  readonly sentence: RichText
  readonly state: GoalResult['state']
  /** Why, in a sentence. */
  readonly words: RichText
  /** What nearly fits. */
  readonly near?: RichText
  /** The places that these sentences mention; the first is that of the rule that decided, or that nearly fits. */
  readonly places: readonly SourceRange[]
  /** The errors because of which nothing is decided. */
  readonly errors: readonly Diagnostic[]
  /** The part of the sentence that is not understood. */
  readonly problem?: GoalProblem
  /** A request that shows it on the chart, after those that the same server answered before. Absent where no request does. */
  readonly play?: NonNullable<GoalResult['play']>
}

/** How many questions there were about goals of the page: a newer one drops those before it. */
let asked = 0

/**
 * Judges goals. Questions that came in meanwhile go first, and a newer question of this kind drops the one before it, whose
 * answer is undefined.
 *
 * @param idle resolves when all questions about the page are answered
 */
export async function judgedGoals(
  input: GoalsInput,
  idle: () => Promise<void>,
): Promise<readonly GoalView[] | undefined> {
  const mine = ++asked
  const wanted = (): boolean => mine === asked
  // All chunks are loaded but the language of conditions, which the designs of some goals need.
  const needing = [input.scenario, ...scenariosOfGoals(input)].find(needsConditions)
  const decide = await deciderOfVariants(needing ?? input.scenario)
  return inTurns(viewsOf(new GoalJudge(input, (scenario) => decide(scenario))), idle, wanted)
}

function* viewsOf(judge: GoalJudge): Generator<void, readonly GoalView[]> {
  const views: GoalView[] = []
  for (const result of judge.results()) {
    views.push(goalView(result))
    yield
  }
  return views
}

/** A judged goal as plain data. */
export function goalView(result: GoalResult): GoalView {
  const { text, sentence, state, words, near, evidence = [], places = [], errors = [], problem, play } = result
  const decisive = evidence.flatMap(({ rule, entry, binding, role, subject, related = [] }) =>
    [rule, entry, binding, role, subject, ...related].flatMap((part) => (part === undefined ? [] : [part.range])),
  )
  return {
    text,
    sentence,
    state,
    words,
    ...(near && { near }),
    places: state === 'fails' ? [...places, ...decisive] : [...decisive, ...places],
    errors,
    ...(problem && { problem }),
    ...(play && { play }),
  }
}
