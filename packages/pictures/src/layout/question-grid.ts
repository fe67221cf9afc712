import {
  type Design,
  type Graph,
  type GraphEdge,
  type GraphNode,
  type NodeId,
  plainText,
  type Trace,
} from '@authz-playground/engine'
import { targetOf } from '@authz-playground/engine/internal/http'
import { nodeLines } from '@authz-playground/engine/internal/report'
import { textWidth } from '../words/measure.ts'
import type { ChartEdge, ChartLayout, ChartNode } from './chart-layout.ts'
import { at, type Point, type Rectangle } from './geometry.ts'
import { askedOf, type GridCell, type GridRun, namedInWords, nameOf } from './grid-asks.ts'
import { ALL_OPEN, columnsOf, type GridColumns } from './grid-columns.ts'
import { columnOf, type GridPlaces, type Route, routeOf } from './grid-routes.ts'
import { columnWords, type GridWords, requestWords, rowWords, workedLast } from './grid-words.ts'
import { pathPoints, roundedPath } from './path-points.ts'

/** A node of the grid. Without a cell it is a point on a line. */
export interface GridNode extends ChartNode {
  readonly cell?: GridCell
}

/** A row of the grid: one of the questions. */
export interface GridRow {
  readonly number: number
  /** The middle of its number. */
  readonly disc: Point
  readonly nodes: readonly NodeId[]
  /** The place of the line that says which rules answered. */
  readonly note: Point
  readonly top: number
  readonly height: number
}

/**
 * The flowchart of a released design as a grid: the questions are rows, the ways of asking are columns. Yes goes down, no
 * goes right. Its nodes and edges are those of the graph. Units: px, at scale 1.
 */
export interface QuestionGrid extends ChartLayout {
  readonly nodes: readonly GridNode[]
  readonly rows: readonly GridRow[]
  readonly words: readonly GridWords[]
  /** Lines that are not edges: between rows, the line of choice and its ticks, as path data. */
  readonly hairlines: string
  readonly choice: string
  readonly labels: number
  /** The node of the check that a refusal is about. */
  readonly refusedAt?: NodeId
}

/** Whether a chart is laid out as a grid. */
export function isQuestionGrid(chart: ChartLayout): chart is QuestionGrid {
  return 'rows' in chart
}

/** Heights of the parts of a grid, in px, and how far rows may grow. */
const CHOICE = 54
const START = 6
/** The height of "yes" and "no". */
const LABEL = 14
const ROWS = 92
const HEIGHTS = [92, 100, 64, 64] as const
const MOST = [128, 136, 84, 84] as const
/** The distance of a box from the lines around its row, and the height of a box without its words. */
const INSET = 11
const AROUND_LINES = 10
const LINE = 15
/** The ends, below the last row. */
const END = { below: 4, height: 28, served: 112, refused: 58 }
/** The distance of the rail from the right side: over the middle of the pill. */
const RAIL = 29
/** The height of a part of the identity that is a node of its own, and the gap below it. */
const BAND = { height: 28, gap: 14 }
/** Whether a design has the questions and modes of a grid: the released ones have. */
export function hasQuestionGrid({ origin }: Pick<Design, 'origin'>): boolean {
  return origin === 'released'
}

/**
 * Lays out the grid of a graph that has one ({@link hasQuestionGrid}). The places depend only on whom the request names, on
 * the feature gate and on the pane; decisions change only which of the ends and which rare edges are drawn.
 * @param run without one all columns are open, and the grid is at least as wide as that needs
 * @param pane rows grow with its height
 */
