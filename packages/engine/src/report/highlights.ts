import type { SourceId, SourceRange } from '../text/index.ts'
import { type Check, evidenceFor, type GrantedRule, type Step, type Trace } from '../trace/index.ts'
import type { CheckView } from './check-views.ts'
import { asksForGrant, distinct } from './grants.ts'

/** The texts that say what is in the cluster: written ones, and the roles that kube-apiserver makes itself. */
export type ClusterText = 'policy' | (typeof OTHER_TEXTS)[number] | 'default-roles'
/** Those of them that a scenario may do without: empty they mean the same as not there. */
export const OTHER_TEXTS = ['objects', 'webhook', 'storedObject', 'webhookChanges', 'schema'] as const
const CLUSTER_TEXTS: readonly SourceId[] = ['policy', ...OTHER_TEXTS, 'default-roles'] satisfies readonly ClusterText[]

/** Whether a source is a text of the cluster, and not the request or the document. */
export function isClusterText(source: SourceId): source is ClusterText {
  return CLUSTER_TEXTS.includes(source)
}

/** Something that a person can point at. Steps are named by their index in the trace. */
export type Pointed =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'node'; readonly node: string }
  /** A place in a text of the cluster, as an offset. */
  | { readonly kind: 'text'; readonly source: ClusterText; readonly offset: number }
  /** One of the rules that a role or binding would grant, by its index. */
  | { readonly kind: 'granted'; readonly rule: number }
  /** A place in the request text (whichever form is being edited), as an offset. */
  | { readonly kind: 'request'; readonly offset: number }

/** Everything that lights up together. */
export interface Lit {
  readonly steps: ReadonlySet<number>
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
  /** What decided the steps, and the fields that they are about, in the texts of the cluster. */
  readonly texts: readonly SourceRange[]
  /** The words of the request that the steps are about, in the form that is being edited. */
  readonly request: readonly SourceRange[]
}

const NOTHING: Lit = { steps: new Set(), nodes: new Set(), edges: new Set(), texts: [], request: [] }

/** What belongs to a place: the one rule behind "whichever is pointed at, all of it lights up". */
export function litBy(place: Pointed | undefined, answer: Pointable | undefined): Lit {
  if (place === undefined || answer?.trace === undefined) return NOTHING
  const { trace } = answer
  const lit = new Set(stepsAt(place, answer))
  const steps = [...lit].map((index) => trace.steps[index]).filter((step) => step !== undefined)
  const nodes = new Set(steps.map(({ node }) => node))
  if (place.kind === 'node') nodes.add(place.node)
  return {
    steps: lit,
    nodes,
    edges: new Set(steps.flatMap(({ edge }) => (edge === undefined ? [] : [edge]))),
    ...(place.kind === 'granted'
      ? grantedAt(trace.grant?.rules[place.rule])
      : {
          texts: [...lit].flatMap((step) => rangesAt(step, answer)),
          request: answer.checks.flatMap((check) => (lit.has(check.step) ? check.request : [])),
        }),
  }
}

/** Where a rule that would be granted stands, and what covers it. */
function grantedAt(granted: GrantedRule | undefined): Pick<Lit, 'texts' | 'request'> {
  const ranges = granted === undefined ? [] : placesOf(granted)
  return {
    texts: ranges.filter(({ source }) => isClusterText(source)),
    request: ranges.filter(({ source }) => source === 'request'),
  }
}

function placesOf({ range, coveredBy }: GrantedRule): readonly SourceRange[] {
  return [range, coveredBy?.rule?.range, coveredBy?.binding?.range].filter((one) => one !== undefined)
}

/** What of an answer says which places in the texts decided. */
export interface Deciding {
  readonly trace?: Pick<Trace, 'steps' | 'grant'>
  /** Where the fields stand that a step asks about, by the index of the step; absent where the design asks about none. */
  readonly changes?: { readonly steps: ReadonlyMap<number, { readonly ranges: readonly SourceRange[] }> }
}

/** What of an answer can be pointed at. */
export interface Pointable extends Deciding {
  readonly checks: readonly CheckView[]
}

/** What of the cluster’s texts lights up with a step: what decided its check, and the fields that it asks about. */
export function rangesAt(step: number, { trace, changes }: Deciding): readonly SourceRange[] {
  const check = trace?.steps[step]?.check
  return [...rangesOf(check), ...grantRanges(check, trace?.grant), ...(changes?.steps.get(step)?.ranges ?? [])]
}

/** What of the cluster’s texts covers what would be granted, and of a binding the rules of the role that it names. */
function grantRanges(check: Check | undefined, grant: Trace['grant']): readonly SourceRange[] {
  if (grant === undefined || !asksForGrant(check)) return []
  return distinct(grant.rules.flatMap(placesOf)).filter(({ source }) => isClusterText(source))
}

/** What decided a check, and conditions that were left to the API server. */
function rangesOf(check: Check | undefined): readonly SourceRange[] {
  if (check === undefined) return []
  return evidenceFor(check).flatMap(({ rule, binding, related = [], entry }) =>
    [rule, binding, ...related, entry].flatMap((part) => (part === undefined ? [] : [part.range])),
  )
}

/** Whose words the range stands in, as a place to go to. */
export function placeIn({ source, start: offset }: Pick<SourceRange, 'source' | 'start'>): Pointed {
  return isClusterText(source) ? { kind: 'text', source, offset } : { kind: 'request', offset }
}

/** The steps that a place belongs to, in their order. */
function stepsAt(place: Pointed, answer: Pointable): readonly number[] {
  const { trace, checks } = answer
  const where = (belongs: (step: Step, index: number) => boolean): readonly number[] =>
    (trace?.steps ?? []).flatMap((step, index) => (belongs(step, index) ? [index] : []))
  switch (place.kind) {
    case 'step':
      return trace?.steps[place.step] === undefined ? [] : [place.step]
    case 'node':
      return where(({ node }) => node === place.node)
    case 'granted':
      return where(({ check }) => asksForGrant(check))
    case 'text':
      return where((_, index) =>
        rangesAt(index, answer).some((range) => range.source === place.source && holds(range, place.offset)),
      )
    case 'request':
      return checks.flatMap(({ step, request }) => (request.some((range) => holds(range, place.offset)) ? [step] : []))
  }
}

function holds({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end
}
