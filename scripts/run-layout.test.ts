import { type Design, decider, loadDesigns, type Step } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import { layOutChart, layOutPicture, layOutRun, type Rectangle } from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'

const decide = await decider()
const DESIGNS = await loadDesigns()

interface Run {
  readonly name: string
  readonly design: Design
  readonly steps: readonly Step[]
}

/** Every run of the gallery under every design, those with the same picture once. */
function everyRun(): readonly Run[] {
  const runs = new Map<string, Run>()
  for (const { id, scenario } of EXAMPLES) {
    for (const design of DESIGNS) {
      const { trace } = decide({ ...scenario, design: design.id }, { cel: CEL })
      if (trace === undefined) continue
      const key = JSON.stringify([design.id, trace.steps.map(({ node, edge, instead }) => [node, edge, instead])])
      if (!runs.has(key)) runs.set(key, { name: `${id} under ${design.id}`, design, steps: trace.steps })
    }
  }
  return [...runs.values()]
}

const RUNS = everyRun()

/**
 * The panes of the chart in windows of 1280 × 720, 1920 × 1080 and 390 × 844, about, and the least zoom at which a run
 * fits in them. On a phone the longest runs are a map of what the timeline says.
 */
const ROOMS = [
  { width: 580, height: 440, least: 0.84 },
  { width: 900, height: 760, least: 1 },
  { width: 358, height: 480, least: 0.6 },
]

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

describe.each(ROOMS)('the part of a chart that a run used, in $width × $height', ({ least, ...room }) => {
  const laidOut = RUNS.map(({ name, design, steps }) => {
    const chart = layOutRun(design.graph, steps, room)
    if (chart === undefined) throw new Error(`${name} is not laid out`)
    return { name, steps, chart }
  })

  it('has the nodes and edges of the run, in its order, and no others', () => {
    expect(laidOut.length).toBeGreaterThan(300)
    for (const { name, steps, chart } of laidOut) {
      expect(
        chart.nodes.map(({ id }) => id),
        name,
      ).toEqual([...new Set(steps.map(({ node }) => node))])
      expect(
        chart.edges.map(({ id }) => id),
        name,
      ).toEqual([...new Set(steps.flatMap(({ edge }) => (edge === undefined ? [] : [edge])))])
    }
  })

  it(`fits at a zoom of ${least}`, () => {
    for (const { name, chart } of laidOut)
      expect(Math.min(room.width / chart.width, room.height / chart.height), name).toBeGreaterThanOrEqual(least)
  })

  it('has no words over others or outside', () => {
    for (const { name, chart } of laidOut) {
      const boxes = [
        ...chart.nodes.map(({ box }) => box),
        ...chart.edges.flatMap(({ label }) => (label ? [label.box] : [])),
        ...(chart.asides ?? []).map(({ box }) => box),
      ]
      for (const [i, box] of boxes.entries()) {
        expect(box.left >= 0 && box.left + box.width <= chart.width, name).toBe(true)
        expect(box.top >= 0 && box.top + box.height <= chart.height, name).toBe(true)
        expect(
          boxes.slice(i + 1).filter((other) => overlap(box, other)),
          name,
        ).toEqual([])
      }
    }
  })
})

describe('the part of a chart that a run used', () => {
  it('has one column where nobody says what room there is', () => {
    const [run] = RUNS
    const chart = run && layOutRun(run.design.graph, run.steps)
    expect(new Set(chart?.nodes.map(({ box }) => box.left + box.width / 2)).size).toBe(1)
  })

  it('is in every picture that has no room for the whole chart, in words of 12 px', () => {
    for (const { name, design, steps } of RUNS) {
      const [whole, shown] = [layOutChart(design.graph, steps), layOutPicture(design.graph, steps)]
      expect(shown.width <= 800 && shown.height <= 640, name).toBe(true)
      const partial = whole.width > 800 || whole.height > 640
      expect(shown.nodes.length, name).toBe(partial ? new Set(steps.map(({ node }) => node)).size : whole.nodes.length)
    }
  })

  it('has no layout where a node is visited twice', () => {
    const [run] = RUNS
    const twice = run && [...run.steps, ...run.steps]
    expect(run && twice && layOutRun(run.design.graph, twice)).toBeUndefined()
  })
})
