import { type Graph, loadDesigns, type Step } from '@authz-playground/engine'
import { drawnGraph } from '@authz-playground/engine/internal/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelWidth } from '../words/measure.ts'
import { type ChartEdge, type ChartLayout, type ChartNode, layOutChart } from './chart-layout.ts'
import { overlap, type Point, type Rectangle } from './geometry.ts'
import { areasOf, isIn } from './lanes.ts'

const DESIGNS = await loadDesigns()

/** A walk over a design’s graph, led by choices; where it ends it ends. */
function walk({ nodes, edges }: Graph, choices: readonly number[]): readonly Step[] {
  const steps: Step[] = [{ node: nodes[0]?.id ?? '' }]
  for (const choice of choices) {
    const leaving = edges.filter(({ from }) => from === steps.at(-1)?.node)
    const edge = leaving[choice % leaving.length]
    if (edge === undefined) break
    steps.push({ node: edge.to, edge: edge.id })
  }
  return steps
}

/** A shortest walk over each edge that only some runs take. */
function* walksOverRareEdges({ nodes, edges }: Graph): Generator<readonly Step[]> {
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

const choices = fc.array(fc.nat(1000), { maxLength: 14 })

const separate = (a: Rectangle, b: Rectangle): boolean =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top

const inside = ({ x, y }: Point, { left, top, width, height }: Rectangle, margin: number): boolean =>
  x > left - margin && x < left + width + margin && y > top - margin && y < top + height + margin

/** Whether a line crosses a box, more than by touching its border. */
function crosses({ points }: ChartEdge, box: Rectangle): boolean {
  return points.some((point, i) => {
    const before = points[i - 1] ?? point
    const around = {
      ...{ left: Math.min(before.x, point.x), width: Math.abs(point.x - before.x) },
      ...{ top: Math.min(before.y, point.y), height: Math.abs(point.y - before.y) },
    }
    if (separate(around, box)) return false
    const pieces = Math.ceil(Math.hypot(point.x - before.x, point.y - before.y) / 2) + 1
    return Array.from({ length: pieces + 1 }, (_, piece) => {
      const part = piece / pieces
      return { x: before.x + (point.x - before.x) * part, y: before.y + (point.y - before.y) * part }
    }).some((on) => inside(on, box, -1))
  })
}

/** Layouts that were found readable: walks over the same edges share one. */
const readable = new WeakSet<ChartLayout>()

function expectReadable(chart: ChartLayout): void {
  if (readable.has(chart)) return
  const { width, height, nodes, edges } = chart
  const labels = edges.flatMap(({ id, label }) => (label ? [{ id, box: label.box, lines: label.lines }] : []))
  const all = [...nodes, ...labels]
  for (const [i, one] of all.entries()) {
    const over = all.slice(i + 1).filter((other) => !separate(one.box, other.box))
    expect(over, `over ${one.id}`).toEqual([])
    expect(Math.max(...one.lines.map((line) => labelWidth(line, { size: 12 }))), one.id).toBeLessThanOrEqual(
      one.box.width,
    )
    expect(one.lines.length * 16, one.id).toBeLessThanOrEqual(one.box.height)
    expect(Math.min(one.box.left, one.box.top), one.id).toBeGreaterThanOrEqual(0)
    expect(one.box.left + one.box.width, one.id).toBeLessThanOrEqual(width)
    expect(one.box.top + one.box.height, one.id).toBeLessThanOrEqual(height)
  }
  const boxOf = (id: string): Rectangle => (nodes.find((node) => node.id === id) as ChartNode).box
  for (const edge of edges) {
    const { id, from, to, points } = edge
    expect(inside(points[0] as Point, boxOf(from), 1), `${id} starts at ${from}`).toBe(true)
    expect(inside(points.at(-1) as Point, boxOf(to), 5), `${id} ends at ${to}`).toBe(true)
    for (const { x, y } of points) expect(inside({ x, y }, { left: 0, top: 0, width, height }, 0.01), id).toBe(true)
    const crossed = [...nodes, ...labels.filter((label) => label.id !== id)].filter(({ box }) => crosses(edge, box))
    expect(crossed, `what ${id} goes through`).toEqual([])
  }
  readable.add(chart)
}

function expectWhole(graph: Graph, steps: readonly Step[], { nodes, edges }: ChartLayout): void {
  const wanted = drawnGraph(graph, steps)
  expect(nodes.map(({ id }) => id).sort()).toEqual(wanted.nodes.map(({ id }) => id).sort())
  expect(edges.map(({ id }) => id).sort()).toEqual(wanted.edges.map(({ id }) => id).sort())
}

const CHARTS = DESIGNS.map(({ id, graph }) => ({ id, graph, chart: layOutChart(graph, []) }))

describe.each(CHARTS)('the chart of $id', ({ graph, chart }) => {
  it('has everything that runs may reach: nothing overlaps, and no edge runs through a node or a label', () => {
    expectWhole(graph, [], chart)
    expectReadable(chart)
  })

  it('is as readable with each edge that only some runs take', () => {
    for (const steps of walksOverRareEdges(graph)) {
      const walked = layOutChart(graph, steps)
      expectWhole(graph, steps, walked)
      expectReadable(walked)
    }
  })

  it('is as readable whichever edges a run takes, and has no rare one that it does not take', () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const steps = walk(graph, chosen)
        const walked = layOutChart(graph, steps)
        expectWhole(graph, steps, walked)
        expectReadable(walked)
      }),
      { numRuns: 3, seed: 5284 },
    )
  })

  it('is the same wherever it is laid out', () => {
    expect(layOutChart(structuredClone(graph), [])).toEqual(chart)
  })
})

it('has a lane for each mode that asks two questions, and lanes do not meet', () => {
  const { graph, chart } = CHARTS.find(({ id }) => id === 'constrained') as (typeof CHARTS)[number]
  const { lanes = [], nodes } = chart
  const inside = lanes.map((lane) =>
    nodes.flatMap(({ id, box }) => (isIn(lane, box) ? [graph.nodes.find((node) => node.id === id)?.mode] : [])),
  )
  expect(inside.map((modes) => modes.join()).sort()).toEqual(
    ['arbitrary-node', 'associated-node', 'serviceaccount', 'user-info'].map((mode) => `${mode},${mode}`),
  )
  for (const { id, chart: drawn } of CHARTS) {
    const areas = (drawn.lanes ?? []).map(areasOf)
    for (const [i, own] of areas.entries())
      for (const other of areas.slice(i + 1).flat())
        expect(
          own.some((area) => overlap(area, other)),
          id,
        ).toBe(false)
  }
})

it('does not get wider than a laptop shows', () => {
  for (const { id, chart } of CHARTS) expect(chart.width, id).toBeLessThan(860)
})