export function layOutQuestionGrid(
  graph: Graph,
  run: GridRun | undefined,
  pane: { readonly width: number; readonly height?: number },
): QuestionGrid {
  const room = run === undefined ? Math.max(pane.width, ALL_OPEN) : pane.width
  const target = run && targetOf(run.request.headers)
  const columns = columnsOf(graph, run?.trace, target?.kind === 'target', room)
  const { width } = columns
  const asked = askedOf(graph, run, columns)
  const rows = rowsOf(asked, columns, pane.height)
  const bottom = ROWS + rows.reduce((sum, { height }) => sum + height, 0)
  const ends = endsOf(run?.trace)
  const boxes = boxesOf(columns, rows, ends, width, bottom)
  const places = placesOf(graph, run?.trace, columns, boxes, rows, width)
  const { steps = [] } = run?.trace ?? {}
  const taken = new Set(steps.flatMap(({ edge }) => edge ?? []))
  const edges = graph.edges.flatMap((edge) =>
    gridEdge(edge, taken, run !== undefined, places, rows.at(-1)?.nodes ?? []),
  )
  const old = columns.columns.at(-1)?.identity[0]
  const tried = steps.find(({ edge }) => edge?.startsWith('M:'))
  const remembered = tried && columnOf(columns.columns, tried.node)
  const passes = edges.some(({ from, to }) => places.points.has(from) && to === old)
  return {
    width,
    height: bottom + END.below + END.height + 2,
    nodes: graph.nodes.flatMap((node) => gridNode(node, places, asked)),
    edges,
    rows,
    words: [
      ...requestWords(
        run && [nameOf(run.trace.requestor.username), namedInWords(targetOf(run.request.headers))],
        columns,
      ),
      ...columnWords(columns, rows[0] as GridRow, passes, width - RAIL),
      ...(remembered ? [workedLast(remembered)] : []),
      ...rows.flatMap((row) => rowWords(row, columns, target === undefined || target.kind === 'target')),
    ],
    hairlines: [...rows.map(({ top }) => top), bottom]
      .map((y) => `M${at({ x: 0, y })}L${at({ x: width, y })}`)
      .join(''),
    choice: choiceLine(columns, places),
    labels: columns.labels,
    ...refusedAt(run?.trace),
  }
}

/** The node of the check that a refusal is about. Without such a check, it was refused at an identity. */
function refusedAt(trace: Trace | undefined): Pick<QuestionGrid, 'refusedAt'> {
  if (trace?.outcome.kind !== 'forbidden') return {}
  const { about } = trace.outcome
  const step = trace.steps.find(({ check }) => check?.attributes === about)
  return step === undefined ? {} : { refusedAt: step.node }
}

function rowsOf(
  asked: ReadonlyMap<NodeId, GridCell>,
  { columns, compact }: GridColumns,
  paneHeight: number | undefined,
): readonly GridRow[] {
  const actions = columns.flatMap(({ action }) => action ?? [])
  const identities = columns.flatMap(({ identity }) => identity)
  const bars = [...asked.keys()].filter((id) => !actions.includes(id) && !identities.includes(id))
  const nodes = [actions, identities, ...bars.map((id) => [id])]
  const bands = Math.max(...columns.map(({ identity }) => identity.length))
  const needed = nodes.map((own, i) => {
    const words = Math.max(0, ...own.map((id) => linesOf(asked.get(id)) * LINE + AROUND_LINES))
    const stacked = i === 1 && bands > 1 ? bands * BAND.height + (bands - 1) * BAND.gap : 0
    return Math.max(HEIGHTS[i] ?? 0, Math.max(words, stacked) + 2 * INSET, compact && i === 2 ? 68 : 0)
  })
  const used = ROWS + needed.reduce((sum, height) => sum + height, 0) + END.below + END.height + 2
  const spare = Math.max(0, (paneHeight ?? 0) - used)
  const total = needed.reduce((sum, height) => sum + height, 0)
  let top = ROWS
  return needed.map((height, i): GridRow => {
    const grown = Math.max(height, Math.min(MOST[i] ?? 0, Math.floor(height + (spare * height) / total)))
    const row: GridRow = {
      number: i + 1,
      disc: { x: 8.75, y: top + 20 },
      nodes: nodes[i] ?? [],
      note: { x: compact ? 0 : 23, y: top + (compact ? 82 : 63) },
      top,
      height: grown,
    }
    top += grown
    return row
  })
}

