import { type Cluster, type Diagnostic, needsConditions, type Scenario } from '@authz-playground/engine'
import { type GoalRow, goalRow } from '@authz-playground/engine/internal/answers'
import { discoveryIn } from '@authz-playground/engine/internal/cluster'
import {
  completeGoal,
  type GoalCompletion,
  GoalJudgeWithAllParts,
  type GoalNames,
  goalNames,
  goalsOf,
  goalTemplates,
  type KeptGoals,
  readGoal,
  scenariosOfGoals,
} from '@authz-playground/engine/internal/goals'
import { documentPlaces, readGoalsDocument } from '@authz-playground/engine/internal/scenario-file'
import type { GoalsInput } from '@authz-playground/engine/policy'
import { deciderOfVariants, type ScenarioDecision } from './decisions.ts'
import { inTurns } from './in-turns.ts'

/**
 * Judges goals. Questions that came in meanwhile go first.
 *
 * @param idle resolves when all questions about the page are answered
 *
 * @param isNewest whether no newer question of this kind came in: it drops the one before it, whose answer is undefined
 *
 * @param isOfPage whether the page was decided last with the policy of these goals; then it is not read again
 */
export async function judgedGoals(
  input: GoalsInput,
  idle: () => Promise<void>,
  isNewest: () => boolean,
  isOfPage: () => boolean,
): Promise<readonly GoalRow[] | undefined> {
  const texts = isOfPage() ? 'page' : 'elsewhere'
  const wanted = (): boolean => isNewest() && (texts === 'elsewhere' || isOfPage())
  // All chunks are loaded but the language of conditions, which the designs of some goals need.
  const needing = [input.scenario, ...scenariosOfGoals(input)].find(needsConditions)
  const decide = await deciderOfVariants(needing ?? input.scenario, texts)
  return inTurns(rowsOf(new GoalJudgeWithAllParts(input, (scenario) => decide(scenario))), idle, wanted)
}

function* rowsOf(judge: GoalJudgeWithAllParts): Generator<void, readonly GoalRow[]> {
  const rows: GoalRow[] = []
  for (const result of judge.results()) {
    rows.push(goalRow(result))
    yield
  }
  return rows
}

/** The goals that say what an answer shows; or why no goal can. */
export function keptGoals({ scenario, decided }: ScenarioDecision): KeptGoals {
  return goalsOf(scenario, decided)
}

let known: { readonly of: Cluster; readonly names: GoalNames } | undefined

/** The names of the cluster that answered last, found once. */
function namesIn(decision: ScenarioDecision): GoalNames {
  const { cluster } = decision.decided
  if (known?.of !== cluster) known = { of: cluster, names: goalNames(cluster) }
  return known.names
}

/** What may be written at a place in a goal; in an empty one whole goals to begin with, too. */
export function goalProposals(decision: ScenarioDecision, text: string, offset: number): readonly GoalCompletion[] {
  const names = namesIn(decision)
  const templates = text.trim() === '' ? goalTemplates(names) : []
  return [
    ...templates.map((one) => ({ insert: one.text, start: 0, end: text.length, detail: one.title })),
    ...completeGoal(text, offset, names),
  ]
}

/** The goals in a file; or what is not understood in it, with its places in the file. */
export type GoalsInFile =
  | { readonly goals: readonly string[]; readonly diagnostics?: undefined }
  | { readonly goals?: undefined; readonly diagnostics: readonly Diagnostic[] }

/** Reads a file with goals alone. Where a sentence is not understood, nothing of the file is taken. */
export function goalsInFile(text: string, scenario: Pick<Scenario, 'policy' | 'schema' | 'cluster'>): GoalsInFile {
  const { document, diagnostics } = readGoalsDocument(text)
  if (document === undefined) return { diagnostics }
  const { goals } = document
  const discovery = discoveryIn(scenario)
  const wrong = goals.flatMap((goal, index): readonly Diagnostic[] => {
    const { problem } = readGoal(goal, discovery)
    if (problem === undefined) return []
    const places = documentPlaces(text)
    const range = places.inside(['goals', index], problem.start) ?? places.at(['goals', index])
    const { message, fix } = problem
    return [{ severity: 'error', code: 'goal', message, fix, range }]
  })
  return wrong.length > 0 ? { diagnostics: wrong } : { goals }
}
