import { describe, expect, it } from 'vitest'
import { layOutChart } from '../layout/chart-layout.ts'
import { centerOf } from '../layout/geometry.ts'
import { GRAPH, storyTrace } from '../playing/story.fixture.ts'
import { chartStateAt } from './chart-state.ts'
import { runExtent } from './run-extent.ts'
import { stampsOn } from './stamps.ts'

const trace = storyTrace()
const layout = layOutChart(GRAPH, trace.steps)

describe('the part of a chart that a request used', () => {
  it('holds every node it came to, every stamp and every edge it took', () => {
    const extent = runExtent(layout, GRAPH, trace) ?? { left: 0, top: 0, width: 0, height: 0 }
    const holds = (x: number, y: number): boolean =>
      x >= extent.left && x <= extent.left + extent.width && y >= extent.top && y <= extent.top + extent.height
    const state = chartStateAt(GRAPH, trace, { position: trace.steps.length - 1, phase: 'done' })
    const boxes = [
      ...layout.nodes.flatMap(({ id, box }) => (trace.steps.some(({ node }) => node === id) ? [box] : [])),
      ...stampsOn(layout, state, trace.steps).map(({ box }) => box),
    ]
    expect(boxes.length).toBeGreaterThan(3)
    for (const { left, top, width, height } of boxes) {
      expect(holds(left, top) && holds(left + width, top + height)).toBe(true)
    }
    const points = layout.edges.flatMap(({ id, points }) => (trace.steps.some(({ edge }) => edge === id) ? points : []))
    expect(points.length).toBeGreaterThan(3)
    expect(points.every(({ x, y }) => holds(x, y))).toBe(true)
  })

  it('leaves out nodes that the request did not reach', () => {
    const [first] = trace.steps
    const start = layout.nodes.find(({ id }) => id === first?.node)?.box
    const extent = runExtent(layout, GRAPH, { ...trace, steps: trace.steps.slice(0, 1) })
    expect(extent && centerOf(extent)).toEqual(start && centerOf(start))
  })

  it('is nothing where nothing happened', () => {
    expect(runExtent(layout, GRAPH, { ...trace, steps: [] })).toBeUndefined()
  })
})
