import { decider, loadDesigns } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import { gridRunOf, hasQuestionGrid, layOutQuestionGrid, type Size } from '@authz-playground/pictures'
import { expect, test } from 'vitest'
import { fitZoom, isReadable } from './camera/camera.ts'
import { gridFor } from './grid-for-pane.ts'

/** The room for the chart below long answers, in px. */
const ROOMS: readonly (readonly [where: string, room: Size])[] = [
  ['Learn, 1280x720', { width: 736, height: 294 }],
  ['Debug, 1280x720', { width: 608, height: 290 }],
  ['either, 1024x768', { width: 582, height: 286 }],
]

const [designs, decide] = [await loadDesigns(), await decider()]
const RUNS = EXAMPLES.flatMap(({ id, scenario }) => {
  const { trace, request } = decide(scenario, { cel: CEL })
  const design = designs.find((one) => one.id === scenario.design)
  if (trace === undefined || request.request === undefined || design === undefined || !hasQuestionGrid(design))
    return []
  return [
    {
      id,
      graph: design.graph,
      run: gridRunOf(trace, request.request),
      asks: new Set(trace.steps.map(({ node }) => node)),
    },
  ]
})

test.each(ROOMS)('%s has the end of every request to act as somebody in view, in words that can be read', (_, room) => {
  // A handler asks a fourth question: those charts are higher.
  const named = RUNS.filter(({ run, asks }) => run.named && !asks.has('W') && !asks.has('connect'))
  expect(named.length).toBeGreaterThan(60)
  const cut = named.flatMap(({ id, graph, run }) => {
    const grid = gridFor(graph, run, room)
    return isReadable(grid, room) ? [] : [`${id}: ${grid.height} px, drawn at ${fitZoom(grid, room)}`]
  })
  expect(cut).toEqual([])
})

test('words have their usual size where the pane is high enough', () => {
  const room = { width: 736, height: 700 }
  for (const { graph, run } of RUNS) expect(gridFor(graph, run, room)).toEqual(layOutQuestionGrid(graph, run, room))
})

test('cards keep their size: they scroll', () => {
  for (const { graph, run } of RUNS) expect(gridFor(graph, run, { width: 358, height: 200 }).cards).toBe(true)
})