/** Lines of a box with its decision; of a verb cell at least those of its checks. */
function linesOf(cell: GridCell | undefined): number {
  if (cell?.kind === 'verb') return cell.verb.lines.length + 1
  if (cell?.kind === 'bar') return cell.inline ? 1 : cell.lines.length + 1
  return 0
}

/** The ends that are drawn: that of the run, and the usual one at the other place. */
function endsOf(trace: Trace | undefined): readonly [served: NodeId, refused: NodeId] {
  const end = trace?.steps.at(-1)?.node
  const served = end === 'created' ? end : 'allowed'
  return [served, end === undefined || end === served ? 'forbidden' : end]
}

/** The boxes of questions and ends. */
function boxesOf(
  { columns, bar }: GridColumns,
  rows: readonly GridRow[],
  [served, refused]: readonly [NodeId, NodeId],
  width: number,
  bottom: number,
): Map<NodeId, Rectangle> {
  const inRow = (row: GridRow | undefined, left: number, own: number): Rectangle => ({
    left,
    top: (row?.top ?? 0) + INSET,
    width: own,
    height: (row?.height ?? 0) - 2 * INSET,
  })
  const boxes = new Map<NodeId, Rectangle>()
  for (const { open, action, identity } of columns) {
    if (open === undefined) continue
    if (action !== undefined) boxes.set(action, inRow(rows[0], open.left, open.width))
    const whole = inRow(rows[1], open.left, open.width)
    const height = (whole.height - (identity.length - 1) * BAND.gap) / identity.length
    for (const [i, id] of identity.entries())
      boxes.set(id, { ...whole, top: whole.top + i * (height + BAND.gap), height })
  }
  const opened = columns.filter(({ open }) => open !== undefined)
  for (const row of rows.slice(2)) for (const id of row.nodes) boxes.set(id, inRow(row, bar.left, bar.width))
  const top = bottom + END.below
  // Below the last mode, so that a request which its mode lets through goes straight down.
  const middle = (opened.at(-2) ?? opened.at(-1))?.middle ?? bar.left
  boxes.set(served, { left: middle - END.served / 2, top, width: END.served, height: END.height })
  boxes.set(refused, { left: width - RAIL - END.refused / 2, top, width: END.refused, height: END.height })
  return boxes
}

/** Where edges begin and end: the boxes, and the points of nodes without a box. */
function placesOf(
  { nodes }: Graph,
  trace: Trace | undefined,
  columns: GridColumns,
  boxes: ReadonlyMap<NodeId, Rectangle>,
  rows: readonly GridRow[],
  width: number,
): GridPlaces {
  const below = rows[2]?.top ?? 0
  const steps = trace?.steps ?? []
  const became = steps[steps.findIndex(({ node }) => node === 'S') - 1]?.node
  const opened = columns.columns.filter(({ open }) => open !== undefined)
  const through = (became === undefined ? undefined : columnOf(columns.columns, became)) ?? opened[0]
  const choice = { A: START, M: START + 24, B: columns.labels - 6 } as const
  const points = new Map(
    nodes.flatMap(({ id }): [NodeId, Point][] => {
      if (boxes.has(id)) return []
      if (id === 'S') return [[id, { x: through?.middle ?? columns.first, y: below }]]
      const x = choice[id as 'A' | 'M' | 'B'] as number | undefined
      return x === undefined ? [] : [[id, { x, y: CHOICE }]]
    }),
  )
  return {
    ...columns,
    boxes,
    points,
    hairlines: [ROWS, rows[1]?.top ?? 0, below],
    barTop: below + INSET,
    rail: width - RAIL,
  }
}

