import type { Scenario } from '@authz-playground/engine'
import sources from '../made/sources.json' with { type: 'json' }

/** The name of a source, as claims name it. */
export type DocumentId = keyof typeof sources

/** A source of claims. */
export interface SourceDocument {
  readonly title: string
  /** How it is cited, where its address is of more than the words: “in the thread”. Its title, when left out. */
  readonly cited?: string | undefined
  /** Absent where the text has no public address. */
  readonly url?: string | undefined
  /** The address is about the document, and does not have the text that is quoted. */
  readonly elsewhere?: boolean | undefined
}

/** The sources of claims, of `arguments.yaml`. */
export const DOCUMENTS: Readonly<Record<DocumentId, SourceDocument>> = sources

/** A quotation with its source. */
export interface Claim {
  /** The quoted words, one line at most. */
  readonly quote: string
  readonly document: DocumentId
  /** The place in the document: a heading, or the subject of the comment. */
  readonly section: string
  /** The author, where the document names one. */
  readonly author?: string
  /** The date, as far as the document has it. */
  readonly when?: string
}

/** The source of a quotation: its address, and whether it is quoted “as reviewed”, from a text without an address. */
export interface QuoteSource {
  /** As a citation names it. */
  readonly title: string
  /** With a text fragment, by which browsers find the quotation. */
  readonly url?: string
  readonly asReviewed: boolean
}

/** The source of a claim. */
export function sourceOf({ document, quote }: Pick<Claim, 'document' | 'quote'>): QuoteSource {
  const { title: name, cited: title = name, url, elsewhere } = DOCUMENTS[document]
  if (url === undefined) return { title, asReviewed: true }
  return elsewhere
    ? { title, url, asReviewed: true }
    : { title, url: `${url}${textFragment(quote)}`, asReviewed: false }
}

/** `#:~:text=…` for words as a page shows them: without the backticks of Markdown. */
function textFragment(words: string): string {
  const encoded = encodeURIComponent(words.replaceAll('`', '')).replace(
    /[-!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `#:~:text=${encoded}`
}

/** A request that shows something about a claim, decided under one or several designs. */
export interface Case {
  /** Its special feature, in half a sentence. */
  readonly shows: string
  readonly scenario: Scenario
  /** By design, in their order: `CODE: CHECKS + CHECKS_OF_THE_REQUEST`, and `, by MODE` where the audit event says one. */
  readonly results: Readonly<Record<string, string>>
  /**
   * Its policy is meant to grant every check: if a design's check is refused, the policy has no rules for that design yet.
   */
  readonly grantsEverything?: true
}

/** Numbers from the traces: a column for each request, and a row for each design or counter. */
export interface AnswerTable {
  /** What the rows are, such as “Design”. */
  readonly head: string
  readonly requests: readonly string[]
  readonly rows: readonly { readonly of: string; readonly values: readonly number[] }[]
}

/** `only-if` has a condition, which completes “Holds only if …”. The sentence may refer to a table. */
export type Verdict = { readonly sentence: string; readonly table?: AnswerTable } & (
  | { readonly kind: 'holds' | 'does-not-hold' }
  | { readonly kind: 'only-if'; readonly condition: string }
)

/** The words of the verdicts. Those of `only-if` go on with its condition. */
export const VERDICT_WORDS: Readonly<Record<Verdict['kind'], string>> = {
  holds: 'Holds',
  'only-if': 'Holds only if',
  'does-not-hold': 'Does not hold',
}

/** A claim that can be computed, with the results that it rests on. A test decides every case and compares. */
export interface Argument {
  /** Stable: links name arguments by it. */
  readonly id: string
  /** The claim in our words, which the verdict is about. Kubernetes nouns are in backticks, here and in all other prose. */
  readonly title: string
  readonly claim: Claim
  /** The assumption of the verdict, where a document leaves a point open. */
  readonly assumes?: string
  readonly verdict: Verdict
  readonly cases: Readonly<Record<string, Case>>
  /** Designs that the policies of the claim have no rules for yet. */
  readonly notSaidYet?: readonly string[]
}

/** One scenario of an argument, to be decided. */
export interface ToPlay {
  readonly name: string
  readonly design: string
  readonly scenario: Scenario
}

/** All scenarios of an argument, in the order in which they are shown. */
export function toPlay({ cases }: Pick<Argument, 'cases'>): readonly ToPlay[] {
  return Object.entries(cases).flatMap(([name, { scenario, results }]) =>
    Object.keys(results).map((design) => ({ name, design, scenario: { ...scenario, design } })),
  )
}

/** A scenario of an argument with its result. */
export interface SettledRow extends ToPlay {
  /** The client’s HTTP status. */
  readonly code: number
  /** The checks of the impersonation, without those of the request itself. */
  readonly checks: number
}

/** The results of an argument, without deciding anything. */
export function settledRows(argument: Argument): readonly SettledRow[] {
  return toPlay(argument).map((one) => {
    const [code = 0, checks = 0] = (argument.cases[one.name]?.results[one.design] ?? '').split(/: | \+ /).map(Number)
    return { ...one, code, checks }
  })
}
