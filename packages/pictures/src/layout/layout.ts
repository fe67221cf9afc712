import { type Apart, columns, type Spring } from './columns.ts'
import { middleOf, type Point, type Rectangle, type Size } from './geometry.ts'

/** A node as mermaid placed it. */
export interface PlacedNode {
  readonly id: string
  readonly box: Rectangle
}

/** An edge as mermaid routed it, from its source to its target. */
export interface PlacedEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
  readonly label?: Size
}

/** A straight piece of an edge, from top to bottom. */
export interface Run {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

export interface Layout {
  readonly nodes: ReadonlyMap<string, Rectangle>
  /** Where each edge runs straight: through its label’s place below its source, then past every row on its way. */
  readonly runs: ReadonlyMap<string, readonly [place: Run, ...Run[]]>
  /** The bands of the nodes’ rows. */
  readonly bands: ReadonlyMap<string, Band>
}

export interface Band {
  readonly top: number
  readonly bottom: number
}

/** Clear distances in px: between nodes side by side, and between an edge or its label and whatever is beside it. */
const BETWEEN_NODES = 24
const BESIDE_EDGE = 14
const BESIDE_LABEL = 6

/** Room between rows, in px: above the labels and below them, where edges change their x. */
const ABOVE_LABELS = 8
const BELOW_LABELS = 20
/** More of it for edges that have far to go sideways: a px for so many, and no more than so much. */
const SIDEWAYS = 8
const MOST_MORE = 14

/** Middles that lie nearer together than this are of one row. */
const SAME_ROW = 8

/** How much a label wants to be below its node, and a long edge straight in the rows that it passes. */
const BELOW_NODE = 3
const STRAIGHT = 4

/**
 * Draws a chart together. Dagre finds good rows, and a good order in them, but leaves charts with long edges twice as
 * wide as they need be, with labels far from the forks that they belong to. This keeps rows and order, sets everything
 * in a row as near as it may come, puts each label right below the node that its edge leaves, and lets long edges run
 * straight down. Undefined where that does not apply: an edge that does not lead downwards.
 */
export function drawnTogether(nodes: readonly PlacedNode[], edges: readonly PlacedEdge[]): Layout | undefined {
  const rows = rowsOf(nodes)
  const rowOf = new Map(rows.flatMap((row, index) => row.map(({ id }) => [id, index] as const)))
  const spans = edges.map((edge) => ({ ...edge, first: rowOf.get(edge.from) ?? -1, last: rowOf.get(edge.to) ?? -1 }))
  if (spans.some(({ first, last }) => first === -1 || last <= first)) return undefined
  const x = settled(rows, spans, false) ?? settled(rows, spans, true)
  if (x === undefined) return undefined
  const { bands, gaps } = heights(rows, spans, x)
  return {
    nodes: new Map(
      nodes.map(({ id, box: { width, height } }) => {
        const { top, bottom } = bands[rowOf.get(id) as number] as Band
        return [id, { left: x.node(id) - width / 2, top: (top + bottom - height) / 2, width, height }]
      }),
    ),
    runs: new Map(
      spans.map((span) => [
        span.id,
        [
          { x: x.label(span.id), ...(gaps[span.first] as Band) },
          ...passed(span).map((row) => ({ x: x.edge(span.id, row), ...(bands[row] as Band) })),
        ],
      ]),
    ),
    bands: new Map([...rowOf].map(([id, row]) => [id, bands[row] as Band])),
  }
}

interface Span extends PlacedEdge {
  /** Rows of its ends. */
  readonly first: number
  readonly last: number
}

/** The rows between an edge’s ends. */
function passed({ first, last }: Span): readonly number[] {
  return Array.from({ length: last - first - 1 }, (_, i) => first + 1 + i)
}

type Row = readonly PlacedNode[]

function rowsOf(nodes: readonly PlacedNode[]): readonly Row[] {
  const rows: PlacedNode[][] = []
  let y = Number.NEGATIVE_INFINITY
  for (const node of nodes.toSorted((a, b) => middleOf(a.box).y - middleOf(b.box).y)) {
    const next = middleOf(node.box).y
    if (next - y < SAME_ROW) rows.at(-1)?.push(node)
    else rows.push([node])
    y = next
  }
  return rows
}

interface Columns {
  node(id: string): number
  label(edge: string): number
  edge(id: string, row: number): number
}

/** Something that must keep clear of its neighbours: a node, a label, or an edge that passes. */
interface Item {
  readonly kind: 'node' | 'label' | 'edge'
  readonly half: number
  readonly place: number
}

/**
 * Finds the columns. A long edge is one place in all the rows that it passes; where that goes in a circle, because
 * such edges cross, `bent` gives it a place in each row.
 */
function settled(rows: readonly Row[], spans: readonly Span[], bent: boolean): Columns | undefined {
  const start: number[] = []
  const places = new Map<string, number>()
  const placeOf = (name: string, x: number): number => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, start.length)
    return start.push(x) - 1
  }
  const edgeName = (id: string, row: number): string => `edge ${id} ${bent ? row : ''}`

  const lines = rows.flatMap((here, row): readonly (readonly Item[])[] => {
    const y = rowMiddle(here)
    const next = rowMiddle(rows[row + 1] ?? here)
    const passing = spans
      .filter(({ first, last }) => first < row && row < last)
      .map(({ id, points }) => {
        const x = xAt(points, y)
        const item: Item = { kind: 'edge', half: 0, place: placeOf(edgeName(id, row), x) }
        return { x, item, below: [item] }
      })
    const standing = here.map(({ id, box }) => {
      const { x } = middleOf(box)
      const leaving = spans
        .filter(({ from }) => from === id)
        .toSorted((a, b) => xAt(a.points, next) - xAt(b.points, next))
        .map(
          (edge): Item => ({
            kind: edge.label ? 'label' : 'edge',
            half: (edge.label?.width ?? 0) / 2,
            place: placeOf(`label ${edge.id}`, x),
          }),
        )
      const item: Item = { kind: 'node', half: box.width / 2, place: placeOf(`node ${id}`, x) }
      return { x, item, below: leaving }
    })
    const inOrder = [...passing, ...standing].toSorted((a, b) => a.x - b.x)
    // Right below a row, what leaves a node is where the node was: edges that must cross do so further down.
    return [inOrder.map(({ item }) => item), inOrder.flatMap(({ below }) => below)]
  })

  const springs = spans.flatMap((span): readonly Spring[] => {
    const lanes = [...new Set(passed(span).map((row) => placeOf(edgeName(span.id, row), 0)))]
    const way = [
      placeOf(`node ${span.from}`, 0),
      placeOf(`label ${span.id}`, 0),
      ...lanes,
      placeOf(`node ${span.to}`, 0),
    ]
    return way.slice(1).map((b, i) => ({
      a: way[i] as number,
      b,
      strength: i === 0 ? BELOW_NODE : i === 1 || i === way.length - 2 ? 1 : STRAIGHT,
    }))
  })

  const x = columns(start, lines.flatMap(clearances), springs)
  if (x === undefined) return undefined
  const of = (name: string): number => x[places.get(name) as number] as number
  return {
    node: (id) => of(`node ${id}`),
    label: (edge) => of(`label ${edge}`),
    edge: (id, row) => of(edgeName(id, row)),
  }
}

