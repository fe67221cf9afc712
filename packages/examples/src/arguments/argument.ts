import { DESIGN_LIST, type Scenario, type Trace } from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'

export type DocumentId = 'thread' | 'kep' | 'kep-beta' | 'compare' | 'docs' | 'docs-1.35' | 'kep-3617'

/** A source of claims. */
export interface SourceDocument {
  readonly title: string
  /** How it is cited, where its address is of more than the words: “in the thread”. Its title, when left out. */
  readonly cited?: string
  /** Absent where the text has no public address. */
  readonly url?: string
  /** The address is about the document, and does not have the text that is quoted. */
  readonly elsewhere?: true
}

/**
 * The sources of claims. KEP-5284 is quoted as merged at first and as it was for beta, each by its commit. The text of the
 * review thread, as reviewed, has no addresses of its comments.
 */
export const DOCUMENTS: Readonly<Record<DocumentId, SourceDocument>> = {
  thread: {
    title: 'KEP-5284, review thread',
    cited: 'in the review thread of KEP-5284',
    url: 'https://github.com/kubernetes/enhancements/pull/5285',
  },
  kep: {
    title: 'KEP-5284',
    url: 'https://github.com/kubernetes/enhancements/tree/02d2850/keps/sig-auth/5284-constrained-impersonation',
  },
  'kep-beta': {
    title: 'KEP-5284 at beta',
    url: 'https://github.com/kubernetes/enhancements/tree/f6f4c58fb/keps/sig-auth/5284-constrained-impersonation',
  },
  compare: { title: 'Constrained impersonation: compound or unified' },
  docs: {
    title: 'Kubernetes documentation',
    url: 'https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/',
  },
  // Up to 1.35 the documentation had a page of its own, with sentences and YAML that the page of today no longer has.
  'docs-1.35': {
    title: 'Kubernetes documentation of 1.35',
    url: 'https://v1-35.docs.kubernetes.io/docs/reference/access-authn-authz/constrained-impersonation/',
  },
  'kep-3617': { title: 'KEP-3617', url: 'https://kep.k8s.io/3617', elsewhere: true },
}

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
  readonly designs: readonly string[]
  /**
   * Its policy is meant to grant every check: if a design's check is refused, the policy has no rules for that design yet.
   */
  readonly grantsEverything?: true
}

/** The trace of a case under one of its designs, by default the first. */
export type Played<Name extends string> = (name: Name, design?: string) => Trace

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

/** A claim that can be computed, with the computation. */
export interface Argument {
  /** Stable: links name arguments by it. */
  readonly id: string
  /** The claim in our words, which the verdict is about. Kubernetes nouns are in backticks, here and in all other prose. */
  readonly title: string
  readonly claim: Claim
  /** The assumption of the verdict, where a document leaves a point open. */
  readonly assumes?: string
  readonly cases: Readonly<Record<string, Case>>
  /** Pure: the verdict and every number in it come from the traces. */
  settle(played: Played<string>): Verdict
}

/**
 * Makes an argument. The types allow its verdict to name only its own cases. Its texts name designs by id, as in
 * `` `proposal` ``; readers get their titles.
 */
export function argument<Name extends string>(
  of: Omit<Argument, 'cases' | 'settle'> & {
    readonly cases: Readonly<Record<Name, Case>>
    settle(played: Played<Name>): Verdict
  },
): Argument {
  return {
    ...of,
    ...(of.assumes !== undefined && { assumes: withTitles(of.assumes) }),
    settle(played) {
      const verdict = of.settle(played)
      const sentence = withTitles(verdict.sentence)
      return verdict.kind === 'only-if'
        ? { ...verdict, sentence, condition: withTitles(verdict.condition) }
        : { ...verdict, sentence }
    },
  }
}

const TITLES = new Map(DESIGN_LIST.map(({ id, title }) => [id, title]))

function withTitles(text: string): string {
  return text.replace(/`([a-z-]+)`/g, (whole, id: string) => {
    const title = TITLES.get(id)
    return title === undefined ? whole : `“${title}”`
  })
}

/** The answers of designs to cases, under what the cases show. */
export function answerTable<Name extends string, Shown extends Name>(
  cases: Readonly<Record<Shown, Case>>,
  designs: readonly string[],
  played: Played<Name>,
): AnswerTable {
  const names = Object.keys(cases) as Shown[]
  return {
    head: 'Design',
    requests: names.map((name) => cases[name].shows),
    rows: designs.map((design) => ({
      of: TITLES.get(design) ?? design,
      values: names.map((name) => played(name, design).outcome.code),
    })),
  }
}

/** Counts of a claim: a column for each request, and a row for each thing that is counted. Design ids become titles. */
export function countTable(
  head: string,
  requests: readonly string[],
  rows: readonly (readonly [of: string, values: readonly number[]])[],
): AnswerTable {
  return { head, requests, rows: rows.map(([of, values]) => ({ of: TITLES.get(of) ?? of, values })) }
}

/** A case of a scenario, under its own design or under each named one. */
export function caseOf(shows: string, scenario: Scenario, ...designs: readonly [string, ...string[]] | []): Case {
  const [first = scenario.design] = designs
  return { shows, scenario: { ...scenario, design: first }, designs: designs.length === 0 ? [first] : designs }
}

/** One scenario of an argument, to be decided. */
export interface ToPlay {
  readonly name: string
  readonly design: string
  readonly scenario: Scenario
}

/** All scenarios of an argument, in the order in which they are shown. */
export function toPlay({ cases }: Argument): readonly ToPlay[] {
  return Object.entries(cases).flatMap(([name, { scenario, designs }]) =>
    designs.map((design) => ({ name, design, scenario: { ...scenario, design } })),
  )
}

/** The verdict on an argument, from the traces of the scenarios of `toPlay`, in that order. */
export function settle(argument: Argument, traces: readonly Trace[]): Verdict {
  const list = toPlay(argument)
  return argument.settle((name, design) => {
    const wanted = design ?? argument.cases[name]?.designs[0]
    const trace = traces[list.findIndex((one) => one.name === name && one.design === wanted)]
    if (trace === undefined) throw new Error(`${argument.id} does not play ${name} under ${wanted}`)
    return trace
  })
}

/**
 * The designs that the policies of an argument have no rules for yet. The traces are those of the scenarios of `toPlay`, in
 * that order.
 */
export function notSaidYet(argument: Argument, traces: readonly Trace[]): ReadonlySet<string> {
  const list = toPlay(argument)
  const refused = traces.flatMap(({ steps }, at) => {
    const { name = '', design = '' } = list[at] ?? {}
    const denied = steps.some(({ check }) => check !== undefined && finalAnswer(check).decision !== 'Allow')
    return denied && argument.cases[name]?.grantsEverything ? [design] : []
  })
  return new Set(refused)
}

/** The verdict on a claim without a condition. */
export function verdict(holds: boolean, sentence: string, table?: AnswerTable): Verdict {
  return { kind: holds ? 'holds' : 'does-not-hold', sentence, ...(table && { table }) }
}

/**
 * The verdict on a claim that was computed with a condition and without it. It is `only-if` where the condition matters.
 */
export function verdictIf(
  condition: string,
  withIt: boolean,
  withoutIt: boolean,
  sentence: string,
  table?: AnswerTable,
): Verdict {
  return withIt && !withoutIt
    ? { kind: 'only-if', condition, sentence, ...(table && { table }) }
    : verdict(withIt, sentence, table)
}
