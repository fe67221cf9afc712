import type { RichText, Scenario } from '@authz-playground/engine'
import { changeCommands, changesInSteps } from '@authz-playground/engine/internal/explain'
import { type ChangeKind, type Danger, type NewAccessWords, newAccessInWords } from '@authz-playground/engine/questions'
import { deciderOfVariants, type ScenarioDecision } from './decisions.ts'
import { inTurns } from './in-turns.ts'
import { type DiffLine, diffOf } from './text-diff.ts'

/** A change after which a refused request is allowed, as the page shows it. */
export interface AllowingChange {
  readonly kind: ChangeKind
  /** What is to be done, part by part. */
  readonly parts: readonly RichText[]
  /** The parts of the scenario that it changes, as they are afterwards. */
  readonly change: Partial<Pick<Scenario, 'policy' | 'request' | 'requestor' | 'cluster'>>
  /** The stretches of the policy, or of the request, that it changes, with the lines around them. */
  readonly diff: readonly (readonly DiffLine[])[]
  /** What it opens beside the request; absent where the policy stays. */
  readonly extra?: NewAccessWords
  /** The dangers of all that it opens, the request itself with it, each once. */
  readonly dangers: readonly Danger[]
  /** The `kubectl` commands that do the same on a cluster; empty where none can. */
  readonly commands: readonly string[]
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
  return found?.map(({ kind, parts, policy, scenario: other, adds, extra, decided: after }) => ({
    kind,
    parts,
    dangers: [...new Map(adds.flatMap(({ dangers }) => dangers.map((danger) => [danger.words, danger]))).values()],
    change: differenceOf(scenario, other ?? { ...scenario, policy }),
    diff: [
      ...(other === undefined ? [] : diffOf(scenario.request.text, other.request.text)),
      ...(policy === scenario.policy ? [] : diffOf(scenario.policy, policy)),
    ],
    ...(policy !== scenario.policy && { extra: newAccessInWords(extra) }),
    commands: policy === scenario.policy ? [] : changeCommands(decided.cluster.policy, after.cluster.policy),
  }))
}

const PARTS = ['policy', 'request', 'requestor', 'cluster'] as const

function differenceOf(before: Scenario, after: Scenario): AllowingChange['change'] {
  return Object.fromEntries(PARTS.flatMap((part) => (before[part] === after[part] ? [] : [[part, after[part]]])))
}
