import type { Scenario } from '../decide/index.ts'
import { type Change, changeCommands, type Danger, type NewAccessWords, newAccessInWords } from '../explain/index.ts'
import type { Policy } from '../kube/index.ts'
import type { RichText } from '../trace/index.ts'
import { capitalized } from '../words/index.ts'

/** A change after which a refused request is allowed, in words. */
export interface AllowingChangeRow extends Pick<Change, 'kind'> {
  readonly of: Change
  /** What is to be done, a sentence for each part. */
  readonly parts: readonly RichText[]
  /** The parts of the scenario that it changes, as they are afterwards. */
  readonly change: Partial<Pick<Scenario, (typeof PARTS)[number]>>
  /** What it opens beside the request. */
  readonly extra: NewAccessWords
  /** The dangers of the subjects that it binds, and of what it opens beside the request, each once. */
  readonly dangers: readonly Danger[]
  /** The `kubectl` commands that do to the policy of a cluster what it does; empty where the policy stays. */
  readonly commands: readonly string[]
}

const PARTS = ['policy', 'request', 'requestor', 'cluster'] as const

/** The changes of a refused request, each in words. `scenario`: that of the request; of a request in a vector only the policy. */
export function allowingChanges(
  found: readonly Change[],
  policy: Policy,
  scenario: AllowingChangeRow['change'],
): readonly AllowingChangeRow[] {
  return found.map((change) => {
    const after: AllowingChangeRow['change'] = { ...scenario, ...change.scenario, policy: change.policy }
    const dangers: readonly Danger[] = [
      ...change.unsafe.map(({ id, danger }) => ({ id, words: danger })),
      ...change.extra.flatMap((one) => one.dangers),
    ]
    return {
      of: change,
      kind: change.kind,
      parts: change.parts.map((words) => [...capitalized(words), '.']),
      change: Object.fromEntries(
        PARTS.filter((part) => scenario[part] !== after[part]).map((part) => [part, after[part]]),
      ),
      extra: newAccessInWords(change.extra),
      dangers: [...new Map(dangers.map((one) => [one.words, one])).values()],
      commands: change.policy === scenario.policy ? [] : changeCommands(policy, change.decided.cluster.policy),
    }
  })
}
