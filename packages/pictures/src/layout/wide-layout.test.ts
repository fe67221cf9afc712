import { loadDesigns } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { type ChartEdge, layOutChart } from './chart-layout.ts'
import type { Size } from './geometry.ts'
import { expectReadable, walksOverRareEdges } from './testing.ts'
import { layOutWide } from './wide-layout.ts'

const DESIGNS = await loadDesigns()
const CHARTS = DESIGNS.map(({ id, graph }) => {
  const whole = layOutChart(graph, [])
  return { id, graph, whole, chart: layOutWide(graph, whole) }
})

/** The pane of Designs in a window of 1440x900, the same with much above or below it, and a full screen of 1440x900. In px. */
const PANE: Size = { width: 832, height: 546 }
const LOW_PANE: Size = { width: 860, height: 430 }
const FULL_SCREEN: Size = { width: 1440, height: 820 }

/** Charts that have too many nodes for words of 9 px in the low pane, and the size of their words there, in px. */
const SMALLER_IN_LOW_PANE: Readonly<Record<string, number>> = {
  constrained: 8.6,
  proposal: 8.1,
  beta: 8,
  'conditions-1.37': 8.6,
  'group-suffix': 8.3,
}

/** So many runs of each design are laid out, because each takes a tenth of a second. */
const WALKS = 2

const wordsIn = (room: Size, { width, height }: Size): number => 12 * Math.min(room.width / width, room.height / height)

/** The pieces of an edge along a channel, by their line. */
function piecesOf({ points }: ChartEdge): readonly (readonly [line: string, first: number, last: number])[] {
  return points.slice(1).flatMap((to, i): readonly (readonly [string, number, number])[] => {
    const from = points[i] ?? to
    if (from.x === to.x) return [[`x ${to.x}`, Math.min(from.y, to.y), Math.max(from.y, to.y)]]
    return from.y === to.y ? [[`y ${to.y}`, Math.min(from.x, to.x), Math.max(from.x, to.x)]] : []
  })
}

function runOver(one: ChartEdge, other: ChartEdge): boolean {
  return piecesOf(one).some(([line, first, last]) =>
    piecesOf(other).some((piece) => piece[0] === line && Math.min(last, piece[2]) - Math.max(first, piece[1]) > 1),
  )
}

describe.each(CHARTS)('the wide chart of $id', ({ id, graph, whole, chart }) => {
  it('has the nodes and edges of the chart from top to bottom, nothing overlaps, and no word is cut', () => {
    expect(chart).not.toBe(whole)
    expect(chart.nodes.map((node) => node.id)).toEqual(whole.nodes.map((node) => node.id))
    expect(chart.edges.map((edge) => edge.id)).toEqual(whole.edges.map((edge) => edge.id))
    expectReadable(chart, true)
  })

  it('is as readable with edges that only some runs take', () => {
    for (const steps of [...walksOverRareEdges(graph)].slice(0, WALKS)) {
      const walked = layOutChart(graph, steps)
      const wide = layOutWide(graph, walked)
      expect(wide.edges.map((edge) => edge.id)).toEqual(walked.edges.map((edge) => edge.id))
      expectReadable(wide, true)
    }
  })

  it('has words of at least 9 px in the pane and in full screen', () => {
    expect(wordsIn(PANE, chart)).toBeGreaterThanOrEqual(9)
    expect(wordsIn(FULL_SCREEN, chart)).toBeGreaterThanOrEqual(9)
    expect(wordsIn(LOW_PANE, chart)).toBeGreaterThanOrEqual(SMALLER_IN_LOW_PANE[id] ?? 9)
  })

  it('begins at the left or at the top', () => {
    const box = chart.nodes[0]?.box ?? { left: chart.width, top: chart.height }
    expect(Math.min(box.left / chart.width, box.top / chart.height)).toBeLessThan(0.25)
  })

  it('has lines that run along each other only from one node, or into one node with the same words', () => {
    for (const [i, one] of chart.edges.entries()) {
      for (const other of chart.edges.slice(i + 1)) {
        const together = runOver(one, other)
        if (together) expect(one.from === other.from || one.to === other.to, `${one.id} and ${other.id}`).toBe(true)
      }
    }
  })

  it('is the same wherever it is laid out', () => {
    expect(layOutWide(structuredClone(graph), structuredClone(whole))).toEqual(chart)
  })
})

it('draws the answers that lead to one node as one line', () => {
  const { graph, chart } = CHARTS.find(({ id }) => id === 'constrained') as (typeof CHARTS)[number]
  const target = graph.nodes.find(({ label }) => label.join('') === 'become the impersonated user')?.id
  const yes = chart.edges.filter(({ to }) => to === target)
  expect(yes.length).toBe(5)
  expect(new Set(yes.map(({ points }) => JSON.stringify(points.at(-1)))).size).toBe(1)
})
