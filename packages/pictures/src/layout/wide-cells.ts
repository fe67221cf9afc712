import type { Size } from './geometry.ts'
import { pseudoRandom } from './row-order.ts'

/** A node’s column and row in a wide chart. */
export interface Cell {
  readonly column: number
  readonly row: number
}

/** An edge between two nodes, by index. */
export interface CellEdge {
  readonly from: number
  readonly to: number
  /** The size of its label; nothing where it has none. */
  readonly label: Size
  readonly labelAtTarget: boolean
}

/** The most columns and rows that are tried. */
const MOST_COLUMNS = 7
const MOST_ROWS = 7

/** Searches from so many beginnings, with so many moves each. */
const BEGINNINGS = 12
const MOVES = 8000

/** The temperature of the search at its beginning and at its end, in px of cost. */
const HOT = 900
const COLD = 20

/** Estimated room between columns and between rows, besides labels. Px. */
const BETWEEN_COLUMNS = 40
const BETWEEN_ROWS = 40

/** The costs in px of a column and of a row on an edge’s way, and of one before the first node. */
const COLUMN = 190
const ROW = 100
const FIRST = 200

/** What a px of the chart’s size costs, compared with a px of an edge. */
const SIZE = 16
/** The costs in px of an edge that leads left, leads up, turns, or would run through a node. */
const LEFTWARDS = 500
const UPWARDS = 300
const TURNS = 90
const BLOCKED = 160

/**
 * Arrangements of nodes in cells, the best of each search: compact in the wanted proportion, with short edges that lead right
 * or down. Simulated annealing with fixed pseudo-random numbers, so that the same nodes and edges are always arranged alike.
 * @param proportion the wanted width, as a multiple of the height
 */
export function arrangements(
  sizes: readonly Size[],
  edges: readonly CellEdge[],
  proportion: number,
): readonly (readonly Cell[])[] {
  return Array.from({ length: BEGINNINGS }, (_, i) => annealed(sizes, edges, proportion, pseudoRandom(i + 1)))
}

function annealed(
  sizes: readonly Size[],
  edges: readonly CellEdge[],
  proportion: number,
  random: () => number,
): readonly Cell[] {
  const cellOf = Int32Array.from(sizes.keys())
  const nodeIn = new Int32Array(MOST_COLUMNS * MOST_ROWS).fill(-1)
  for (const node of sizes.keys()) nodeIn[node] = node
  const put = (node: number, cell: number): void => {
    if (node < 0) return
    cellOf[node] = cell
    nodeIn[cell] = node
  }
  let now = costOf(sizes, edges, cellOf, nodeIn, proportion)
  let best = { cost: now, cells: cellOf.slice() }
  for (let move = 0; move < MOVES; move++) {
    const node = Math.floor(random() * sizes.length)
    const [from, to] = [cellOf[node] as number, Math.floor(random() * nodeIn.length)]
    if (from === to) continue
    const other = nodeIn[to] as number
    nodeIn[from] = -1
    put(node, to)
    put(other, from)
    const cost = costOf(sizes, edges, cellOf, nodeIn, proportion)
    const temperature = HOT * (COLD / HOT) ** (move / MOVES)
    if (cost <= now || random() < Math.exp((now - cost) / temperature)) {
      now = cost
      if (cost < best.cost) best = { cost, cells: cellOf.slice() }
      continue
    }
    nodeIn[to] = -1
    put(other, to)
    put(node, from)
  }
  return closedUp([...best.cells].map((cell) => ({ column: columnOf(cell), row: rowOf(cell) })))
}

const columnOf = (cell: number): number => cell % MOST_COLUMNS
const rowOf = (cell: number): number => Math.floor(cell / MOST_COLUMNS)

function costOf(
  sizes: readonly Size[],
  edges: readonly CellEdge[],
  cellOf: Int32Array,
  nodeIn: Int32Array,
  proportion: number,
): number {
  const widths = new Float64Array(MOST_COLUMNS)
  const heights = new Float64Array(MOST_ROWS)
  for (let node = 0; node < sizes.length; node++) {
    const { width, height } = sizes[node] as Size
    const [column, row] = [columnOf(cellOf[node] as number), rowOf(cellOf[node] as number)]
    widths[column] = Math.max(widths[column] as number, width + BETWEEN_COLUMNS)
    heights[row] = Math.max(heights[row] as number, height + BETWEEN_ROWS)
  }
  const beside = new Float64Array(MOST_COLUMNS)
  const below = new Float64Array(MOST_ROWS)
  let cost = 0
  for (const { from, to, label, labelAtTarget } of edges) {
    const [source, target] = [cellOf[from] as number, cellOf[to] as number]
    const [column, row] = [columnOf(source), rowOf(source)]
    const [across, down] = [columnOf(target) - column, rowOf(target) - row]
    cost += Math.abs(across) * COLUMN + Math.abs(down) * ROW
    if (across < 0) cost += LEFTWARDS
    if (down < 0) cost += UPWARDS
    if (across !== 0 && down !== 0) cost += TURNS
    else if (isBlocked(nodeIn, source, target)) cost += BLOCKED
    const [nextColumn, nextRow] = [labelAtTarget ? column + across - 1 : column, labelAtTarget ? row + down - 1 : row]
    if (across > 0) beside[nextColumn] = Math.max(beside[nextColumn] as number, label.width)
    else if (down > 0) below[nextRow] = Math.max(below[nextRow] as number, label.height)
  }
  const first = cellOf[0] as number
  cost += columnOf(first) * FIRST + (rowOf(first) * FIRST) / 2
  const width = sum(widths) + sum(beside)
  const height = sum(heights) + sum(below)
  return cost + SIZE * (Math.max(width, height * proportion) + (width + height * proportion) / 8)
}

function isBlocked(nodeIn: Int32Array, from: number, to: number): boolean {
  const step = (rowOf(from) === rowOf(to) ? 1 : MOST_COLUMNS) * Math.sign(to - from)
  for (let cell = from + step; cell !== to; cell += step) if ((nodeIn[cell] as number) >= 0) return true
  return false
}

function sum(lengths: Float64Array): number {
  let all = 0
  for (let i = 0; i < lengths.length; i++) all += lengths[i] as number
  return all
}

/** The same without empty columns and rows. */
function closedUp(cells: readonly Cell[]): readonly Cell[] {
  const columns = [...new Set(cells.map(({ column }) => column))].sort((a, b) => a - b)
  const rows = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b)
  return cells.map(({ column, row }) => ({ column: columns.indexOf(column), row: rows.indexOf(row) }))
}
