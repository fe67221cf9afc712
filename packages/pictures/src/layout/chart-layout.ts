import {
  type EdgeId,
  type Graph,
  type GraphNode,
  type NodeId,
  type NodeShape,
  plainText,
  type RichText,
  type Step,
} from '@authz-playground/engine'
import { drawnGraph, edgeLines, nodeLines } from '@authz-playground/engine/internal/report'
import { DOUBLE, slantOf } from '../chart/shapes.ts'
import { labelWidth } from '../words/measure.ts'
import { LINE, TYPE } from '../words/type.ts'
import { type Line, routedAround } from './back-edges.ts'
import { boundingBox, type Point, type Rectangle, type Size } from './geometry.ts'
import { type ChartLane, lanesOf } from './lanes.ts'
import { pathPoints } from './path-points.ts'
import { backEdges, ranksOf } from './ranks.ts'
import { labelPlace, routes } from './routes.ts'
import { type Layers, rowOrders } from './row-order.ts'
import { type DownEdge, placedInRows, type RankedNode, type RowItem, type RowLayout } from './rows.ts'

export interface ChartNode {
  readonly id: NodeId
  readonly shape: NodeShape
  readonly box: Rectangle
  /** The words, broken into lines. Where the node asks, the first line is its heading. */
  readonly lines: readonly RichText[]
  /** It sends access reviews: its outline is doubled at both sides. */
  readonly asks?: true
  /** Dashed, because the design’s document does not draw it. */
  readonly dashed?: true
  /** It is drawn because this run comes to it. */
  readonly rare?: true
}

export interface ChartEdge {
  readonly id: EdgeId
  readonly from: NodeId
  readonly to: NodeId
  /** SVG path data of absolute M, L and C, from its source to the middle of its arrowhead. */
  readonly path: string
  /** The same as straight lines, close enough to draw or to move along. */
  readonly points: readonly Point[]
  /** It ends at a point of another line, without an arrowhead. */
  readonly joins?: true
  readonly dashed?: true
  /** It is drawn because this run takes it. */
  readonly rare?: true
  readonly label?: { readonly box: Rectangle; readonly lines: readonly RichText[] }
}

/** The reasons why a run did not take other edges of a node, as quiet words beside the edge that it took. */
export interface ChartAside {
  readonly node: NodeId
  readonly box: Rectangle
  readonly lines: readonly RichText[]
}

/**
 * A flowchart with the places of its nodes, edges and labels, as page, element and pictures draw it. Units: px, at a
 * type size of 12 px. Origin: the upper left corner.
 */
export interface ChartLayout extends Size {
  readonly nodes: readonly ChartNode[]
  readonly edges: readonly ChartEdge[]
  /** Only in a whole chart. */
  readonly lanes?: readonly ChartLane[]
  /** Only where the edges that were not taken are not drawn. */
  readonly asides?: readonly ChartAside[]
}

/** Labels of edges are measured in the strong weight, so that taking an edge does not make its label grow. */
const LABEL_TYPE = { ...TYPE, strong: true }
const BESIDE_WORDS = 4

/** Margin around a chart, in px, because stamps and heavy lines reach beyond the nodes. */
const MARGIN = 12

/** The most layouts that are kept for a design: its usual one, and those of runs that take rare edges. */
const KEPT = 32
const kept = new WeakMap<Graph, Map<string, ChartLayout>>()

/**
 * Lays out the chart of a run. Nodes and edges that only some runs reach are in it when the steps pass them. The same
 * graph and steps give the same layout everywhere, with boxes wide enough for the widest usual typeface. The same graph
 * object gives the very same layout object.
 */
export function layOutChart(graph: Graph, steps: readonly Step[]): ChartLayout {
  const drawn = drawnGraph(graph, steps)
  const name = drawn.edges.map(({ id }) => id).join()
  const charts = kept.get(graph) ?? new Map<string, ChartLayout>()
  kept.set(graph, charts)
  const chart = charts.get(name) ?? laidOut(graph, drawn)
  const [oldest] = charts.keys()
  if (oldest !== undefined && charts.size >= KEPT && !charts.has(name)) charts.delete(oldest)
  charts.set(name, chart)
  return chart
}

