import { type Design, decider, loadDesigns, plainText, type Trace } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import {
  type ChartLayout,
  chartStateAt,
  layOutChart,
  layOutRun,
  layoutAtRest,
  type Rectangle,
  runExtent,
  type Size,
  stampsOn,
  storyOf,
  whyNotReached,
} from '@authz-playground/pictures'
import { expect, test } from 'vitest'
import { wholeZoom } from './camera/camera.ts'

/**
 * The room for the chart for each audience at each size of the window, in px, and the least size of its words there. At 12 px
 * nothing would have to be smaller; the longest ways of Learn and Designs are a third smaller on the smallest windows, and the
 * chart of KEP-5284 at beta prints the longest labels.
 * Debug gives most of the window to the editor, and long titles take room, which is measured under one of them: there zoom and
 * present view are for reading.
 */
const ROOMS: readonly (readonly [where: string, room: Size, least: number])[] = [
  ['Learn, 1280x720', { width: 582, height: 305 }, 8],
  ['Learn, 1440x900', { width: 659, height: 505 }, 11],
  ['Learn, 1920x1080', { width: 890, height: 685 }, 12],
  ['Learn, 1024x768', { width: 644, height: 329 }, 8.5],
  ['Designs, 1280x720', { width: 582, height: 397 }, 9],
  ['Designs, 1024x768', { width: 644, height: 417 }, 10],
  ['every audience, 390x844', { width: 358, height: 485 }, 7.4],
  ['Debug, 1280x720', { width: 301, height: 275 }, 5],
  ['Debug, 1440x900', { width: 342, height: 479 }, 7.1],
  ['Debug, 1920x1080', { width: 467, height: 659 }, 9.7],
  ['Debug, 1024x768', { width: 436, height: 148 }, 4],
]

interface Run {
  readonly name: string
  readonly design: Design
  readonly trace: Trace
  readonly whole: ChartLayout
}

/** The runs of every example under every design, those with the same way and reasons once. */
async function everyRun(): Promise<readonly Run[]> {
  const [designs, decide] = [await loadDesigns(), await decider()]
  const runs = new Map<string, Run>()
  for (const { id, scenario } of EXAMPLES) {
    for (const design of designs) {
      const { trace } = decide({ ...scenario, design: design.id }, { cel: CEL })
      if (trace === undefined) continue
      const way = trace.steps.map(({ node, edge, instead, check }) => [node, edge, instead, check?.answer.decision])
      const key = JSON.stringify([design.id, way])
      if (runs.has(key)) continue
      runs.set(key, {
        name: `${id} under ${design.id}`,
        design,
        trace,
        whole: layOutChart(design.graph, trace.steps),
      })
    }
  }
  return [...runs.values()]
}

const RUNS = await everyRun()

test.each(ROOMS)('%s shows the whole way of every run at rest, cut nowhere', (_, room, least) => {
  expect(RUNS.length).toBeGreaterThan(300)
  const faults = RUNS.flatMap(({ name, design, trace, whole }) => {
    const layout = layoutAtRest(whole, design.graph, trace.steps, room)
    const zoom = wholeZoom(layout, room)
    const shown = new Set(layout.nodes.map(({ id }) => id))
    const drawn: readonly (Rectangle | undefined)[] = [
      runExtent(layout, design.graph, trace),
      ...layout.edges.map(({ label }) => label?.box),
      ...(layout.asides ?? []).map(({ box }) => box),
    ]
    return [
      ...(12 * zoom >= least ? [] : [`${name}: words of ${12 * zoom} px`]),
      ...(layout.width * zoom <= room.width + 0.01 && layout.height * zoom <= room.height + 0.01
        ? []
        : [`${name}: larger than its room`]),
      ...trace.steps.flatMap(({ node }) => (shown.has(node) ? [] : [`${name}: without ${node}`])),
      ...drawn.flatMap((box) =>
        box === undefined || isWithin(box, layout) ? [] : [`${name}: cut at ${JSON.stringify(box)}`],
      ),
    ]
  })
  expect(faults).toEqual([])
})

const isWithin = ({ left, top, width, height }: Rectangle, whole: Size): boolean =>
  Math.min(left, top) >= 0 && left + width <= whole.width && top + height <= whole.height

/** Whether a box hides letters of a label: above and below them its box has 3 px. */
const isOver = (box: Rectangle, label: Rectangle): boolean =>
  box.left < label.left + label.width &&
  label.left < box.left + box.width &&
  box.top < label.top + label.height - 3 &&
  label.top + 3 < box.top + box.height

/** Labels whose room is too small for a stamp beside them: that of an evaluation with four answers. */
const HIDDEN = /under condition-sets: Q hides Q:conditions$/

test('no stamp hides the words of an edge', () => {
  const hidden = RUNS.flatMap(({ name, design, trace, whole }) => {
    const layout = layoutAtRest(whole, design.graph, trace.steps, { width: 582, height: 397 })
    const end = { position: trace.steps.length - 1, phase: 'done' } as const
    return stampsOn(layout, chartStateAt(design.graph, trace, end), trace.steps).flatMap(({ node, box }) =>
      layout.edges
        .filter(({ label }) => label && isOver(box, label.box))
        .map(({ id }) => `${name}: ${node} hides ${id}`),
    )
  })
  expect(hidden.filter((one) => !HIDDEN.test(one))).toEqual([])
})

test('every node that a run did not reach says where the request went instead, and why', () => {
  for (const { name, design, trace } of RUNS) {
    const story = storyOf({ trace, checks: [], design })
    const reached = new Set(trace.steps.map(({ node }) => node))
    for (const { id, onlyWhenTaken } of design.graph.nodes) {
      if (onlyWhenTaken || reached.has(id)) continue
      // A check that was allowed is its own reason.
      expect(plainText(whyNotReached(story, id)), `${id} in ${name}`).toMatch(
        /^Its mode was not tried: \S.*\.$|[.?] (\S.*: \S.*|\S.* \S.*|Yes)\.$/,
      )
    }
  }
})

test('three of four runs have words of 11 px and more on the smallest laptop', () => {
  const [, room] = ROOMS.find(([where]) => where === 'Learn, 1280x720') as (typeof ROOMS)[number]
  const large = RUNS.filter(({ design, trace }) => {
    const layout = layOutRun(design.graph, trace.steps, room)
    return layout !== undefined && wholeZoom(layout, room) >= 11 / 12
  })
  expect(large.length / RUNS.length).toBeGreaterThan(0.75)
})
