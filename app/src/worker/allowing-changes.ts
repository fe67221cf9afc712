import { type AllowingChangeRow, allowingChanges } from '@authz-playground/engine/internal/answers'
import { changesInSteps } from '@authz-playground/engine/internal/explain'
import { deciderOfVariants, type ScenarioDecision } from './decisions.ts'
import { inTurns } from './in-turns.ts'
import { type DiffLine, diffOf } from './text-diff.ts'

/** A change after which a refused request is allowed, as the page shows it. */
export interface AllowingChange extends Omit<AllowingChangeRow, 'of'> {
  /** The stretches of the policy, or of the request, that it changes, with the lines around them. */
  readonly diff: readonly (readonly DiffLine[])[]
}

/**
 * The changes after which the request of an answer is allowed. Questions that came in meanwhile go first.
 *
 * @param idle resolves when all questions about the page are answered
 * @param wanted whether the question is still about the answer that is shown
 */
export async function changesThatAllow(
  { decided, scenario }: ScenarioDecision,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<readonly AllowingChange[] | undefined> {
  const decide = await deciderOfVariants(scenario)
  const found = await inTurns(changesInSteps(decided, scenario, decide), idle, wanted)
  return (
    found &&
    allowingChanges(found, decided.cluster.policy, scenario).map(({ of: _, ...row }) => {
      const { request = scenario.request, policy = scenario.policy } = row.change
      return { ...row, diff: [...diffOf(scenario.request.text, request.text), ...diffOf(scenario.policy, policy)] }
    })
  )
}
