import {
  type Argument,
  type DocumentId,
  type Topic,
  VERDICT_WORDS,
  type Verdict,
} from '@authz-playground/examples/arguments'
import type { Settled } from './useVerdicts.ts'

export type VerdictKind = Verdict['kind']

/** The words of the verdicts, and their shapes. Shapes are drawn in ink, because colour means a decision. */
export const CLAIM_VERDICTS: Readonly<Record<VerdictKind, { readonly word: string; readonly shape: string }>> = {
  holds: { word: VERDICT_WORDS.holds, shape: 'M2.5 2.5h11v11h-11zM5 8.2l2.2 2.2L11.2 6' },
  'only-if': { word: VERDICT_WORDS['only-if'], shape: 'M8 14V9.5M8 9.5 3.5 5V2M8 9.5 12.5 5V2' },
  'does-not-hold': { word: VERDICT_WORDS['does-not-hold'], shape: 'M2.5 2.5h11v11h-11zM5.5 5.5l5 5M10.5 5.5l-5 5' },
}

export interface Filter {
  readonly document: DocumentId | 'all'
  readonly verdict: VerdictKind | 'all'
}

/** The topics with the claims that pass a filter. A claim without a verdict passes only a filter that asks for none. */
export function filtered(
  topics: readonly Topic[],
  { document, verdict }: Filter,
  settled: ReadonlyMap<string, Settled>,
): readonly Topic[] {
  const stays = ({ id, claim }: Argument): boolean =>
    (document === 'all' || claim.document === document) &&
    (verdict === 'all' || settled.get(id)?.verdict.kind === verdict)
  return topics
    .map((topic) => ({ ...topic, arguments: topic.arguments.filter(stays) }))
    .filter((topic) => topic.arguments.length > 0)
}

/** "3 claims: 1 holds, 1 holds under a condition, 1 does not hold." While it is computed: "2 of 3 claims settled …" */
export function summaryOf(all: readonly Argument[], settled: ReadonlyMap<string, Settled>): string {
  if (settled.size < all.length) return `${settled.size} of ${all.length} claims settled …`
  const count = (kind: VerdictKind) => [...settled.values()].filter(({ verdict }) => verdict.kind === kind).length
  const not = count('does-not-hold')
  return `${all.length} claims: ${count('holds')} hold, ${count('only-if')} hold under a condition, ${not} ${not === 1 ? 'does' : 'do'} not hold.`
}
