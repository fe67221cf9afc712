import type { RichText } from '@authz-playground/engine'
import { type Explanation, explain, refusalLines } from '@authz-playground/engine/questions'
import { deciderOfRequests, type ScenarioDecision } from './decisions.ts'

/**
 * Why an answer is a refusal. Questions that came in meanwhile go first, so that no decision waits for an explanation that
 * nobody reads.
 *
 * @param idle resolves when all questions about the page are answered
 * @param wanted whether the question is still about the answer that is shown
 */
export async function explanationOf(
  { decided, scenario }: ScenarioDecision,
  idle: () => Promise<void>,
  wanted: () => boolean,
): Promise<Explanation | undefined> {
  await new Promise((arrived) => setTimeout(arrived))
  const { decide, cel } = await deciderOfRequests(scenario)
  await idle()
  return wanted() ? explain(decided, { ...cel, retry: { scenario, decide } }) : undefined
}

/** Why an answer is a refusal, a line each as Markdown has it; undefined where it is none. */
export async function refusalOf({
  decided,
  scenario,
}: Pick<ScenarioDecision, 'decided' | 'scenario'>): Promise<readonly RichText[] | undefined> {
  const { decide, cel } = await deciderOfRequests(scenario)
  const explanation = explain(decided, { ...cel, retry: { scenario, decide } })
  return explanation && refusalLines(explanation, 'Nearly: ')
}
