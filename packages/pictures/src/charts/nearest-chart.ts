import { drawnGraph, edgeLines, type Graph, type GraphEdge, plainText, type RichText } from '@authz-playground/engine'
import { around, type Point, type Rectangle, type Size } from '../layout/geometry.ts'
import { drawnTogether, type PlacedEdge } from '../layout/layout.ts'
import { pathPoints } from '../layout/path-points.ts'
import { labelPlace, routes } from '../layout/routes.ts'
import { routedAround } from './around.ts'
import type { DrawnChart, DrawnEdge } from './drawn-chart.ts'
import { readChart } from './read-chart.ts'
import { stepsOf } from './variant.ts'

/** Clear ground around a chart, in px, as around those that the playground draws. */
const MARGIN = 12

/** What a line of an edge’s label takes in the widest usual type, in px: each character, both ends, its height. */
const CHARACTER = 7.9
const ENDS = 8
const LINE = 16

/**
 * The chart of a run that was not drawn ahead of time, made of the most similar that was: edges that the run does not have
 * are taken out, those that it has are put in, and all of it is drawn together anew. Throws where no chart has
 * the same nodes; variants for all sets of them are drawn (scripts/charts/variants.ts).
 */
export function nearestChart(graph: Graph, variant: string, charts: Readonly<Record<string, string>>): DrawnChart {
  const wanted = drawnGraph(graph, stepsOf(graph, variant))
  const nearest = nearestOf(graph, wanted, Object.keys(charts))
  if (nearest === undefined) throw new Error(`no chart was drawn ahead of time with the nodes of ${variant}`)
  const { nodes, edges } = readChart(graph, nearest, charts[nearest] ?? '')
  const drawn = new Map(edges.map((edge) => [edge.id, edge]))
  const boxes = new Map(nodes.map(({ id, box }) => [id, box]))
  const all = graph.edges
    .filter(({ id }) => wanted.edges.some((edge) => edge.id === id))
    .map((edge) => placed(edge, drawn.get(edge.id), boxes))
  const leadsDown = ({ from, to }: PlacedEdge): boolean =>
    bottomOf(boxes.get(from) as Rectangle) < (boxes.get(to) as Rectangle).top
  const down = all.filter(leadsDown)
  const layout = drawnTogether(
    nodes.map(({ id, box }) => ({ id, box })),
    down,
  )
  if (layout === undefined) throw new Error('edges that lead down were not drawn together')
  const paths = routes(layout, down)
  const inside = new Map(
    down.map(({ id, label }) => {
      const d = paths.get(id) ?? ''
      const place = labelPlace(layout, id)
      return [id, { d, ...(label && place && { label: boxAround(place, label) }) }]
    }),
  )
  const taken = extent(layout.nodes.values(), inside.values())
  const outside = routedAround(
    all.filter((edge) => !leadsDown(edge)),
    layout.nodes,
    layout.bands,
    taken,
  )
  const lines = new Map([...inside, ...outside])
  const { left, top, width, height } = extent(layout.nodes.values(), lines.values())
  const [x, y] = [MARGIN - left, MARGIN - top]
  return {
    width: Math.ceil(width + 2 * MARGIN),
    height: Math.ceil(height + 2 * MARGIN),
    nodes: nodes.map((node) => ({ ...node, box: moved(layout.nodes.get(node.id) as Rectangle, x, y) })),
    edges: graph.edges.flatMap(({ id, from, to, label, notInText }): readonly DrawnEdge[] => {
      const line = lines.get(id)
      if (line === undefined) return []
      return [
        {
          id,
          from,
          to,
          d: movedPath(line.d, x, y),
          ...(notInText && { apart: true }),
          ...(label && line.label && { label: { box: moved(line.label, x, y), lines: edgeLines(label) } }),
        },
      ]
    }),
  }
}

/** The variant with the same nodes that misses the fewest edges, and of those the one with the fewest to take out. */
function nearestOf(graph: Graph, wanted: Graph, variants: readonly string[]): string | undefined {
  const nodes = wanted.nodes.map(({ id }) => id).join()
  const has = new Set(wanted.edges.map(({ id }) => id))
  const [nearest] = variants
    .flatMap((variant) => {
      const drawn = drawnGraph(graph, stepsOf(graph, variant))
      if (drawn.nodes.map(({ id }) => id).join() !== nodes) return []
      const common = drawn.edges.filter(({ id }) => has.has(id)).length
      return [{ variant, missing: has.size - common, more: drawn.edges.length - common }]
    })
    .sort((a, b) => a.missing - b.missing || a.more - b.more)
  return nearest?.variant
}

/** An edge where it was drawn, or where it would go straight. */
function placed(
  { id, from, to, label }: GraphEdge,
  drawn: DrawnEdge | undefined,
  boxes: ReadonlyMap<string, Rectangle>,
): PlacedEdge {
  const source = boxes.get(from) as Rectangle
  const target = boxes.get(to) as Rectangle
  const straight: readonly Point[] = [
    { x: source.left + source.width / 2, y: bottomOf(source) },
    { x: target.left + target.width / 2, y: target.top },
  ]
  const size = drawn?.label?.box ?? (label && labelSize(edgeLines(label)))
  return { id, from, to, points: drawn ? pathPoints(drawn.d) : straight, ...(size && { label: size }) }
}

function labelSize(lines: readonly RichText[]): Size {
  const longest = Math.max(...lines.map((line) => plainText(line).length))
  return { width: longest * CHARACTER + ENDS, height: lines.length * LINE }
}

function extent(nodes: Iterable<Rectangle>, lines: Iterable<{ readonly d: string; readonly label?: Rectangle }>) {
  const drawn = [...lines].flatMap(({ d, label }) => [
    ...(label ? [label] : []),
    ...pathPoints(d).map(({ x, y }) => ({ left: x, top: y, width: 0, height: 0 })),
  ])
  return around([...nodes, ...drawn]) ?? { left: 0, top: 0, width: 0, height: 0 }
}

function boxAround({ x, y }: Point, { width, height }: Size): Rectangle {
  return { left: x - width / 2, top: y - height / 2, width, height }
}

function moved({ left, top, width, height }: Rectangle, x: number, y: number): Rectangle {
  return { left: Math.round(left + x), top: Math.round(top + y), width: Math.round(width), height: Math.round(height) }
}

function movedPath(d: string, x: number, y: number): string {
  return d.replace(
    /(-?[\d.]+),(-?[\d.]+)/g,
    (_, a: string, b: string) => `${Math.round(Number(a) + x)},${Math.round(Number(b) + y)}`,
  )
}

function bottomOf({ top, height }: Rectangle): number {
  return top + height
}
