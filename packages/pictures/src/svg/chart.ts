import type { EdgeId, NodeId } from '@authz-playground/engine'
import type { ChartState, PassageState } from '../chart/chart-state.ts'
import { DASHES, edgeLabelPaint, edgePaint, groundAt, nodePaint, nodeTextPaint } from '../chart/paints.ts'
import { arrowheadPath, linesIn, outlinePath } from '../chart/shapes.ts'
import type { ChartEdge, ChartLayout, ChartNode } from '../layout/chart-layout.ts'
import { type ChartLane, lanePath } from '../layout/lanes.ts'
import { textLine } from './text.ts'
import { element } from './xml.ts'

/** Classes for the parts that are animated. */
export interface Classes {
  edge?(id: EdgeId): string | undefined
  edgeLabel?(id: EdgeId): string | undefined
  node?(id: NodeId): string | undefined
  nodeText?(id: NodeId): string | undefined
}

/** The chart with a request on it: edges below, then their labels, then the nodes. Stamps are separate. */
export function chartShapes(
  { nodes, edges, lanes = [], asides = [] }: ChartLayout,
  state: ChartState,
  classes: Classes = {},
): readonly string[] {
  // Heavy lines are drawn above thin ones.
  const inOrder = edges.toSorted((a, b) => Number(isTaken(state, a)) - Number(isTaken(state, b)))
  return [
    ...lanes.map((lane) =>
      element('path', { d: lanePath(lane), fill: '--ground-sunk', stroke: '--hairline', 'stroke-linejoin': 'round' }),
    ),
    element(
      'g',
      { fill: 'none' },
      inOrder.map((edge) => edgeLine(edge, state.edges.get(edge.id), classes.edge?.(edge.id))),
    ),
    ...inOrder.map((edge) => edgeLabel(edge, lanes, state.edges.get(edge.id), classes.edgeLabel?.(edge.id))),
    ...asides.flatMap(({ box, lines }) =>
      linesIn(box, lines).map(({ words, x, y }) => textLine(words, { x, y, fill: '--ink-soft', anchor: 'middle' })),
    ),
    ...nodes.map((node) => nodeShape(node, state, classes)),
  ]
}

function isTaken({ edges }: ChartState, { id }: ChartEdge): boolean {
  return edges.get(id) === 'passed'
}

function edgeLine(
  { path, points, dashed }: ChartEdge,
  look: PassageState | undefined,
  own: string | undefined,
): string {
  return element('g', { class: own, ...edgePaint(look) }, [
    element('path', { d: path, fill: 'none', 'stroke-dasharray': dashed ? DASHES.edge : undefined }),
    element('path', { d: arrowheadPath(points), stroke: 'none' }),
  ])
}

function edgeLabel(
  { label }: ChartEdge,
  lanes: readonly ChartLane[],
  look: PassageState | undefined,
  own: string | undefined,
): string {
  if (label === undefined) return ''
  const { left, top, width, height } = label.box
  return [
    element('rect', { x: left, y: top, width, height, fill: groundAt(lanes, label.box) }),
    ...linesIn(label.box, label.lines).map(({ words, x, y }) =>
      textLine(words, { x, y, ...edgeLabelPaint(look), class: own, anchor: 'middle' }),
    ),
  ].join('')
}

function nodeShape({ id, shape, box, lines, asks, dashed }: ChartNode, state: ChartState, classes: Classes): string {
  return [
    element('path', {
      d: outlinePath(shape, box, asks),
      ...nodePaint(state, id),
      class: classes.node?.(id),
      'stroke-dasharray': dashed ? DASHES.node : undefined,
    }),
    ...linesIn(box, lines).map(({ words, x, y }) =>
      textLine(words, { x, y, ...nodeTextPaint(state.nodes.get(id)), class: classes.nodeText?.(id), anchor: 'middle' }),
    ),
  ].join('')
}