/** An edge with the size of its label. */
interface SizedEdge extends DownEdge {
  readonly answer: string
}

function laidOut(graph: Graph, drawn: Graph): ChartLayout {
  const nodes = graph.nodes.filter(({ id }) => drawn.nodes.some((node) => node.id === id))
  const edges = drawn.edges.map(
    ({ id, from, to, label }): SizedEdge => ({
      id,
      from,
      to,
      answer: plainText(label ?? []),
      ...(label && { label: edgeLabelSize(edgeLines(label)) }),
    }),
  )
  const rare = new Set(drawn.edges.flatMap(({ id, onlyWhenTaken }) => (onlyWhenTaken ? [id] : [])))
  const back = backEdges(edges.toSorted((a, b) => Number(rare.has(a.id)) - Number(rare.has(b.id))))
  const down = edges.filter(({ id }) => !back.has(id))
  const layout = inRows(nodes, down)
  const paths = routes(layout, down)
  const inside = down.map(({ id, label }): Line => {
    const place = labelPlace(layout, id)
    return { id, path: paths.get(id) ?? '', ...(label && place && { box: boxAround(place, label) }) }
  })
  const outside = routedAround(
    edges.filter(({ id }) => back.has(id)),
    layout,
    extent(layout.nodes.values(), inside),
  )
  const lines = new Map([...inside, ...outside].map((line) => [line.id, line]))
  const lanes = lanesOf(drawn, layout.nodes)
  const { left, top, width, height } = extent([...layout.nodes.values(), ...lanes.flat()], lines.values())
  const [x, y] = [MARGIN - left, MARGIN - top]
  return {
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    ...(lanes.length > 0 && { lanes: lanes.map((lane) => lane.map((area) => moved(area, x, y))) }),
    nodes: nodes.map((node) => chartNode(node, moved(layout.nodes.get(node.id) as Rectangle, x, y))),
    edges: graph.edges.flatMap(({ id, from, to, label, notInText }): readonly ChartEdge[] => {
      const line = lines.get(id)
      if (line === undefined) return []
      const path = movedPath(line.path, x, y)
      return [
        {
          id,
          from,
          to,
          path,
          points: pathPoints(path),
          ...(notInText && { dashed: true }),
          ...(rare.has(id) && { rare: true }),
          ...(label && line.box && { label: { box: moved(line.box, x, y), lines: edgeLines(label) } }),
        },
      ]
    }),
  }
}

/** So many orders of the rows are compared, each after so few rounds of placing. */
const LOOKED_AT = 16
const SKETCHED = 16

/** Places nodes and downward edges, in the best order of rows. */
function inRows(nodes: readonly GraphNode[], edges: readonly SizedEdge[]): RowLayout {
  const rank = ranksOf(
    nodes.map(({ id }) => id),
    edges,
  )
  const rowOf = (id: NodeId): number => rank.get(id) ?? 0
  const ranked = nodes.map((node): RankedNode => ({ id: node.id, size: nodeSize(node), row: rowOf(node.id) }))
  const items: RowItem[] = ranked.map(({ id }) => ({ kind: 'node', id }))
  const rows = ranked.map(({ row }) => row)
  const indexOf = new Map(ranked.map(({ id }, index) => [id, index]))
  const joins = edges.flatMap(({ id, from, to }): Layers['joins'] => {
    const lanes = Array.from({ length: rowOf(to) - rowOf(from) - 1 }, (_, i) => {
      rows.push(rowOf(from) + 1 + i)
      return items.push({ kind: 'edge', id }) - 1
    })
    const all = [indexOf.get(from) as number, ...lanes, indexOf.get(to) as number]
    return all.slice(1).map((lower, i) => [all[i] as number, lower])
  })
  let best: { readonly order: readonly (readonly RowItem[])[]; readonly cost: number } | undefined
  for (const { order, crossings } of rowOrders({ rows, joins }).slice(0, LOOKED_AT)) {
    const named = order.map((row) => row.map((item) => items[item] as RowItem))
    const cost = crossings * CROSSING + costOf(placedInRows(named, ranked, edges, SKETCHED), edges)
    if (best === undefined || cost < best.cost) best = { order: named, cost }
  }
  return placedInRows(best?.order ?? [], ranked, edges)
}

