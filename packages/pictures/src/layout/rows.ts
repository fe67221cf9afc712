import { columns, type Gap, type Spring } from './columns.ts'
import type { Rectangle, Size } from './geometry.ts'
import { backEdges, type RankEdge } from './ranks.ts'

/** A node of a chart, with its row. */
export interface RankedNode {
  readonly id: string
  readonly size: Size
  readonly row: number
}

/** An edge that leads at least one row down. */
export interface DownEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly label?: Size
}

/** Something in a row: a node, or an edge that passes it on its way further down. */
export interface RowItem {
  readonly kind: 'node' | 'edge'
  readonly id: string
}

/** A straight piece of an edge, from top to bottom. */
export interface Run {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

export interface RowLayout {
  readonly nodes: ReadonlyMap<string, Rectangle>
  /** The straight pieces of each edge: through the place of its label below its source, then past every row between. */
  readonly runs: ReadonlyMap<string, readonly [place: Run, ...Run[]]>
  /** The band of each node's row. */
  readonly bands: ReadonlyMap<string, Band>
}

export interface Band {
  readonly top: number
  readonly bottom: number
}

/** Clear distances in px: between adjacent nodes, and between an edge or its label and its neighbours. */
const BETWEEN_NODES = 24
const BESIDE_EDGE = 14
const BESIDE_LABEL = 6

/** Room between rows, in px: above the labels and below them, where edges change their x. */
const ABOVE_LABELS = 8
const BELOW_LABELS = 20
/** Additional room for edges that go far sideways: one px for so many, up to a limit. */
const SIDEWAYS = 8
const MOST_MORE = 14

/** Strengths of springs: of a label to the place below its node, and of a long edge to a straight line. */
const BELOW_NODE = 3
const STRAIGHT = 4
/** Strength of the springs to the middle, which keep charts narrow. */
const INWARDS = 0.1

/** Rounds until nothing moves visibly. */
const ROUNDS = 60

/**
 * Finds the places in rows of a given order. Neighbours in a row are as close as allowed, each label is right below the
 * node of its edge, and long edges run straight down.
 */
export function placedInRows(
  rows: readonly (readonly RowItem[])[],
  nodes: readonly RankedNode[],
  edges: readonly DownEdge[],
  rounds: number = ROUNDS,
): RowLayout {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const rowOf = (id: string): number => (byId.get(id) as RankedNode).row
  const spans = edges.map((edge) => ({ ...edge, first: rowOf(edge.from), last: rowOf(edge.to) }))
  const x = columnsOf(rows, byId, spans, rounds)
  const { bands, gaps } = heights(rows, byId, spans, x)
  return {
    nodes: new Map(
      nodes.map(({ id, row, size: { width, height } }) => {
        const { top, bottom } = bands[row] as Band
        return [id, { left: x.node(id) - width / 2, top: (top + bottom - height) / 2, width, height }]
      }),
    ),
    runs: new Map(
      spans.map((span) => [
        span.id,
        [
          { x: x.label(span.id), ...(gaps[span.first] as Band) },
          ...passed(span).map((row) => ({
            x: x.edge(span.id, row),
            top: (bands[row] as Band).top,
            bottom: (gaps[row] as Band).bottom,
          })),
        ],
      ]),
    ),
    bands: new Map(nodes.map(({ id, row }) => [id, bands[row] as Band])),
  }
}

interface Span extends DownEdge {
  /** Rows of its ends. */
  readonly first: number
  readonly last: number
}

/** The rows between an edge’s ends. */
function passed({ first, last }: Span): readonly number[] {
  return Array.from({ length: last - first - 1 }, (_, i) => first + 1 + i)
}

interface Columns {
  node(id: string): number
  label(edge: string): number
  edge(id: string, row: number): number
}

/** An item that keeps its distance from its neighbours: a node, a label, or a passing edge. */
interface Item {
  readonly kind: 'node' | 'label' | 'edge'
  readonly half: number
  readonly place: number
}

/**
 * A long edge has one place in all rows that it passes. A long edge that crosses another one has a place in each row.
 */
function columnsOf(
  rows: readonly (readonly RowItem[])[],
  nodes: ReadonlyMap<string, RankedNode>,
  spans: readonly Span[],
  rounds: number,
): Columns {
  const places = new Map<string, number>()
  const start: number[] = []
  const placeOf = (name: string, x = 0): number => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, start.length)
    return start.push(x) - 1
  }
  const bent = crossing(rows)
  const edgeName = (id: string, row: number): string => `edge ${id} ${bent.has(id) ? row : ''}`
  const inRow = rows.map((items) => new Map(items.map(({ kind, id }, at) => [`${kind} ${id}`, at])))
  /** The item of an edge in the row below. */
  const next = ({ id, to, last }: Span, row: number): number =>
    inRow[row + 1]?.get(last === row + 1 ? `node ${to}` : `edge ${id}`) ?? 0

  const lines = rows.flatMap((here, row): readonly (readonly Item[])[] => {
    let left = 0
    const both = here.map(({ kind, id }): { readonly item: Item; readonly below: readonly Item[] } => {
      const half = kind === 'edge' ? 0 : (nodes.get(id) as RankedNode).size.width / 2
      const x = left + half
      left = x + half + BETWEEN_NODES
      if (kind === 'edge') {
        const item: Item = { kind, half, place: placeOf(edgeName(id, row), x) }
        return { item, below: [item] }
      }
      const leaving = spans
        .filter(({ from }) => from === id)
        .toSorted((a, b) => next(a, row) - next(b, row))
        .map(
          (edge): Item => ({
            kind: edge.label ? 'label' : 'edge',
            half: (edge.label?.width ?? 0) / 2,
            place: placeOf(`label ${edge.id}`, x),
          }),
        )
      return { item: { kind, half, place: placeOf(`node ${id}`, x) }, below: leaving }
    })
    // Right below a row, edges are in the order of their nodes. Edges that must cross do so further down.
    return [both.map(({ item }) => item), both.flatMap(({ below }) => below)]
  })

  const springs = spans.flatMap((span): readonly Spring[] => {
    const lanes = [...new Set(passed(span).map((row) => placeOf(edgeName(span.id, row))))]
    const route = [placeOf(`node ${span.from}`), placeOf(`label ${span.id}`), ...lanes, placeOf(`node ${span.to}`)]
    return route.slice(1).map((b, i) => ({
      a: route[i] as number,
      b,
      strength: i === 0 ? BELOW_NODE : i === 1 || i === route.length - 2 ? 1 : STRAIGHT,
    }))
  })

  const middle = placeOf('middle')
  const inwards = [...places.values()].map((place): Spring => ({ a: middle, b: place, strength: INWARDS }))
  const x = columns(start, lines.flatMap(clearances), [...springs, ...inwards], rounds)
  const of = (name: string): number => Math.round(x[places.get(name) as number] as number)
  return {
    node: (id) => of(`node ${id}`),
    label: (edge) => of(`label ${edge}`),
    edge: (id, row) => of(edgeName(id, row)),
  }
}

