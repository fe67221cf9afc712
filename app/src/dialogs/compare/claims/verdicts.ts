import {
  type Argument,
  DOCUMENTS,
  type DocumentId,
  type Topic,
  VERDICT_WORDS,
  type Verdict,
} from '@authz-playground/examples/arguments'

export type VerdictKind = Verdict['kind']

/** The words of the verdicts, and their shapes. Shapes are drawn in ink, because colour means a decision. */
export const CLAIM_VERDICTS: Readonly<Record<VerdictKind, { readonly word: string; readonly shape: string }>> = {
  holds: { word: VERDICT_WORDS.holds, shape: 'M2.5 2.5h11v11h-11zM5 8.2l2.2 2.2L11.2 6' },
  'only-if': { word: VERDICT_WORDS['only-if'], shape: 'M8 14V9.5M8 9.5 3.5 5V2M8 9.5 12.5 5V2' },
  'does-not-hold': { word: VERDICT_WORDS['does-not-hold'], shape: 'M2.5 2.5h11v11h-11zM5.5 5.5l5 5M10.5 5.5l-5 5' },
}

export interface Filter {
  /** Typed words, all of which a claim must have. */
  readonly words: string
  readonly document: DocumentId | 'all'
  readonly verdict: VerdictKind | 'all'
}

/** The topics with the claims that pass a filter. */
export function filtered(topics: readonly Topic[], { words, document, verdict }: Filter): readonly Topic[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const stays = (argument: Argument, topic: string): boolean => {
    if (document !== 'all' && argument.claim.document !== document) return false
    if (verdict !== 'all' && argument.verdict.kind !== verdict) return false
    if (wanted.length === 0) return true
    const text = textOf(argument, topic)
    return wanted.every((word) => text.includes(word))
  }
  return topics
    .map((topic) => ({ ...topic, arguments: topic.arguments.filter((one) => stays(one, topic.title)) }))
    .filter((topic) => topic.arguments.length > 0)
}

/** What people may search for: the words of the claim, of its verdict, and of the requests that it rests on. */
function textOf(argument: Argument, topic: string): string {
  const { id, title, claim, assumes = '', cases, verdict } = argument
  return [
    [topic, id, title, claim.quote, claim.section, claim.author ?? '', DOCUMENTS[claim.document].title, assumes],
    [verdict.kind === 'only-if' ? verdict.condition : '', verdict.sentence, CLAIM_VERDICTS[verdict.kind].word],
    Object.values(cases).map(({ shows }) => shows),
  ]
    .flat()
    .join('\n')
    .replaceAll('`', '')
    .toLowerCase()
}

/** "3 claims: 1 holds, 1 holds under a condition, 1 does not hold." */
export function summaryOf(all: readonly Argument[]): string {
  const kinds = all.map(({ verdict }) => verdict.kind)
  const count = (kind: VerdictKind) => kinds.filter((one) => one === kind).length
  const not = count('does-not-hold')
  return `${all.length} claims: ${count('holds')} hold, ${count('only-if')} hold under a condition, ${not} ${not === 1 ? 'does' : 'do'} not hold.`
}