/** The costs of a crossing of two edges, and of a choice with "yes" left of "no", in px of width. */
const CROSSING = 24
const TURNED = 125
/** So many px sideways cost as much as one px of width. */
const SIDEWAYS = 4

/**
 * The cost of a layout, in px: its width, how far its edges go sideways, and choices with "yes" and "no" in the unusual
 * order.
 */
function costOf({ nodes, runs }: RowLayout, edges: readonly SizedEdge[]): number {
  const placed = edges.map((edge) => ({ ...edge, run: runs.get(edge.id) ?? [] }))
  const lines = placed.flatMap(({ run, label }) =>
    run.map(({ x, top }, i) => {
      const width = i === 0 ? (label?.width ?? 0) : 0
      return { left: x - width / 2, top, width, height: 0 }
    }),
  )
  const sideways = placed.flatMap(({ run }) => run.slice(1).map(({ x }, i) => Math.abs(x - (run[i]?.x ?? x))))
  const turned = placed.filter(({ answer, from, run }) =>
    placed.some(
      (other) =>
        answer === 'yes' && other.answer === 'no' && other.from === from && (run[0]?.x ?? 0) < (other.run[0]?.x ?? 0),
    ),
  )
  return (
    (boundingBox([...nodes.values(), ...lines])?.width ?? 0) +
    sideways.reduce((sum, length) => sum + length, 0) / SIDEWAYS +
    turned.length * TURNED
  )
}

/** A node in its place. */
export function chartNode(node: GraphNode, box: Rectangle): ChartNode {
  const { id, shape, stage, notInText, onlyWhenTaken } = node
  return {
    id,
    shape,
    box,
    lines: nodeLines(node),
    ...(stage && { asks: true }),
    ...(notInText && { dashed: true }),
    ...(onlyWhenTaken && { rare: true }),
  }
}

/** The size of a node around its words. */
export function nodeSize(node: GraphNode): Size {
  const { shape } = node
  const lines = nodeLines(node)
  const height = lines.length * LINE + (shape === 'step' ? 14 : 8)
  const words = Math.max(...lines.map((line) => labelWidth(line, TYPE)))
  const beside = { step: 14, question: 2 * slantOf(height) + (node.stage ? 6 + 2 * DOUBLE : 6), end: height / 2 + 2 }[
    shape
  ]
  return { width: even(words + beside), height }
}

export function edgeLabelSize(lines: readonly RichText[]): Size {
  const words = Math.max(...lines.map((line) => labelWidth(line, LABEL_TYPE)))
  return { width: even(words + 2 * BESIDE_WORDS), height: lines.length * LINE }
}

/** The next even length, whose middle is a whole number. */
function even(length: number): number {
  return 2 * Math.ceil(length / 2)
}

function extent(nodes: Iterable<Rectangle>, lines: Iterable<Line>): Rectangle {
  const drawn = [...lines].flatMap(({ path, box }) => [
    ...(box ? [box] : []),
    ...pathPoints(path).map(({ x, y }) => ({ left: x, top: y, width: 0, height: 0 })),
  ])
  return boundingBox([...nodes, ...drawn]) ?? { left: 0, top: 0, width: 0, height: 0 }
}

function boxAround({ x, y }: Point, { width, height }: Size): Rectangle {
  return { left: x - width / 2, top: y - height / 2, width, height }
}

function moved({ left, top, width, height }: Rectangle, x: number, y: number): Rectangle {
  return { left: left + x, top: top + y, width, height }
}

function movedPath(path: string, x: number, y: number): string {
  return path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_, a: string, b: string) => `${Number(a) + x},${Number(b) + y}`)
}
