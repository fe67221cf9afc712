import type { Graph, NodeId } from '@authz-playground/engine'
import { wrapped } from '../words/wrapped.ts'
import type { ChartEdge } from './chart-layout.ts'
import { at, type Point, type Rectangle } from './geometry.ts'
import { askedOf, type GridCell, type GridRun } from './grid-asks.ts'
import type { GridColumns } from './grid-columns.ts'
import { endsOf, type GridRow, gridNode, type QuestionGrid, refusedAt } from './grid-parts.ts'
import { columnOf } from './grid-routes.ts'
import { answerLabel, questionOf, requestWords, untriedWords } from './grid-words.ts'
import { pathPoints } from './path-points.ts'

/** The line that the request travels, and the cards at its right. Px. */
const WAY = 12
const LEFT = 32
const PAD = 12
/** The distance between cards, in which the answer to a question is. */
const GAP = 20
const TITLE = { size: 14, strong: true, line: 18 }
const LINE = 15
/** The most checks of a card. */
const MOST_ROWS = 5
const END = { height: 28, served: 112, refused: 58 }

/**
 * Lays out the grid of a pane that has no room for columns: a card for each question, in the order in which they are asked, on
 * the line that the request travels. Below them are the ends.
 */
export function layOutCards(graph: Graph, run: GridRun | undefined, columns: GridColumns, width: number): QuestionGrid {
  const own = width - LEFT - 1
  const open = { left: LEFT, width: own }
  const asked = askedOf(graph, run, {
    ...columns,
    bar: open,
    columns: columns.columns.map((column) => (column.open ? { ...column, open } : column)),
  })
  const named = run === undefined || run.named
  const names = requestWords(run, { labels: own, compact: false })
    .slice(0, 2)
    .map((words, i) => ({
      ...words,
      ...{ x: LEFT, y: 14 + 16 * i },
    }))
  const untried = untriedWords(columns, named, { x: LEFT, y: 46 }, own)
  let top = 46 + untried.reduce((sum, { lines }) => sum + lines.length * LINE, 0)
  const boxes = new Map<NodeId, Rectangle>()
  const cells = new Map<NodeId, GridCell>()
  const rows = inOrder(asked, columns, named).map((id): GridRow => {
    const column = columnOf(columns.columns, id)
    const isHandlers = graph.nodes.some((node) => node.id === id && node.stage === 'handler')
    const number = column === undefined ? (isHandlers ? 4 : 3) : column.action === id ? 1 : 2
    const severalChecks = number === 2 && column?.identity.length === 1 && run !== undefined && run.others > 0
    const checkRows = severalChecks ? Math.min(run.checkRows, MOST_ROWS) : 0
    const cell = cardOf(asked.get(id), titleOf({ number, nodes: [id] }, column?.mode, named), own, checkRows)
    const height = cell.below + (cell.lines.length - 1 + cell.rows) * LINE + 28
    const box = { left: LEFT, top, width: own, height }
    top += height + GAP
    boxes.set(id, box)
    cells.set(id, cell)
    const note = { x: LEFT + PAD, y: box.top + height - 10 }
    return { number, disc: { x: WAY, y: box.top + 16 }, nodes: [id], note, top: box.top, height, inset: 0 }
  })
  const [served, refused] = endsOf(run?.trace)
  boxes.set(served, { left: 0, top, width: END.served, height: END.height })
  boxes.set(refused, { left: END.served + 24, top, width: END.refused, height: END.height })
  const last = rows.at(-1)
  const points = new Map<NodeId, Point>([
    ...['A', 'M', 'B'].map((id, i): [NodeId, Point] => [id, { x: WAY, y: 10 + 16 * i }]),
    ['S', { x: WAY, y: (last?.top ?? top) - GAP / 2 }],
  ])
  const aside = END.served + 24 + END.refused / 2
  const stations = new Map<NodeId, Point>([
    ...points,
    ...rows.map(({ nodes: [id = ''], disc }): [NodeId, Point] => [id, disc]),
  ])
  const spine = [
    ...[`M${at({ x: WAY, y: 10 })}L${at({ x: WAY, y: top })}`],
    ...[`M${at({ x: WAY, y: top - GAP / 2 })}L${at({ x: aside, y: top - GAP / 2 })}L${at({ x: aside, y: top })}`],
  ]
  return {
    width,
    height: top + END.height + 2,
    nodes: graph.nodes.flatMap((node) => gridNode(node, { boxes, points }, cells, run?.trace)),
    edges: (run?.trace.steps ?? []).flatMap(({ edge: id }) => {
      const edge = graph.edges.find((one) => one.id === id)
      const [start, box] = [stations.get(edge?.from ?? ''), boxes.get(edge?.to ?? '')]
      if (edge === undefined || start === undefined) return []
      const end = stations.get(edge.to) ?? { x: edge.to === refused ? aside : WAY, y: box?.top ?? top }
      const source = boxes.get(edge.from)
      const label = source && answerLabel(edge, { left: WAY + 6, top: source.top + source.height + 3 })
      return [cardEdge(edge, start, end, top, label)]
    }),
    rows,
    words: [...names, ...untried],
    hairlines: '',
    choice: spine.join(''),
    labels: LEFT + own / 2,
    cards: true,
    ...refusedAt(run?.trace),
  }
}

/** Along the line, to the end beside it by a branch below the last card. */
function cardEdge(
  { id, from, to }: Pick<ChartEdge, 'id' | 'from' | 'to'>,
  start: Point,
  end: Point,
  ends: number,
  label: Pick<ChartEdge, 'label'> | undefined,
): ChartEdge {
  const y = ends - GAP / 2
  const way = end.x === start.x ? [start, end] : [start, { x: start.x, y }, { x: end.x, y }, end]
  const path = `M${way.map(at).join('L')}`
  return { id, from, to, path, points: pathPoints(path), joins: true, ...label }
}

/** The questions of open modes, column by column, then those that are the same for all. Who names nobody meets only these. */
function inOrder(asked: ReadonlyMap<NodeId, GridCell>, { columns }: GridColumns, named: boolean): readonly NodeId[] {
  const own = columns.flatMap(({ action, identity }) => [...(action === undefined ? [] : [action]), ...identity])
  return [...own.filter((id) => named && asked.has(id)), ...[...asked.keys()].filter((id) => !own.includes(id))]
}

function titleOf(row: Pick<GridRow, 'number' | 'nodes'>, mode: string | undefined, named: boolean): string {
  return mode === 'legacy' ? 'The old verb, for any request' : questionOf(row, named).join(' ')
}

function cardOf(
  cell: GridCell | undefined,
  title: string,
  width: number,
  rows: number,
): Extract<GridCell, { kind: 'card' }> {
  const head = wrapped([title], width - 2 * PAD, TITLE)
  const words = cell?.kind === 'verb' ? [[{ code: cell.text }]] : cell?.kind === 'bar' ? cell.lines : []
  const lines = words.flatMap((line) => wrapped(line, width - 2 * PAD, { size: 12 }))
  return { kind: 'card', title: head, lines, below: 21 + head.length * TITLE.line, rows }
}
