import type {
  Check,
  Decision,
  EdgeId,
  GraphNode,
  NodeId,
  NodeShape,
  Phase,
  RichText,
  Trace,
} from '@authz-playground/engine'
import type { CheckView } from '@authz-playground/engine/internal/report'
import { conditionsReviews, finalAnswer } from '@authz-playground/engine/internal/trace'
import { STAGE_QUESTIONS } from '@authz-playground/engine/internal/words'
import type { AnswerView } from '../../worker/index.ts'

/** A check in the timeline. */
export interface CheckEntry {
  /** Its number among all checks of the trace, from 1. */
  readonly number: number
  readonly check: Check
  /** Absent when the answer has no words for it. */
  readonly view?: CheckView
  /** The changed fields that it asks about, if any. */
  readonly fields?: RichText
}

/** One step of the trace as one row of the timeline. */
export interface TimelineEntry {
  /** Index of the step in the trace. */
  readonly step: number
  readonly shape: NodeShape
  /** The question of impersonation that this check and those after it answer; absent where the check before has the same. */
  readonly stage?: StageHeading
  /** The label of the node in the chart. */
  readonly label: RichText
  /** The question before this step that was answered without a check, and its answer: "Is the target a node?", "no". */
  readonly answered?: { readonly question: RichText; readonly way: RichText }
  /** Why the request reached this step; absent where the row before says it. */
  readonly because?: RichText
  /** Absent on steps that made no check. */
  readonly check?: CheckEntry
}

/** A part of the request chain. The steps before the first part have no phase. */
export interface Section {
  readonly phase?: Phase
  readonly entries: readonly TimelineEntry[]
}

/** The number of times each decision was made, in the order of reading; decisions that were not made are left out. */
export interface CheckTally {
  readonly total: number
  /** The final decisions of the checks. */
  readonly decisions: readonly { readonly decision: Decision; readonly count: number }[]
  /** The number of checks that were Conditional first. */
  readonly conditional: number
  /** The number of reviews by which authorizers evaluate their conditions. */
  readonly conditionsReviews: number
}

const ORDER: readonly Decision[] = ['Allow', 'Conditional', 'NoOpinion', 'Deny']

/** The rows of the timeline, by part of the request chain. Empty when there is no trace. */
export function sectionsOf({
  trace,
  checks,
  changes,
  design,
}: Pick<AnswerView, 'trace' | 'checks' | 'changes'> & {
  design: Pick<AnswerView['design'], 'graph'>
}): readonly Section[] {
  if (trace === undefined) return []
  const nodes = new Map(design.graph.nodes.map((node) => [node.id, node]))
  const ways = new Map(design.graph.edges.map(({ id, label }) => [id, label]))
  const views = new Map(checks.map((view) => [view.step, view]))
  const entries = entriesOf(trace, nodes, ways, views, changes)
  const { before, ahead, request } = beginnings(trace)
  const part = (from: number, to: number, phase?: Phase): Section => ({
    ...(phase && { phase }),
    entries: entries.slice(from, to),
  })
  return [part(0, ahead), part(ahead, request, before), part(request, entries.length, 'request')].filter(
    (section) => section.entries.length > 0,
  )
}

function entriesOf(
  { steps, impersonatedUser }: Trace,
  nodes: ReadonlyMap<NodeId, GraphNode>,
  ways: ReadonlyMap<EdgeId, RichText | undefined>,
  views: ReadonlyMap<number, CheckView>,
  changes: AnswerView['changes'],
): readonly TimelineEntry[] {
  let number = 0
  let stage: StageHeading | undefined
  const impersonates = impersonatedUser !== undefined || steps.some(({ check }) => check?.phase === 'impersonation')
  return steps.map(({ node, edge, because, check }, step) => {
    const before = steps[step - 1]
    const passed = before && before.check === undefined ? nodes.get(before.node) : undefined
    const way = edge === undefined ? undefined : ways.get(edge)
    const known = nodes.get(node)
    const view = views.get(step)
    const fields = changes?.steps.get(step)?.about
    const heading = check && known && impersonates ? stageHeading(known) : undefined
    const isNew = heading?.question !== stage?.question || heading?.mode !== stage?.mode
    if (check !== undefined) {
      number += 1
      stage = heading
    }
    return {
      step,
      shape: known?.shape ?? 'step',
      label: known?.label ?? [node],
      ...(passed?.shape === 'question' && way && { answered: { question: passed.label, way } }),
      ...(heading && isNew && { stage: heading }),
      ...(because && { because }),
      ...(check && { check: { number, check, ...(view && { view }), ...(fields && { fields }) } }),
    }
  })
}

/**
 * The indexes of the steps at which the parts of the request chain begin. Reading the request line belongs to no part:
 * the impersonation filter begins after it, and only when it made a check or decided without one.
 */
function beginnings({ steps, impersonatedUser }: Trace): {
  /** The part before the request itself: impersonation, or a review that the client asked for. */
  readonly before: Exclude<Phase, 'request'>
  readonly ahead: number
  readonly request: number
} {
  const first = (phase: Phase): number => steps.findIndex(({ check }) => check?.phase === phase)
  const request = first('request') === -1 ? steps.length : first('request')
  const before = first('review') === -1 ? 'impersonation' : 'review'
  const asked = first(before) !== -1 || impersonatedUser !== undefined
  return { before, ahead: asked ? 1 : request, request }
}

/** Counts the decisions of a trace, or of so many of its first steps. */
export function checkTally(trace: Trace | undefined, steps?: number): CheckTally {
  const counts = new Map<Decision, number>()
  let conditional = 0
  let reviews = 0
  for (const { check } of trace?.steps.slice(0, steps) ?? []) {
    if (check === undefined) continue
    const { decision } = finalAnswer(check)
    counts.set(decision, (counts.get(decision) ?? 0) + 1)
    if (check.settled !== undefined) conditional += 1
    reviews += conditionsReviews(check)
  }
  const decisions = ORDER.flatMap((decision) => {
    const count = counts.get(decision)
    return count === undefined ? [] : [{ decision, count }]
  })
  return {
    total: decisions.reduce((sum, { count }) => sum + count, 0),
    decisions,
    conditional,
    conditionsReviews: reviews,
  }
}

/** The heading of neighbouring checks. */
interface StageHeading {
  readonly question: string
  /** The mode of impersonation that asks. */
  readonly mode?: string
}

/** The heading above a check of this node. Undefined for nodes whose checks are about no impersonation. */
function stageHeading({ stage, mode }: Pick<GraphNode, 'stage' | 'mode'>): StageHeading | undefined {
  const question = stage && STAGE_QUESTIONS[stage]
  return question === undefined ? undefined : { question, ...(mode !== undefined && { mode }) }
}