function gridNode(
  node: GraphNode,
  { boxes, points }: GridPlaces,
  asked: ReadonlyMap<NodeId, GridCell>,
): readonly GridNode[] {
  const { id, shape, stage } = node
  const [box, point] = [boxes.get(id), points.get(id)]
  const place = box ?? (point && { left: point.x, top: point.y, width: 0, height: 0 })
  if (place === undefined) return []
  const word = END_WORDS[id] ?? plainText(node.label)
  const cell = asked.get(id) ?? (shape === 'end' ? ({ kind: 'end', word } as const) : undefined)
  return [{ id, shape, box: place, lines: nodeLines(node), ...(stage && { asks: true }), ...(cell && { cell }) }]
}

/** The words of the ends. An outcome says its own code. */
const END_WORDS: Readonly<Record<NodeId, string>> = {
  allowed: '200 served',
  created: '201 stored',
  forbidden: '403',
  unstored: '4xx',
  bad: '400',
  error: '500',
}

/** An edge that a run of this grid takes, or that it could take as usual. */
function gridEdge(
  edge: GraphEdge,
  taken: ReadonlySet<string>,
  hasRun: boolean,
  places: GridPlaces,
  last: readonly NodeId[],
): readonly ChartEdge[] {
  const { id, from, to, label } = edge
  const passed = taken.has(id)
  if (!passed && (edge.onlyWhenTaken || !isUsual(edge, hasRun, places, last))) return []
  const route = routeOf(from, to, places)
  if (route === undefined) return []
  const path = roundedPath(route.points)
  const answer = /^(?:yes|no)(?=$|\b)/.exec(plainText(label ?? []))?.[0]
  return [
    {
      id,
      from,
      to,
      path,
      points: pathPoints(path),
      ...(route.joins && { joins: true }),
      ...(answer && passed && places.boxes.has(from) && labelled(answer, route)),
    },
  ]
}

/** Whether an edge that is not taken is drawn. Of those from the choice of the mode, only the ones into open columns are. */
function isUsual(
  { from, to }: GraphEdge,
  hasRun: boolean,
  { boxes, columns }: GridPlaces,
  last: readonly NodeId[],
): boolean {
  // Only the last question leads to the request being served.
  if (boxes.has(from)) return to !== 'allowed' || last.includes(from)
  if (from === 'S') return true
  const opened = columns.filter(({ open, action }) => open !== undefined && action !== undefined)
  const column = opened.find(({ action }) => action === to)
  return from === 'B' && column !== undefined && (!hasRun || column === opened[0])
}

/** "yes" at the right of its line; "no" above its start, or below where the line turns up. */
function labelled(answer: string, { points: [start, next, after] }: Route): Pick<ChartEdge, 'label'> {
  if (start === undefined || next === undefined) return {}
  const own = Math.ceil(textWidth(answer, { size: 12, strong: true })) + 2
  if (next.x === start.x) {
    const top = start.y + Math.min(4, (next.y + 4 - start.y - LABEL) / 2)
    return { label: { box: { left: start.x + 6, top, width: own, height: LABEL }, lines: [[answer]] } }
  }
  if (next.x < start.x) return {}
  const top = after !== undefined && after.y < start.y ? start.y + 4 : start.y - LABEL - 4
  return { label: { box: { left: start.x + 3, top, width: own, height: LABEL }, lines: [[answer]] } }
}

/** The line along the heads of the columns, with a tick for each mode that is not tried. */
function choiceLine({ columns }: GridColumns, { points }: GridPlaces): string {
  const end = columns.at(-1)?.middle ?? 0
  const ticks = columns.flatMap(({ open, middle }) =>
    open === undefined ? [`M${at({ x: middle, y: CHOICE - 6 })}L${at({ x: middle, y: CHOICE + 6 })}`] : [],
  )
  return [`M${at(points.get('A') ?? { x: START, y: CHOICE })}L${at({ x: end, y: CHOICE })}`, ...ticks].join('')
}
