import type { Graph, Step } from '@authz-playground/engine'
import { expect } from 'vitest'
import { labelWidth } from '../words/measure.ts'
import type { ChartEdge, ChartLayout, ChartNode } from './chart-layout.ts'
import type { Point, Rectangle } from './geometry.ts'

/** A shortest walk over each edge that only some runs take. */
export function* walksOverRareEdges({ nodes, edges }: Graph): Generator<readonly Step[]> {
  const walks: (readonly Step[])[] = [[{ node: nodes[0]?.id ?? '' }]]
  const met = new Set<string>()
  for (const steps of walks) {
    for (const { id, from, to, onlyWhenTaken } of edges) {
      if (from !== steps.at(-1)?.node || met.has(id)) continue
      met.add(id)
      const longer = [...steps, { node: to, edge: id }]
      walks.push(longer)
      if (onlyWhenTaken) yield longer
    }
  }
}

const separate = (a: Rectangle, b: Rectangle): boolean =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top

const inside = ({ x, y }: Point, { left, top, width, height }: Rectangle, margin: number): boolean =>
  x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin

/** Whether a line comes further into a box than so many px. */
function crosses({ points }: ChartEdge, { left, top, width, height }: Rectangle, within: number): boolean {
  const [x, y] = [left + width / 2, top + height / 2]
  const [across, down] = [width / 2 - within, height / 2 - within]
  return points.some((point, i) => {
    const before = points[i - 1] ?? point
    // The parts of the segment, from 0 to 1, in which it is between the left and the right side, and between top and bottom.
    const [from, to] = between(before.x - x, point.x - x, across)
    const [begin, end] = between(before.y - y, point.y - y, down)
    return Math.max(0, from, begin) < Math.min(1, to, end)
  })
}

/** Where a movement from one number to another one is nearer to 0 than a limit. */
function between(from: number, to: number, limit: number): readonly [number, number] {
  if (from === to) return Math.abs(from) < limit ? [0, 1] : [1, 0]
  const ends = [(-limit - from) / (to - from), (limit - from) / (to - from)] as const
  return limit <= 0 ? [1, 0] : [Math.min(...ends), Math.max(...ends)]
}

/** Whether an edge is between the same two nodes as another one. */
function isBetween(edges: readonly ChartEdge[], id: string, { from, to }: ChartEdge): boolean {
  return edges.some((edge) => edge.id === id && edge.from === from && edge.to === to)
}

/** The sides of a choice go outwards so far, at most, in px. */
const SLANT = 11

/** Layouts that were found readable: walks over the same edges share one. */
const readable = new WeakSet<ChartLayout>()

/**
 * Nothing of a chart overlaps, all of it is within the chart, and no edge runs through a node or a label.
 * @param wide in a wide chart edges meet the slanted sides of choices inside of their boxes, and edges between the same two
 * nodes are one line, with their labels on it
 */
export function expectReadable(chart: ChartLayout, wide = false): void {
  if (readable.has(chart)) return
  const { width, height, nodes, edges } = chart
  const labels = edges.flatMap(({ id, label }) => (label ? [{ id, box: label.box, lines: label.lines }] : []))
  const all = [...nodes, ...labels]
  const boxOf = (id: string): Rectangle => (nodes.find((node) => node.id === id) as ChartNode).box
  const faultsOfBoxes = all.flatMap(({ id, box, lines }, i) => [
    ...all.slice(i + 1).flatMap((other) => (separate(box, other.box) ? [] : [`${id} is over ${other.id}`])),
    ...(Math.max(...lines.map((line) => labelWidth(line, { size: 12 }))) > box.width ? [`${id} is too narrow`] : []),
    ...(lines.length * 16 > box.height ? [`${id} is too low`] : []),
    ...(Math.min(box.left, box.top) < 0 || box.left + box.width > width || box.top + box.height > height
      ? [`${id} is outside`]
      : []),
  ])
  const faultsOfEdges = edges.flatMap((edge) => {
    const { id, from, to, points } = edge
    const others = labels.filter((label) => label.id !== id && !(wide && isBetween(edges, label.id, edge)))
    const crossed = [...nodes, ...others].filter((one) =>
      crosses(edge, one.box, one.id === from || one.id === to ? (wide ? SLANT : 1) : 1),
    )
    return [
      ...(inside(points[0] as Point, boxOf(from), 1) ? [] : [`${id} does not start at ${from}`]),
      ...(inside(points.at(-1) as Point, boxOf(to), 5) ? [] : [`${id} does not end at ${to}`]),
      ...(points.every((point) => inside(point, { left: 0, top: 0, width, height }, 0.01)) ? [] : [`${id} is outside`]),
      ...crossed.map((one) => `${id} goes through ${one.id}`),
    ]
  })
  // One expectation for all faults of a chart: one for each box and point took most of the time.
  expect([...faultsOfBoxes, ...faultsOfEdges]).toEqual([])
  readable.add(chart)
}
