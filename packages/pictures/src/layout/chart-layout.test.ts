import { type Graph, loadDesigns, type Step } from '@authz-playground/engine'
import { drawnGraph } from '@authz-playground/engine/internal/report'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChartLayout, layOutChart } from './chart-layout.ts'
import { overlap } from './geometry.ts'
import { areasOf, isIn } from './lanes.ts'
import { expectReadable, walksOverRareEdges } from './testing.ts'

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

const choices = fc.array(fc.nat(1000), { maxLength: 14 })

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
