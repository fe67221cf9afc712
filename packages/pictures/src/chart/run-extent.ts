import type { Graph, Trace } from '@authz-playground/engine'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { boundingBox, type Rectangle } from '../layout/geometry.ts'
import { isQuestionGrid } from '../layout/grid-parts.ts'
import { chartStateAt } from './chart-state.ts'
import { stampsOn } from './stamps.ts'

/**
 * The part of a chart that a request used, in px of the layout: the nodes that it came to with their stamps, and the edges
 * that it took; of a question grid all of it. Undefined for a trace without steps.
 */
export function runExtent(layout: ChartLayout, graph: Graph, trace: Trace): Rectangle | undefined {
  if (isQuestionGrid(layout)) return { left: 0, top: 0, width: layout.width, height: layout.height }
  const { steps } = trace
  const visited = new Set(steps.map(({ node }) => node))
  const taken = new Set(steps.map(({ edge }) => edge))
  const state = chartStateAt(graph, trace, { position: steps.length - 1, phase: 'done' })
  return boundingBox([
    ...layout.nodes.flatMap(({ id, box }) => (visited.has(id) ? [box] : [])),
    ...stampsOn(layout, state, steps).map(({ box }) => box),
    ...layout.edges.flatMap(({ id, points }) =>
      taken.has(id) ? points.map(({ x, y }) => ({ left: x, top: y, width: 0, height: 0 })) : [],
    ),
  ])
}
