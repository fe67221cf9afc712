import type { Cell } from './wide-cells.ts'

/** A side of a node: where it leaves or enters. */
export type Side = 'left' | 'right' | 'top' | 'bottom'

/**
 * A point on the lines of a wide chart. Odd numbers are the middles of columns and rows, even ones the channels between
 * them: node (c, r) is at (2c + 1, 2r + 1).
 */
export interface LinePoint {
  readonly x: number
  readonly y: number
}

/** An edge to route. Edges of one bundle share a line wherever they run along the same channel. */
export interface RoutedEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly bundle: string
}

/** The way of an edge: out of a side of its source, along channels, and in at a side of its target. */
export interface WideRoute {
  readonly edge: RoutedEdge
  readonly out: Side
  readonly into: Side
  /** From the middle of the source to the middle of the target. */
  readonly points: readonly LinePoint[]
}

const SIDES: readonly (readonly [side: Side, x: number, y: number])[] = [
  ['right', 1, 0],
  ['bottom', 0, 1],
  ['left', -1, 0],
  ['top', 0, -1],
]

/** Costs in px: of half a column, half a row, a bend, a crossing, and a line that another bundle runs beside. */
const HALF_COLUMN = 95
const HALF_ROW = 50
const BEND = 60
const CROSSING = 130
const BESIDE = 26
/** The part of the costs that remains where an edge runs along one of its own bundle. */
const SHARED = 0.12
/** The cost of leaving to the left, and of entering from the right. */
const AGAINST = 50
/** The cost of a side that another bundle uses, too. */
const SAME_SIDE = 45

/** The ways of edges between nodes in cells, the straight ones first. Undefined where an edge has none. */
export function wideRoutes(
  cells: ReadonlyMap<string, Cell>,
  edges: readonly RoutedEdge[],
): readonly WideRoute[] | undefined {
  const lines = new Lines(cells)
  const routes: WideRoute[] = []
  const length = ({ from, to }: RoutedEdge): number => {
    const [a, b] = [lines.middleOf(from), lines.middleOf(to)]
    return Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + (a.x !== b.x && a.y !== b.y ? 100 : 0)
  }
  for (const edge of edges.toSorted((a, b) => length(a) - length(b))) {
    let best: { readonly route: WideRoute; readonly cost: number } | undefined
    for (const route of lines.candidates(edge)) {
      const cost = lines.costOf(route, best?.cost ?? Number.POSITIVE_INFINITY)
      if (best === undefined || cost < best.cost) best = { route, cost }
    }
    if (best === undefined || best.cost === Number.POSITIVE_INFINITY) return undefined
    lines.add(best.route)
    routes.push(best.route)
  }
  return routes
}

/** What runs along each half of a column or row between two lines, and what uses the sides of nodes. */
class Lines {
  readonly #cells: ReadonlyMap<string, Cell>
  readonly #nodes = new Set<number>()
  readonly #last: LinePoint
  readonly #along = new Map<number, Set<string>>()
  readonly #sides = new Map<string, Set<string>>()