/** Long edges that cannot run straight because they cross others. Of two that cross, the longer one stays straight. */
function crossing(rows: readonly (readonly RowItem[])[]): ReadonlySet<string> {
  const lengths = new Map<string, number>()
  for (const { kind, id } of rows.flat()) if (kind === 'edge') lengths.set(id, (lengths.get(id) ?? 0) + 1)
  const straight = new Set<string>()
  for (const [id] of [...lengths].sort(([, a], [, b]) => b - a)) {
    straight.add(id)
    const sides = rows.flatMap((row): readonly RankEdge[] => {
      const lanes = row.filter(({ kind, id }) => kind === 'edge' && straight.has(id))
      return lanes.slice(1).map((lane, at) => ({ id: '', from: (lanes[at] as RowItem).id, to: lane.id }))
    })
    if (backEdges(sides).size > 0) straight.delete(id)
  }
  return new Set([...lengths.keys()].filter((id) => !straight.has(id)))
}

function clearances(items: readonly Item[]): readonly Gap[] {
  return items.slice(1).map((right, i) => {
    const left = items[i] as Item
    return { left: left.place, right: right.place, least: left.half + right.half + clear(left.kind, right.kind) }
  })
}

function clear(a: Item['kind'], b: Item['kind']): number {
  if (a === 'node' && b === 'node') return BETWEEN_NODES
  return a === 'label' || b === 'label' ? BESIDE_LABEL : BESIDE_EDGE
}

/** The heights of the rows, and below each those of the labels of the edges that leave it. */
function heights(
  rows: readonly (readonly RowItem[])[],
  nodes: ReadonlyMap<string, RankedNode>,
  spans: readonly Span[],
  x: Columns,
): { readonly bands: readonly Band[]; readonly gaps: readonly Band[] } {
  const half = (id: string): number => (nodes.get(id) as RankedNode).size.width / 2
  const bands: Band[] = []
  const gaps: Band[] = []
  let top = 0
  for (const [row, here] of rows.entries()) {
    const bottom =
      top + Math.max(...here.map(({ kind, id }) => (kind === 'edge' ? 0 : (nodes.get(id) as RankedNode).size.height)))
    const leaving = spans.filter(({ first }) => first === row)
    const outside = leaving.map(({ id, from }) => Math.max(0, Math.abs(x.label(id) - x.node(from)) - half(from)))
    const aside = leaving.map(({ id, to, last }) =>
      last > row + 1
        ? Math.abs(x.edge(id, row + 1) - x.label(id))
        : Math.max(0, Math.abs(x.node(to) - x.label(id)) - half(to)),
    )
    const gap = bottom + ABOVE_LABELS + more(outside)
    gaps.push({ top: gap, bottom: gap + Math.max(0, ...leaving.map(({ label }) => label?.height ?? 0)) })
    bands.push({ top, bottom })
    top = (gaps.at(-1) as Band).bottom + BELOW_LABELS + more(aside)
  }
  return { bands, gaps }
}

function more(sideways: readonly number[]): number {
  return 2 * Math.round(Math.min(MOST_MORE, Math.max(0, ...sideways) / SIDEWAYS) / 2)
}
