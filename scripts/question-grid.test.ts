import { type Design, decider, type HTTPRequest, loadDesigns, type Trace } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { EXAMPLES } from '@authz-playground/examples'
import {
  boundingBox,
  cellsAt,
  chartStateAt,
  gridRunOf,
  hasQuestionGrid,
  layOutQuestionGrid,
  type QuestionGrid,
  type Rectangle,
  rowsAt,
  wordsBox,
} from '@authz-playground/pictures'
import { describe, expect, it } from 'vitest'

const decide = await decider()
const DESIGNS = (await loadDesigns()).filter(hasQuestionGrid)

interface Run {
  readonly name: string
  readonly design: Design
  readonly trace: Trace
  readonly request: HTTPRequest
}

/** Every run of the gallery under the designs that have a grid. */
const RUNS: readonly Run[] = EXAMPLES.flatMap(({ id, scenario }) =>
  DESIGNS.flatMap((design): readonly Run[] => {
    const { trace, request } = decide({ ...scenario, design: design.id }, { cel: CEL })
    if (trace === undefined || request.request === undefined) return []
    return [{ name: `${id} under ${design.id}`, design, trace, request: request.request }]
  }),
)

/** The last is the pane of a laptop, which is lower than the rows usually are. */
const PANES = [...[560, 640, 700, 728, 768, 860, 1100, 1400].map((width) => ({ width })), { width: 582, height: 341 }]

const NOWHERE: Rectangle = { left: 0, top: 0, width: 0, height: 0 }

/** Sizes of less than this share of a px are roundings. */
const ROUNDING = 0.01

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.left + ROUNDING < b.left + b.width &&
  b.left + ROUNDING < a.left + a.width &&
  a.top + ROUNDING < b.top + b.height &&
  b.top + ROUNDING < a.top + a.height

const inside = (a: Rectangle, b: Rectangle): boolean => {
  const both = boundingBox([a, b]) as Rectangle
  return both.width <= b.width + ROUNDING && both.height <= b.height + ROUNDING
}

/** The boxes of the words that a cell says at a moment. */
function wordsIn({ pieces }: ReturnType<typeof cellsAt>[number]): readonly Rectangle[] {
  return pieces.map((piece) =>
    piece.kind === 'mark'
      ? { left: piece.x, top: piece.y, width: piece.size, height: piece.size }
      : wordsBox({ ...piece, lines: [piece.words], line: 0, look: piece.strong ? 'strong' : 'ink' }),
  )
}

/** The words of a grid that are not in a box, as they are at a moment. */
function wordsAround(grid: QuestionGrid, moment: Parameters<typeof rowsAt>[1]): readonly Rectangle[] {
  return [
    ...grid.words.map(wordsBox),
    ...rowsAt(grid, moment).flatMap(({ row, words }) =>
      words.length === 0
        ? []
        : [wordsBox({ lines: [words], ...row.note, size: 11, line: 0, anchor: 'start', look: 'soft' })],
    ),
  ]
}

/** The lines of an edge, as rectangles without a width or a height. */
function linesOf(points: QuestionGrid['edges'][number]['points']): readonly Rectangle[] {
  return points.slice(1).map(({ x, y }, i) => {
    const before = points[i] ?? { x, y }
    return {
      left: Math.min(before.x, x),
      top: Math.min(before.y, y),
      width: Math.abs(x - before.x),
      height: Math.abs(y - before.y),
    }
  })
}

/** The pairs of rectangles that overlap, as texts. */
function overlapping(boxes: readonly Rectangle[]): readonly string[] {
  return boxes.flatMap((a, i) =>
    boxes.slice(i + 1).flatMap((b) => (overlap(a, b) ? [`${JSON.stringify(a)} ${JSON.stringify(b)}`] : [])),
  )
}

/** The rectangles that are not wholly in a place, as texts. */
function outside(boxes: readonly Rectangle[], place: Rectangle): readonly string[] {
  return boxes.flatMap((box) => (inside(box, place) ? [] : [`${JSON.stringify(box)} is outside`]))
}

