import type { Design, Graph, GraphEdge, NodeId, Trace } from '@authz-playground/engine'
import type { ChartEdge } from './chart-layout.ts'
import { at, type Point, type Rectangle } from './geometry.ts'
import { askedOf, type GridCell, type GridRun } from './grid-asks.ts'
import { ALL_OPEN, columnsOf, type GridColumns } from './grid-columns.ts'
import { endsOf, type GridRow, gridNode, type QuestionGrid, refusedAt } from './grid-parts.ts'
import { columnOf, type GridPlaces, type Route, routeOf } from './grid-routes.ts'
import { answerLabel, columnWords, LABEL, requestWords, rowWords, workedLast } from './grid-words.ts'
import { pathPoints, roundedPath } from './path-points.ts'
import { layOutCards } from './question-cards.ts'

/** The narrowest pane with room for columns, in px: a narrower one has cards. */
const NARROWEST = 560

/** Heights of the parts of a grid, in px, and how far rows may grow. */
const CHOICE = 54
const START = 6
const ROWS = 92
const HEIGHTS = [92, 100, 64, 64] as const
const MOST = [128, 136, 84, 84] as const
/** The distance of a box from the lines around its row, and the height of a box without its words. */
const INSET = 11
const LOW_INSET = 10
/** The distance of the baselines of a question and of its note. */
const NOTE = 16
const AROUND_LINES = 10
/** In a low pane a box is so much nearer to its words. */
const LOW_SAVES = 4
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
 * @param pane rows grow and shrink with its height; a narrow pane has a card for each question
 */
export function layOutQuestionGrid(
  graph: Graph,
  run: GridRun | undefined,
  pane: { readonly width: number; readonly height?: number },
): QuestionGrid {
  const room = run === undefined && pane.width >= NARROWEST ? Math.max(pane.width, ALL_OPEN) : pane.width
  const named = run === undefined || run.named
  const severalChecks = run !== undefined && run.others > 0
  const columns = columnsOf(graph, run?.trace, named, room)
  if (room < NARROWEST) return layOutCards(graph, run, columns, room)
  const { width } = columns
  const asked = askedOf(graph, run, columns)
  const rows = rowsOf(asked, columns, { named, severalChecks }, pane.height)
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
    nodes: graph.nodes.flatMap((node) => gridNode(node, places, asked, run?.trace)),
    edges,
    rows,
    words: [
      ...requestWords(run, columns),
      ...columnWords(columns, rows[0] as GridRow, passes, width - RAIL),
      ...(remembered ? [workedLast(remembered)] : []),
      ...rows.map((row) => rowWords(row, columns, named)),
    ],
    hairlines: [...rows.map(({ top }) => top), bottom]
      .map((y) => `M${at({ x: 0, y })}L${at({ x: width, y })}`)
      .join(''),
    choice: choiceLine(columns, places),
    labels: columns.labels,
    ...refusedAt(run?.trace),
  }
}