function clearances(items: readonly Item[]): readonly Apart[] {
  return items.slice(1).map((right, i) => {
    const left = items[i] as Item
    return { left: left.place, right: right.place, apart: left.half + right.half + clear(left.kind, right.kind) }
  })
}

function clear(a: Item['kind'], b: Item['kind']): number {
  if (a === 'node' && b === 'node') return BETWEEN_NODES
  return a === 'label' || b === 'label' ? BESIDE_LABEL : BESIDE_EDGE
}

function rowMiddle(row: Row): number {
  return middleOf((row[0] as PlacedNode).box).y
}

/** Where a curve that leads downwards passes a height. */
function xAt(points: readonly Point[], y: number): number {
  const after = points.findIndex((point) => point.y >= y)
  const b = points[after] ?? points.at(-1) ?? { x: 0, y }
  const a = points[after - 1] ?? b
  return b.y === a.y ? b.x : a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)
}

/** The heights of the rows, and below each those of the labels of the edges that leave it. */
function heights(
  rows: readonly Row[],
  spans: readonly Span[],
  x: Columns,
): { bands: readonly Band[]; gaps: readonly Band[] } {
  const bands: Band[] = []
  const gaps: Band[] = []
  let top = 0
  for (const [row, here] of rows.entries()) {
    const bottom = top + Math.max(...here.map(({ box }) => box.height))
    const leaving = spans.filter(({ first }) => first === row)
    const outside = leaving.map(({ id, from }) => {
      const half = (here.find((node) => node.id === from)?.box.width ?? 0) / 2
      return Math.max(0, Math.abs(x.label(id) - x.node(from)) - half)
    })
    const aside = leaving.map(({ id, to, last }) => {
      if (last > row + 1) return Math.abs(x.edge(id, row + 1) - x.label(id))
      const half = (rows[last]?.find((node) => node.id === to)?.box.width ?? 0) / 2
      return Math.max(0, Math.abs(x.node(to) - x.label(id)) - half)
    })
    const gap = bottom + ABOVE_LABELS + more(outside)
    gaps.push({ top: gap, bottom: gap + Math.max(0, ...leaving.map(({ label }) => label?.height ?? 0)) })
    bands.push({ top, bottom })
    top = (gaps.at(-1) as Band).bottom + BELOW_LABELS + more(aside)
  }
  return { bands, gaps }
}

function more(sideways: readonly number[]): number {
  return Math.min(MOST_MORE, Math.max(0, ...sideways) / SIDEWAYS)
}
