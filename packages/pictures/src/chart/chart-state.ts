import type { EdgeId, Graph, NodeId, Outcome, Step, Trace } from '@authz-playground/engine'
import { finalAnswer } from '@authz-playground/engine/internal/trace'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { centerOf, type Point } from '../layout/geometry.ts'
import { type Marked, OUTCOME_MARKS } from '../marks/marks.ts'
import { travelFrames } from '../playing/travel.ts'

/** The token’s radius, and the width of the clear ring around it, in px. */
export const TOKEN = { radius: 6, ring: 2 }

/** The progress of a request: its step, and whether it is travelling there or waiting for the answer. */
export interface ChartTime {
  /** Index of the step. */
  readonly position: number
  /**
   * `travelling`: on the edge to the step’s node. `asking`: at the node, its check not answered yet. `done`: everything
   * about the step has happened.
   */
  readonly phase: 'travelling' | 'asking' | 'done'
}

export type ChartPhase = ChartTime['phase']

/**
 * `next`: the request is on its way over this edge, or to this node. `closed`: the request did not pass here and cannot
 * any more. `open`: it still may.
 */
export type PassageState = 'passed' | 'current' | 'next' | 'open' | 'closed'

/** One stamp on a node: the decision of a check, or the client's outcome. */
export interface Stamp {
  readonly marked: Marked
  /** The decision before its conditions were evaluated. */
  readonly first?: Marked
  readonly step: number
}

/**
 * The state of a request on a chart at a moment: everything that page, element and pictures draw besides the layout.
 */
export interface ChartState {
  /** The node where the request is or is going. Absent when there is no request to show. */
  readonly at?: NodeId
  readonly nodes: ReadonlyMap<NodeId, PassageState>
  readonly edges: ReadonlyMap<EdgeId, Exclude<PassageState, 'current'>>
  readonly stamps: ReadonlyMap<NodeId, readonly Stamp[]>
}

/** The state of a chart when nothing is decided: no edge is taken. */
export function blankChart({ nodes, edges }: Graph): ChartState {
  return {
    nodes: new Map(nodes.map(({ id }) => [id, 'open'])),
    edges: new Map(edges.map(({ id }) => [id, 'open'])),
    stamps: new Map(),
  }
}

/** The state at a moment. A position outside the trace counts as its nearest step. */
export function chartStateAt(graph: Graph, { steps, outcome }: Trace, { position, phase }: ChartTime): ChartState {
  const last = Math.min(Math.max(0, position), steps.length - 1)
  const current = steps[last]
  if (current === undefined) return blankChart(graph)
  const happened = steps.slice(0, last + 1)
  const visited = new Set(happened.map(({ node }) => node))
  const taken = new Set(happened.map(({ edge }) => edge))
  if (phase === 'travelling') {
    taken.delete(current.edge)
    if (!steps.slice(0, last).some(({ node }) => node === current.node)) visited.delete(current.node)
  }
  const ahead = reachable(drawnFor(graph, steps), current.node)
  return {
    at: current.node,
    nodes: new Map(
      graph.nodes.map(({ id }) => {
        if (id === current.node && phase !== 'travelling') return [id, 'current']
        if (visited.has(id)) return [id, 'passed']
        if (id === current.node) return [id, 'next']
        return [id, ahead.has(id) ? 'open' : 'closed']
      }),
    ),
    edges: new Map(
      graph.edges.map(({ id, from }) => {
        if (taken.has(id)) return [id, 'passed']
        if (phase === 'travelling' && id === current.edge) return [id, 'next']
        return [id, ahead.has(from) ? 'open' : 'closed']
      }),
    ),
    stamps: stampsAt(graph, steps, outcome, phase === 'done' ? last : last - 1),
  }
}

function stampsAt(graph: Graph, steps: Trace['steps'], outcome: Outcome, last: number): ChartState['stamps'] {
  const ends = new Set(graph.nodes.flatMap(({ id, shape }) => (shape === 'end' ? [id] : [])))
  const stamps = new Map<NodeId, Stamp[]>()
  for (const [step, { node, check }] of steps.entries()) {
    if (step > last) break
    const marked = check ? finalAnswer(check).decision : ends.has(node) ? OUTCOME_MARKS[outcome.kind] : undefined
    if (marked === undefined) continue
    const stamp = { marked, ...(check?.settled && { first: check.answer.decision }), step }
    const here = stamps.get(node)
    if (here === undefined) stamps.set(node, [stamp])
    else here.push(stamp)
  }
  return stamps
}

/** The edges that the chart of these steps shows: rare ones are drawn only where they were taken. */
function drawnFor({ nodes, edges }: Graph, steps: Trace['steps']): Graph {
  const taken = new Set(steps.map(({ edge }) => edge))
  return { nodes, edges: edges.filter(({ id, onlyWhenTaken }) => !onlyWhenTaken || taken.has(id)) }
}

/** The nodes that a request at a node may still reach, that node included. */
function reachable({ edges }: Graph, from: NodeId): ReadonlySet<NodeId> {
  const found = new Set([from])
  for (const id of found) for (const edge of edges) if (edge.from === id) found.add(edge.to)
  return found
}

/** The position of the token at a step: the end of the last edge; at first the top of the first node. */
export function tokenAt({ nodes, edges }: ChartLayout, steps: readonly Step[], position: number): Point | undefined {
  for (let at = position; at >= 0; at--) {
    const { edge } = steps[at] ?? {}
    const end = edge === undefined ? undefined : edges.find(({ id }) => id === edge)?.points.at(-1)
    if (end !== undefined) return end
  }
  const first = nodes.find(({ id }) => id === steps[0]?.node)?.box
  return first && { x: centerOf(first).x, y: first.top }
}

/** The positions of the token on the way to a step, at equal intervals of time; undefined where it takes no edge. */
export function tokenTravel(
  chart: ChartLayout,
  steps: readonly Step[],
  position: number,
): readonly Point[] | undefined {
  const from = tokenAt(chart, steps, position - 1)
  const edge = chart.edges.find(({ id }) => id === steps[position]?.edge)
  return from && edge && travelFrames(from, edge.points)
}
