import { decider, loadDesigns, type NodeId } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import { type ChartLayout, layOutChart, type Rectangle } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'
import { surroundingsOf } from './surroundings.ts'

/** The room for the chart in the present view on a screen of 1280 × 720, in px of the chart. */
const ROOM = { width: 560, height: 380 }

const box = (left: number, top: number): Rectangle => ({ left, top, width: 100, height: 20 })
const edge = (id: string, from: string, to: string) => ({ id, from, to, path: '', points: [] })
const node = (id: NodeId, at: Rectangle) => ({ id, shape: 'step' as const, box: at, lines: [] })
const FORK: ChartLayout = {
  width: 1000,
  height: 1000,
  nodes: [node('before', box(0, 0)), node('here', box(0, 100)), node('near', box(0, 200)), node('far', box(900, 200))],
  edges: [edge('in', 'before', 'here'), edge('yes', 'here', 'near'), edge('no', 'here', 'far')],
}
const around = (room = ROOM) => surroundingsOf(FORK, { node: 'here', edge: 'in', box: box(0, 100) }, room)

describe('what is around a node', () => {
  it('is where the request comes from and where it may go, as far as there is room', () => {
    expect(around()).toEqual({ left: 0, top: 0, width: 100, height: 220 })
    expect(around({ width: 2000, height: 2000 })).toEqual({ left: 0, top: 0, width: 1000, height: 220 })
  })

  it('prefers where it may go', () => {
    expect(around({ width: 100, height: 130 })).toEqual({ left: 0, top: 100, width: 100, height: 120 })
  })

  it('is the node alone where nothing else has room', () => {
    expect(around({ width: 10, height: 10 })).toEqual(box(0, 100))
  })
})

it('shows the words of all edges that leave a node, but at forks that are wider than the view', async () => {
  const [designs, decide] = [new Map((await loadDesigns()).map((design) => [design.id, design])), await decider()]
  const cut = new Set<string>()
  for (const { scenario } of EXAMPLES) {
    const { trace } = decide(scenario, { cel: CEL })
    const graph = designs.get(scenario.design)?.graph
    if (trace === undefined || graph === undefined) continue
    const layout = layOutChart(graph, trace.steps)
    for (const { node, edge } of trace.steps) {
      const own = layout.nodes.find((one) => one.id === node)?.box
      if (own === undefined) continue
      const shown = surroundingsOf(layout, { node, edge, box: own }, ROOM)
      for (const { from, label } of layout.edges) {
        if (from !== node || label === undefined) continue
        const { left, top, width, height } = label.box
        const isIn =
          left >= shown.left &&
          top >= shown.top &&
          left + width <= shown.left + shown.width &&
          top + height <= shown.top + shown.height
        if (!isIn) cut.add(`${scenario.design}: ${node}`)
      }
    }
  }
  expect([...cut]).toEqual(['constrained: B', 'conditions-1.37: B'])
})
