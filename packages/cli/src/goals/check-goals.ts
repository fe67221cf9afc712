import { plainText, type RichText, type Scenario } from '@authz-playground/engine'
import { GoalJudgeWithAllParts } from '@authz-playground/engine/internal/goals'
import type { GoalResult } from '@authz-playground/engine/policy'
import { type Decide, errorsOf } from '../decision.ts'
import type { PlaceInDocument } from '../input.ts'
import type { CommandProblem } from '../problem.ts'
import type { Checked } from '../reports.ts'
import { decidedAt, withPlaces } from '../text-output.ts'
import type { PlaceOf, TextPosition } from '../text-places.ts'

/** The goals of a document, and what they are asked of. */
export interface GoalsOfDocument {
  readonly file: string
  readonly goals: readonly string[]
  readonly at: PlaceInDocument
  readonly scenario: Scenario
  readonly placeOf: PlaceOf
  /** Whether the scenario has a request that goals may be about. */
  readonly hasRequest: boolean
  /** The policy to compare with. */
  readonly start: string | undefined
}

/** The most places that are listed below a goal. */
const MOST_PLACES = 10

/** Judges goals: each is a test that is named by its place and its sentence. */
export function checkedGoals(of: GoalsOfDocument, decide: Decide): readonly Checked[] {
  const { file, goals, at, scenario, start } = of
  const judge = new GoalJudgeWithAllParts({ scenario, goals, ...(start !== undefined && { start }) }, decide)
  const explained = new Set<unknown>()
  return [...judge.results()].map((result): Checked => {
    const about = { of: 'goal', file, name: `${at(['goals', result.index])} ${result.text}` } as const
    const problems = problemsOf(result, of)
    if (problems.length > 0) {
      // The errors of a policy are said once, with the first of the goals that are not decided because of them.
      const [first] = problems
      const known = result.errors !== undefined && explained.has(result.errors)
      explained.add(result.errors)
      return { ...about, kind: 'unread', problems: known && first !== undefined ? [first] : problems }
    }
    if (result.state === 'holds') return { ...about, kind: 'holds' }
    return { ...about, kind: 'fails', why: whyOf(result, of) }
  })
}

/** Kinds of goals that are about the request of a scenario. */
const ABOUT_REQUEST: ReadonlySet<string> = new Set(['answer', 'asks', 'from', 'request-text'])

/** Why a goal is not judged; empty where it is. */
function problemsOf(
  result: GoalResult,
  { file, at, placeOf, hasRequest, start }: GoalsOfDocument,
): readonly CommandProblem[] {
  const { index, problem, goal, state, words, errors = [] } = result
  const path = ['goals', index]
  const placed = (message: string, fix?: string, offset?: number): readonly CommandProblem[] => {
    return [{ severity: 'error', at: at(path, offset), message, ...(fix !== undefined && { fix }) }]
  }
  if (problem !== undefined) return placed(problem.message, problem.fix, problem.start)
  if (!hasRequest && goal !== undefined && ABOUT_REQUEST.has(goal.question.kind)) {
    const fix = 'Write the request into the goal: “portal as dana, GET /api/v1/namespaces/prod/pods: 200”.'
    return placed('A document with goals alone has no request that a goal could be about.', fix)
  }
  if (state !== 'not-decided') return []
  if (goal?.question.kind === 'unchanged' && start === undefined)
    return placed('There is no policy to compare with.', 'Write --start FILE or --start FOLDER/.')
  if (errors.length === 0) return placed(plainText(words))
  const own = goal?.question.kind === 'request' ? result.text.indexOf(firstWord(goal.question.request.text)) : undefined
  const place = (one: TextPosition): string =>
    one.source === 'request' && own !== undefined
      ? at(path, Math.min(own + Math.max(0, (one.column ?? 1) - 1), result.text.length - 1))
      : placeOf(one, 0)
  return errorsOf(errors, place, file)
}

function firstWord(text: string): string {
  return text.slice(0, text.search(/\s|$/))
}

/** Why a goal fails, what nearly fits, and the rules and bindings that these sentences do not name. */
function whyOf({ words, near, evidence = [] }: GoalResult, { placeOf }: GoalsOfDocument): readonly RichText[] {
  const place = (one: TextPosition): string => placeOf(one, 0)
  const said = [words, ...(near === undefined ? [] : [['nearly: ', ...near]])].map((line) => withPlaces(line, place))
  const text = said.flat().join(' ')
  const listed = [...new Set(evidence.flatMap((one) => decidedAt(one, place)))].filter((line) => {
    const [at = ''] = line.split(' ')
    return !text.includes(at)
  })
  const more = listed.length - MOST_PLACES
  return [...said, ...listed.slice(0, MOST_PLACES).map((line) => [line]), ...(more > 0 ? [['and others']] : [])]
}
