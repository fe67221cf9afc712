import type { Scenario } from '@authz-playground/engine'
import { type Intent, type Seen, type Survey, surveyFrom } from '@authz-playground/examples/intents'
import { workerApi } from '../../../session/index.ts'

/**
 * The survey of an intent from the answers to its scenarios. Rejects when the worker has ended.
 *
 * @param design the one in whose words the rules are
 * @param scenarios those of `surveyScenarios`, which another design may decide
 */
export async function surveyOf(intent: Intent, design: string, scenarios: readonly Scenario[]): Promise<Survey> {
  return surveyFrom(intent, design, await seenByWorker(scenarios))
}

/** What surveys use of the answers to scenarios. Rejects when the worker has ended. */
export async function seenByWorker(scenarios: readonly Scenario[]): Promise<readonly Seen[]> {
  const rows = await workerApi().decideAll(scenarios)
  return rows.map(({ outcome, checks }) => ({
    ...(outcome && { code: outcome.code }),
    allowed: outcome?.kind === 'allowed',
    checks,
  }))
}
