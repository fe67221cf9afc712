import { DESIGNS, type Design, drawnGraph, type Step } from '@authz-playground/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rectangle } from '../layout/geometry.ts'
import { pathPoints } from '../layout/path-points.ts'
import { chartOf } from './chart-of.ts'
import type { DrawnChart } from './drawn-chart.ts'

const design = (id: string): Design => DESIGNS.find((one) => one.id === id) as Design

/** A walk over a design’s graph, led by choices; where it ends it ends. */
function walk({ graph }: Design, choices: readonly number[]): readonly Step[] {
  const steps: Step[] = [{ node: graph.nodes[0]?.id ?? '' }]
  for (const choice of choices) {
    const ways = graph.edges.filter(({ from }) => from === steps.at(-1)?.node)
    const way = ways[choice % ways.length]
    if (way === undefined) break
    steps.push({ node: way.to, edge: way.id })
  }
  return steps
}

const choices = fc.array(fc.nat(1000), { maxLength: 14 })

function expectWhole({ graph }: Design, steps: readonly Step[], chart: DrawnChart): void {
  const wanted = drawnGraph(graph, steps)
  expect(chart.nodes.map(({ id }) => id).sort()).toEqual(wanted.nodes.map(({ id }) => id).sort())
  expect(chart.edges.map(({ id }) => id).sort()).toEqual(wanted.edges.map(({ id }) => id).sort())
}

const apart = (a: Rectangle, b: Rectangle): boolean =>
  a.left + a.width <= b.left || b.left + b.width <= a.left || a.top + a.height <= b.top || b.top + b.height <= a.top

function expectReadable({ width, height, nodes, edges }: DrawnChart): void {
  const boxes = [...nodes.map(({ box }) => box), ...edges.flatMap(({ label }) => (label ? [label.box] : []))]
  for (const { left, top, width: across, height: down } of boxes) {
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
    expect(left + across).toBeLessThanOrEqual(width)
    expect(top + down).toBeLessThanOrEqual(height)
  }
  for (const [i, one] of nodes.entries())
    for (const other of nodes.slice(i + 1)) expect(apart(one.box, other.box), `${one.id} ${other.id}`).toBe(true)
  for (const { id, from, to, d } of edges) {
    const points = pathPoints(d)
    for (const [node, end] of [
      [from, points[0]],
      [to, points.at(-1)],
    ] as const) {
      const {
        left,
        top,
        width: across,
        height: down,
      } = (nodes.find((one) => one.id === node) as DrawnChart['nodes'][0]).box
      const { x = Number.NaN, y = Number.NaN } = end ?? {}
      expect(x, id).toBeGreaterThanOrEqual(left - 12)
      expect(x, id).toBeLessThanOrEqual(left + across + 12)
      expect(y, id).toBeGreaterThanOrEqual(top - 12)
      expect(y, id).toBeLessThanOrEqual(top + down + 12)
    }
  }
}

describe.each(DESIGNS.map(({ id }) => id))('the chart of %s', (id) => {
  it('has what every run may come to, everything apart and in its place', async () => {
    const chart = await chartOf(design(id), [])
    expectWhole(design(id), [], chart)
    expectReadable(chart)
  })

  it('has what a run takes, whichever way it goes, and no rare part that it does not', async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (way) => {
        const steps = walk(design(id), way)
        const chart = await chartOf(design(id), steps)
        expectWhole(design(id), steps, chart)
        expectReadable(chart)
      }),
      { numRuns: 30 },
    )
  })
})

it('rejects a design that no chart was drawn of', async () => {
  await expect(chartOf({ ...design('unified'), id: 'new' }, [])).rejects.toThrow('no chart was drawn ahead of time')
})
