import type { SourceId, SourceRange } from '../text/index.ts'
import { type Check, evidenceFor, type GrantedRule, type Step, type Trace } from '../trace/index.ts'
import { asksForGrant, distinct } from '../words/index.ts'
import type { CheckView } from './check-views.ts'

/** The texts that describe the cluster: those of the scenario, and the roles that kube-apiserver creates itself. */
export type ClusterText = 'policy' | (typeof OTHER_TEXTS)[number] | 'default-roles'
/** The optional ones: an empty text means the same as an absent one. */
export const OTHER_TEXTS = [
  'objects',
  'webhook',
  'authorizationConfig',
  'storedObject',
  'webhookChanges',
  'schema',
  'designText',
] as const
const CLUSTER_TEXTS: readonly SourceId[] = ['policy', ...OTHER_TEXTS, 'default-roles'] satisfies readonly ClusterText[]

/** Whether a source is a text of the cluster, and not the request or the document. */
export function isClusterText(source: SourceId): source is ClusterText {
  return CLUSTER_TEXTS.includes(source)
}

/** A thing that a person can point at. Steps are named by their index in the trace. */
export type HighlightTarget =
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'node'; readonly node: string }
  /** A place in a text of the cluster, as an offset. */
  | { readonly kind: 'text'; readonly source: ClusterText; readonly offset: number }
  /** One of the rules that a role or binding would grant, by its index. */
  | { readonly kind: 'granted'; readonly rule: number }
  /** A place in the request text (whichever form is being edited), as an offset. */
  | { readonly kind: 'request'; readonly offset: number }

/** Everything that is highlighted together. */
export interface Highlights {
  readonly steps: ReadonlySet<number>
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
  /** In the texts of the cluster: the rules that decided the steps, and the fields that the steps are about. */
  readonly texts: readonly SourceRange[]
  /** The words of the request that the steps are about, in the form that is shown. */
  readonly request: readonly SourceRange[]
}

const NOTHING: Highlights = { steps: new Set(), nodes: new Set(), edges: new Set(), texts: [], request: [] }

/** Everything that belongs to a target. Pointing at any part of it highlights all of it. */
export function highlightsFor(
  target: HighlightTarget | undefined,
  answer: HighlightableAnswer | undefined,
): Highlights {
  if (target === undefined || answer?.trace === undefined) return NOTHING
  const { trace } = answer
  const indexes = new Set(stepsAt(target, answer))
  const steps = [...indexes].map((index) => trace.steps[index]).filter((step) => step !== undefined)
  const nodes = new Set(steps.map(({ node }) => node))
  if (target.kind === 'node') nodes.add(target.node)
  return {
    steps: indexes,
    nodes,
    edges: new Set(steps.flatMap(({ edge }) => (edge === undefined ? [] : [edge]))),
    ...(target.kind === 'granted'
      ? grantedAt(trace.grant?.rules[target.rule])
      : {
          texts: [...indexes].flatMap((step) => rangesAt(step, answer)),
          request: answer.checks.flatMap((check) => (indexes.has(check.step) ? check.request : [])),
        }),
  }
}

/** The places of a rule that would be granted and of the rule that covers it. */
function grantedAt(granted: GrantedRule | undefined): Pick<Highlights, 'texts' | 'request'> {
  const ranges = granted === undefined ? [] : placesOf(granted)
  return {
    texts: ranges.filter(({ source }) => isClusterText(source)),
    request: ranges.filter(({ source }) => source === 'request'),
  }
}

function placesOf({ range, coveredBy }: GrantedRule): readonly SourceRange[] {
  return [range, coveredBy?.rule?.range, coveredBy?.binding?.range].filter((one) => one !== undefined)
}

/** The part of an answer that has the places which decided its steps. */
export interface DecidedSteps {
  readonly trace?: Pick<Trace, 'steps' | 'grant'>
  /**
   * The places of the fields that a step asks about, by the index of the step. Absent where the design asks about no
   * fields.
   */
  readonly changes?: { readonly steps: ReadonlyMap<number, { readonly ranges: readonly SourceRange[] }> }
}

/** The part of an answer that people can point at. */
export interface HighlightableAnswer extends DecidedSteps {
  readonly checks: readonly CheckView[]
}

/**
 * The places in the cluster’s texts that are highlighted with a step: the rules that decided its check, and the fields that
 * it asks about.
 */
export function rangesAt(step: number, { trace, changes }: DecidedSteps): readonly SourceRange[] {
  const check = trace?.steps[step]?.check
  return [...rangesOf(check), ...grantRanges(check, trace?.grant), ...(changes?.steps.get(step)?.ranges ?? [])]
}

/**
 * The places in the cluster’s texts of the rules that cover a grant; for a binding, also of the rules of the role that it
 * names.
 */
function grantRanges(check: Check | undefined, grant: Trace['grant']): readonly SourceRange[] {
  if (grant === undefined || !asksForGrant(check)) return []
  return distinct(grant.rules.flatMap(placesOf)).filter(({ source }) => isClusterText(source))
}

/** The places of the rules that decided a check, and of conditions that were left to the API server. */
function rangesOf(check: Check | undefined): readonly SourceRange[] {
  if (check === undefined) return []
  return evidenceFor(check).flatMap(({ rule, binding, related = [], entry }) =>
    [rule, binding, ...related, entry].flatMap((part) => (part === undefined ? [] : [part.range])),
  )
}

/** The target for the start of a range: a place in a text of the cluster, or in the request. */
export function placeIn({ source, start: offset }: Pick<SourceRange, 'source' | 'start'>): HighlightTarget {
  return isClusterText(source) ? { kind: 'text', source, offset } : { kind: 'request', offset }
}

/** The steps that a target belongs to, in order. */
function stepsAt(target: HighlightTarget, answer: HighlightableAnswer): readonly number[] {
  const { trace, checks } = answer
  const where = (belongs: (step: Step, index: number) => boolean): readonly number[] =>
    (trace?.steps ?? []).flatMap((step, index) => (belongs(step, index) ? [index] : []))
  switch (target.kind) {
    case 'step':
      return trace?.steps[target.step] === undefined ? [] : [target.step]
    case 'node':
      return where(({ node }) => node === target.node)
    case 'granted':
      return where(({ check }) => asksForGrant(check))
    case 'text':
      return where((_, index) =>
        rangesAt(index, answer).some((range) => range.source === target.source && holds(range, target.offset)),
      )
    case 'request':
      return checks.flatMap(({ step, request }) => (request.some((range) => holds(range, target.offset)) ? [step] : []))
  }
}

function holds({ start, end }: SourceRange, offset: number): boolean {
  return start <= offset && offset <= end
}
