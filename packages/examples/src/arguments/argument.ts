import { type Scenario, settledAnswer, type Trace } from '@authz-playground/engine'

/** The documents that claims are taken from. */
export const DOCUMENTS = {
  thread: { title: 'KEP-5284, review thread', url: 'https://github.com/kubernetes/enhancements/pull/5285' },
  kep: {
    title: 'KEP-5284',
    url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation',
  },
  compare: {
    title: 'Constrained impersonation: compound or unified',
    url: 'https://github.com/kubernetes/enhancements/tree/master/keps/sig-auth/5284-constrained-impersonation',
  },
  docs: {
    title: 'Kubernetes documentation',
    url: 'https://kubernetes.io/docs/reference/access-authn-authz/constrained-impersonation/',
  },
  'kep-3617': { title: 'KEP-3617', url: 'https://kep.k8s.io/3617' },
} as const
export type DocumentId = keyof typeof DOCUMENTS

/** What somebody wrote. */
export interface Claim {
  /** The words themselves, a line at most. */
  readonly quote: string
  readonly document: DocumentId
  /** Where in it: a heading, or what the comment is about. */
  readonly section: string
  /** Who wrote it, where the document says so. */
  readonly author?: string
  /** When, as far as the document says it. */
  readonly when?: string
}

/** A request that shows something about a claim, played under one design or several. */
export interface Case {
  /** What is special about it, in half a sentence. */
  readonly shows: string
  readonly scenario: Scenario
  readonly designs: readonly string[]
  /** Its policy is to grant whatever is asked: a design of which a check is refused has no rules in it yet. */
  readonly grantsEverything?: true
}

/** What came of a case under one of its designs: the first where none is named. */
export type Played<Name extends string> = (name: Name, design?: string) => Trace

/** `only-if` has a condition, which completes “Holds only if …”. */
export type Verdict =
  | { readonly kind: 'holds' | 'does-not-hold'; readonly sentence: string }
  | { readonly kind: 'only-if'; readonly condition: string; readonly sentence: string }

/** A claim that can be computed, with what computes it. */
export interface Argument {
  /** Stable: links name arguments by it. */
  readonly id: string
  /** What the claim says, in plain words: the verdict is about this. Kubernetes nouns stand between backticks, here and in all other prose. */
  readonly title: string
  readonly claim: Claim
  /** Under which assumption the verdict stands, where a document leaves something open. */
  readonly assumes?: string
  readonly cases: Readonly<Record<string, Case>>
  /** Pure: the verdict and every number in it come from the traces. */
  settle(played: Played<string>): Verdict
}

/** An argument whose verdict speaks only of cases that it has. */
export function argument<Name extends string>(
  of: Omit<Argument, 'cases' | 'settle'> & {
    readonly cases: Readonly<Record<Name, Case>>
    settle(played: Played<Name>): Verdict
  },
): Argument {
  return of
}

/** A scenario under its own design, or under each of those that are named. */
export function played(shows: string, scenario: Scenario, ...designs: readonly [string, ...string[]] | []): Case {
  const [first = scenario.design] = designs
  return { shows, scenario: { ...scenario, design: first }, designs: designs.length === 0 ? [first] : designs }
}

/** One scenario of an argument, as it is decided. */
export interface ToPlay {
  readonly name: string
  readonly design: string
  readonly scenario: Scenario
}

/** Everything that has to be decided to settle an argument, in the order in which it is shown. */
export function toPlay({ cases }: Argument): readonly ToPlay[] {
  return Object.entries(cases).flatMap(([name, { scenario, designs }]) =>
    designs.map((design) => ({ name, design, scenario: { ...scenario, design } })),
  )
}

/** Settles an argument with the traces of what `toPlay` lists, in that order. */
export function settle(argument: Argument, traces: readonly Trace[]): Verdict {
  const list = toPlay(argument)
  return argument.settle((name, design) => {
    const wanted = design ?? argument.cases[name]?.designs[0]
    const trace = traces[list.findIndex((one) => one.name === name && one.design === wanted)]
    if (trace === undefined) throw new Error(`${argument.id} does not play ${name} under ${wanted}`)
    return trace
  })
}

/** The designs that the policies of an argument have no rules for yet. The traces are of what `toPlay` lists, in that order. */
export function notSaidYet(argument: Argument, traces: readonly Trace[]): ReadonlySet<string> {
  const list = toPlay(argument)
  const refused = traces.flatMap(({ steps }, at) => {
    const { name = '', design = '' } = list[at] ?? {}
    const denied = steps.some(({ check }) => check !== undefined && settledAnswer(check).decision !== 'Allow')
    return denied && argument.cases[name]?.grantsEverything ? [design] : []
  })
  return new Set(refused)
}

/** A claim that holds as it stands, or does not. */
export function verdict(holds: boolean, sentence: string): Verdict {
  return { kind: holds ? 'holds' : 'does-not-hold', sentence }
}

/** A claim that was computed with a condition and without it. It is `only-if` where that makes the difference. */
export function verdictIf(condition: string, withIt: boolean, withoutIt: boolean, sentence: string): Verdict {
  return withIt && !withoutIt ? { kind: 'only-if', condition, sentence } : verdict(withIt, sentence)
}