function rowsOf(
  asked: ReadonlyMap<NodeId, GridCell>,
  { columns, compact, labels }: GridColumns,
  { named, severalChecks }: { readonly named: boolean; readonly severalChecks: boolean },
  paneHeight: number | undefined,
): readonly GridRow[] {
  const actions = columns.flatMap(({ action }) => action ?? [])
  const identities = columns.flatMap(({ identity }) => identity)
  const bars = [...asked.keys()].filter((id) => !actions.includes(id) && !identities.includes(id))
  const nodes = [actions, identities, ...bars.map((id) => [id])]
  const bands = Math.max(...columns.map(({ identity }) => identity.length))
  const measured = nodes.map((own, i) => {
    const words = Math.max(0, ...own.map((id) => linesOf(asked.get(id)) * LINE + AROUND_LINES))
    const stacked = i === 1 && bands > 1 ? bands * BAND.height + (bands - 1) * BAND.gap : 0
    const question = rowWords({ number: i + 1, nodes: own, top: 0 }, { labels, compact }, named)
    const questionEnds = question.y + (question.lines.length - 1) * question.line
    const box = Math.max(words, stacked)
    const least = Math.max(box - LOW_SAVES + 2 * LOW_INSET, questionEnds + 6, i === 1 && severalChecks ? HEIGHTS[1] : 0)
    const usual = Math.max(HEIGHTS[i] ?? 0, box + 2 * INSET, questionEnds + NOTE + 5)
    return { least, usual, most: MOST[i] ?? 0, note: questionEnds + NOTE }
  })
  const around = ROWS + END.below + END.height + 2
  const sum = (of: 'least' | 'usual'): number => measured.reduce((all, row) => all + row[of], around)
  const [least, usual] = [sum('least'), sum('usual')]
  const room = paneHeight ?? usual
  // In a low pane rows shrink as far as their words allow, and no further than they must, so that the ends are in view.
  const isLow = room < usual
  const part = room > least ? (room - least) / (usual - least) : 0
  let top = ROWS
  return measured.map((row, i): GridRow => {
    const share = Math.floor(row.usual + ((room - usual) * row.usual) / (usual - around))
    const low = Math.floor(row.least + part * (row.usual - row.least))
    const height = isLow ? low : Math.max(row.usual, Math.min(row.most, share))
    const placed: GridRow = {
      number: i + 1,
      disc: { x: 8.75, y: top + 20 },
      nodes: nodes[i] ?? [],
      note: { x: compact ? 0 : 23, y: top + row.note },
      top,
      height,
      inset: isLow ? LOW_INSET : INSET,
    }
    top += height
    return placed
  })
}

/** Lines of a box with its decision; of a verb cell at least those of its checks. */
function linesOf(cell: GridCell | undefined): number {
  if (cell?.kind === 'verb') return cell.verb.lines.length + 1
  if (cell?.kind === 'bar') return cell.inline ? 1 : cell.lines.length + 1
  return 0
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
    top: (row?.top ?? 0) + (row?.inset ?? INSET),
    width: own,
    height: (row?.height ?? 0) - 2 * (row?.inset ?? INSET),
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
    barTop: below + (rows[2]?.inset ?? INSET),
    rail: width - RAIL,
  }
}

/** An edge that a run of this grid takes, or that it could take as usual. */
function gridEdge(
  edge: GraphEdge,
  taken: ReadonlySet<string>,
  hasRun: boolean,
  places: GridPlaces,
  last: readonly NodeId[],
): readonly ChartEdge[] {
  const { id, from, to } = edge
  const passed = taken.has(id)
  const isRare = edge.onlyWhenTaken || !isUsual(edge, hasRun, places, last)
  if (!passed && isRare) return []
  const route = routeOf(from, to, places)
  if (route === undefined) return []
  const path = roundedPath(route.points)
  return [
    {
      id,
      from,
      to,
      path,
      points: pathPoints(path),
      ...(route.joins && { joins: true }),
      ...(isRare && { rare: true }),
      ...(passed && places.boxes.has(from) && labelled(edge, route)),
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
function labelled(edge: GraphEdge, { points: [start, next, after] }: Route): Pick<ChartEdge, 'label'> {
  if (start === undefined || next === undefined || next.x < start.x) return {}
  if (next.x === start.x)
    return answerLabel(edge, { left: start.x + 6, top: start.y + Math.min(4, (next.y + 4 - start.y - LABEL) / 2) })
  const turnsUp = after !== undefined && after.y < start.y
  return answerLabel(edge, { left: start.x + 3, top: turnsUp ? start.y + 4 : start.y - LABEL - 4 })
}

/** The line along the heads of the columns, with a tick for each mode that is not tried. */
function choiceLine({ columns }: GridColumns, { points }: GridPlaces): string {
  const end = columns.at(-1)?.middle ?? 0
  const ticks = columns.flatMap(({ open, middle }) =>
    open === undefined ? [`M${at({ x: middle, y: CHOICE - 6 })}L${at({ x: middle, y: CHOICE + 6 })}`] : [],
  )
  return [`M${at(points.get('A') ?? { x: START, y: CHOICE })}L${at({ x: end, y: CHOICE })}`, ...ticks].join('')
}
