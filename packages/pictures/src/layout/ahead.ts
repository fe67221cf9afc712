import type { Graph, GraphEdge, Step } from '@authz-playground/engine'
import { type ChartLayout, layOutChart } from './chart-layout.ts'

/**
 * Lays out the part of a chart that a request may come to after the edge that it takes first: all of its ends, and none of
 * the ways that the request itself rules out. A request without `Impersonate-*` headers passes none of the checks of
 * impersonation, for example. The whole chart where the steps take no edge.
 * @param steps those of the run: rare edges that it takes are drawn, as by {@link layOutChart}
 */
export function layOutAhead(graph: Graph, steps: readonly Step[]): ChartLayout {
  const first = graph.edges.find(({ id }) => id === steps.find(({ edge }) => edge !== undefined)?.edge)
  return layOutChart(first === undefined ? graph : after(graph, first), steps)
}

/** By the first edge: an answer comes with each key that is pressed, and a graph that stays is laid out once. */
const kept = new WeakMap<GraphEdge, Graph>()

function after({ nodes, edges }: Graph, first: GraphEdge): Graph {
  const before = kept.get(first)
  if (before !== undefined) return before
  const reached = new Set([first.to])
  // What is added while the set is gone through is gone through, too.
  for (const node of reached) for (const { from, to } of edges) if (from === node) reached.add(to)
  const ahead: Graph = {
    nodes: nodes.filter(({ id }) => id === first.from || reached.has(id)),
    edges: edges.filter(({ id, from }) => id === first.id || reached.has(from)),
  }
  kept.set(first, ahead)
  return ahead
}