// One expectation for all faults of a run or a moment: one for each box took most of the time.
describe.each(PANES)('the question grid of each run, $width px wide', (pane) => {
  const drawn = RUNS.map(({ name, design, trace, request }) => {
    const grid = layOutQuestionGrid(design.graph, gridRunOf(trace, request), pane)
    return { name, design, trace, grid }
  })
  const moments = drawn.flatMap(({ design, trace, ...one }) =>
    trace.steps.flatMap((_, position) =>
      (['travelling', 'asking', 'done'] as const).map((phase) => ({
        ...one,
        moment: { state: chartStateAt(design.graph, trace, { position, phase }), steps: trace.steps },
      })),
    ),
  )

  it('has a place for each node of the run, and a way for each edge from place to place', () => {
    expect(drawn.length).toBeGreaterThan(200)
    for (const { name, trace, grid } of drawn) {
      const placeOf = (id: string): Rectangle => {
        const { left, top, width, height } = grid.nodes.find((one) => one.id === id)?.box ?? NOWHERE
        return { left: left - 5, top: top - 5, width: width + 10, height: height + 10 }
      }
      const at = ({ x, y } = { x: Number.NaN, y: Number.NaN }): Rectangle => ({ left: x, top: y, width: 0, height: 0 })
      const astray = grid.edges.flatMap(({ id, from, to, points }) => [
        ...(inside(at(points[0]), placeOf(from)) ? [] : [`${id} does not begin at its source`]),
        ...(!trace.steps.some(({ edge }) => edge === id) || inside(at(points.at(-1)), placeOf(to))
          ? []
          : [`${id} does not end at its target`]),
      ])
      expect(astray, name).toEqual([])
      const nodes = grid.nodes.map(({ id }) => id)
      const edges = grid.edges.map(({ id }) => id)
      expect(nodes, name).toEqual(expect.arrayContaining(trace.steps.map(({ node }) => node)))
      expect(edges, name).toEqual(expect.arrayContaining(trace.steps.flatMap(({ edge }) => edge ?? [])))
    }
  })

  it('has no boxes, labels or words that overlap, and nothing outside', () => {
    for (const { name, grid, moment } of moments) {
      const boxes = grid.nodes.flatMap(({ box, cell }) => (cell ? [box] : []))
      const labels = grid.edges.flatMap(({ label }) => label?.box ?? [])
      const all = [...boxes, ...labels, ...wordsAround(grid, moment)]
      expect([...overlapping(all), ...outside(all, { left: 0, top: 0, ...sizeOf(grid) })], name).toEqual([])
    }
  })

  it('keeps the words of each box in it, at 11 px or more, apart from each other', () => {
    for (const { name, grid, moment } of moments) {
      const faults = cellsAt(grid, moment).flatMap((cell) => {
        const words = wordsIn(cell)
        const small = cell.pieces.flatMap((piece) =>
          piece.kind === 'words' && piece.size < 11 ? [`${piece.words}: ${piece.size} px`] : [],
        )
        return [...outside(words, cell.box), ...overlapping(words), ...small].map((fault) => `${cell.node}: ${fault}`)
      })
      expect(faults, name).toEqual([])
    }
  })

  it('leads no edge across words', () => {
    for (const { name, grid } of drawn) {
      const words = [...grid.words.map(wordsBox), ...grid.nodes.flatMap(({ box, cell }) => (cell ? [box] : []))]
      const crossed = grid.edges.flatMap(({ id, points }) => {
        const lines = linesOf(points)
        return words.flatMap((box) =>
          lines.some((line) => overlap(line, box)) ? [`${id} ${JSON.stringify(box)}`] : [],
        )
      })
      expect(crossed, name).toEqual([])
    }
  })
})

function sizeOf({ width, height }: QuestionGrid): Pick<Rectangle, 'width' | 'height'> {
  return { width, height }
}