  constructor(cells: ReadonlyMap<string, Cell>) {
    this.#cells = cells
    for (const id of cells.keys()) this.#nodes.add(keyOf(this.middleOf(id)))
    this.#last = {
      x: 2 * Math.max(...[...cells.values()].map(({ column }) => column)) + 2,
      y: 2 * Math.max(...[...cells.values()].map(({ row }) => row)) + 2,
    }
  }

  middleOf(id: string): LinePoint {
    const { column, row } = this.#cells.get(id) as Cell
    return { x: 2 * column + 1, y: 2 * row + 1 }
  }

  /** Ways with up to five straight pieces. */
  *candidates(edge: RoutedEdge): Generator<WideRoute> {
    const [source, target] = [this.middleOf(edge.from), this.middleOf(edge.to)]
    for (const [out, x, y] of SIDES) {
      for (const start of this.#reached(source, x, y, target)) {
        if (start.x === target.x && start.y === target.y) {
          yield { edge, out, into: opposite(out), points: [source, target] }
          continue
        }
        for (const [into, dx, dy] of SIDES) {
          for (const end of this.#reached(target, dx, dy, source)) {
            if (end.x === source.x && end.y === source.y) continue
            for (const between of this.#between(start, end, x !== 0, dx !== 0))
              yield { edge, out, into, points: straightened([source, start, ...between, end, target]) }
          }
        }
      }
    }
  }

  /** The channels that a straight line out of a node reaches past empty cells, and the target if it is the next node. */
  #reached(from: LinePoint, x: number, y: number, target: LinePoint): readonly LinePoint[] {
    const reached: LinePoint[] = []
    for (let step = 1; ; step++) {
      const point = { x: from.x + x * step, y: from.y + y * step }
      if (point.x < 0 || point.y < 0 || point.x > this.#last.x || point.y > this.#last.y) return reached
      if (step % 2 === 1) reached.push(point)
      else if (this.#nodes.has(keyOf(point)))
        return point.x === target.x && point.y === target.y ? [...reached, point] : reached
    }
  }

  #between(start: LinePoint, end: LinePoint, across: boolean, endAcross: boolean): readonly (readonly LinePoint[])[] {
    if (across !== endAcross) return [[across ? { x: start.x, y: end.y } : { x: end.x, y: start.y }]]
    if (across ? start.x === end.x : start.y === end.y) return [[]]
    const count = across ? this.#last.y / 2 + 1 : this.#last.x / 2 + 1
    return Array.from({ length: count }, (_, i) =>
      across
        ? [
            { x: start.x, y: 2 * i },
            { x: end.x, y: 2 * i },
          ]
        : [
            { x: 2 * i, y: start.y },
            { x: 2 * i, y: end.y },
          ],
    )
  }

  /** The cost of a way, or some cost above the limit. */
  costOf({ edge, out, into, points }: WideRoute, limit: number): number {
    const { bundle, from, to } = edge
    let cost = (points.length - 2) * BEND
    if (out === 'left') cost += AGAINST
    if (into === 'right') cost += AGAINST
    for (const side of [`${from} ${out}`, `${to} ${into}`]) {
      for (const other of this.#sides.get(side) ?? []) if (other !== bundle) cost += SAME_SIDE
    }
    for (const half of halvesOf(points)) {
      if (cost > limit) return cost
      const there = this.#along.get(half.key)
      const shared = there?.has(bundle) ?? false
      const others = (there?.size ?? 0) - Number(shared)
      // Past an empty cell, and straight to the next node, there is one line at most.
      if (half.inCells && others > 0 && (!half.atEnd || points.length === 2)) return Number.POSITIVE_INFINITY
      const length = half.across ? HALF_COLUMN : HALF_ROW
      cost += (length + others * BESIDE) * (shared ? SHARED : 1)
      if (!shared) cost += this.#crossings(half, bundle) * CROSSING
    }
    return cost
  }

  /** Bundles that cross the end of a half. */
  #crossings({ to, across }: Half, bundle: string): number {
    const [x, y] = across ? [0, 1] : [1, 0]
    const before = this.#along.get(halfKey({ x: to.x - x, y: to.y - y }, !across))
    const after = this.#along.get(halfKey(to, !across))
    if (before === undefined || after === undefined) return 0
    let count = 0
    for (const other of before) if (other !== bundle && after.has(other)) count++
    return count
  }

  add({ edge, out, into, points }: WideRoute): void {
    for (const side of [`${edge.from} ${out}`, `${edge.to} ${into}`])
      this.#sides.set(side, (this.#sides.get(side) ?? new Set()).add(edge.bundle))
    for (const { key } of halvesOf(points)) this.#along.set(key, (this.#along.get(key) ?? new Set()).add(edge.bundle))
  }
}

/** Half of a column or row, as a piece of a way. */
interface Half {
  readonly key: number
  readonly to: LinePoint
  readonly across: boolean
  /** It runs along the middle of a column or row. */
  readonly inCells: boolean
  /** It touches the source or the target. */
  readonly atEnd: boolean
}

function* halvesOf(points: readonly LinePoint[]): Generator<Half> {
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1] as LinePoint, points[i] as LinePoint]
    const across = from.y === to.y
    const count = Math.abs(to.x - from.x) + Math.abs(to.y - from.y)
    const [x, y] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)]
    for (let step = 0; step < count; step++) {
      const before = { x: from.x + x * step, y: from.y + y * step }
      const after = { x: before.x + x, y: before.y + y }
      yield {
        key: halfKey(x + y > 0 ? before : after, across),
        to: after,
        across,
        inCells: (across ? from.y : from.x) % 2 === 1,
        atEnd: (i === 1 && step === 0) || (i === points.length - 1 && step === count - 1),
      }
    }
  }
}

/** More than there are lines in a chart. */
const MOST_LINES = 1000

function keyOf({ x, y }: LinePoint): number {
  return x * MOST_LINES + y
}

/** The key of a half that begins at a point and leads right or down. */
function halfKey(from: LinePoint, across: boolean): number {
  return 2 * keyOf(from) + Number(across)
}

function opposite(side: Side): Side {
  return side === 'left' ? 'right' : side === 'right' ? 'left' : side === 'top' ? 'bottom' : 'top'
}

/** Without points that repeat, or between two pieces of one line. */
function straightened(points: readonly LinePoint[]): readonly LinePoint[] {
  const kept: LinePoint[] = []
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)]
    if (last?.x === point.x && last.y === point.y) continue
    if (
      before !== undefined &&
      last !== undefined &&
      ((before.x === last.x && last.x === point.x) || (before.y === last.y && last.y === point.y))
    )
      kept.pop()
    kept.push(point)
  }
  return kept
}
