import {
  type EdgeId,
  type Graph,
  type GraphEdge,
  type GraphNode,
  plainText,
  type RichText,
  type Step,
} from '@authz-playground/engine'
import { edgeLines } from '@authz-playground/engine/internal/report'
import { labelWidth } from '../words/measure.ts'
import { brief } from '../words/shortened.ts'
import { LINE, TYPE } from '../words/type.ts'
import { wrapped } from '../words/wrapped.ts'
import {
  type ChartEdge,
  type ChartLayout,
  type ChartNode,
  chartNode,
  edgeLabelSize,
  layOutChart,
  nodeSize,
} from './chart-layout.ts'
import { at, type Point, type Rectangle, type Size } from './geometry.ts'
import { pathPoints } from './path-points.ts'

/** The widest line of the reasons beside an edge, in px. */
const ASIDE = 168
/** The longest name in them, in characters. */
const NAME = 60

/** Clear ground around the chart, between its columns, and between an edge and the words beside it. In px. */
const MARGIN = 12
const BETWEEN_COLUMNS = 28
const BESIDE = 8
/** Room to the right of a node for the part of a stamp that reaches over it. */
const STAMP = 44
/** Room below a node, around the words beside its edge, with the arrowhead. */
const ABOVE_WORDS = 4
const BELOW_WORDS = 12
const ARROW = 4
/** A stamp begins so far from the right end of its node, and reaches so far into the words above it. */
const STAMP_BEGINS = 28
const STAMP_REACHES = 4
/** Radius of the turns of an edge that leads to the next column. */
const TURN = 10

/** The most columns that a reader follows. */
const MOST_COLUMNS = 4

/** The reasons are shown while words are 11 px or larger. */
const LEAST_WITH_REASONS = 11 / 12

/** One node of a run, with the edge that the run took from it and the choices that it did not take. */
interface Station {
  readonly node: GraphNode
  readonly size: Size
  readonly taken?: GraphEdge
  readonly label?: { readonly lines: readonly RichText[]; readonly size: Size }
  /** The stamp of the next node would touch the label. */
  readonly underStamp: boolean
  readonly others: readonly RichText[]
}

/**
 * Lays out the part of a chart that a run used: its nodes from top to bottom, in as many columns as the room needs, with
 * the choices that it did not take as words beside its edges. Where the room is too small for these words, they are left
 * out together, and none of the rest is. The words of nodes are 12 px high, as in {@link layOutChart}. Undefined where the
 * steps are not one walk that visits each node once.
 * @param room the room for the chart, in px; without it the chart has one column
 */
export function layOutRun(graph: Graph, steps: readonly Step[], room?: Size): ChartLayout | undefined {
  const stations = stationsOf(graph, steps)
  if (stations === undefined) return undefined
  if (room === undefined) return drawn(inColumns(stations, 1))
  const most = Math.min(MOST_COLUMNS, stations.length)
  const told = fitting(stations, most, room)
  if (told.zoom >= LEAST_WITH_REASONS || stations.every(({ others }) => others.length === 0)) return drawn(told.placed)
  const untold = stations.map((station) => ({ ...station, others: [] }))
  return drawn(fitting(untold, most, room).placed)
}

/**
 * The chart of a run at rest, as page, element and pictures show it: the whole chart where it has room with words 12 px
 * high, otherwise the part that the run used. The whole chart, too, where the steps are not one walk.
 * @param whole the whole chart of the run ({@link layOutChart})
 */
export function layoutAtRest(whole: ChartLayout, graph: Graph, steps: readonly Step[], room: Size): ChartLayout {
  if (whole.width <= room.width && whole.height <= room.height) return whole
  return layOutRun(graph, steps, room) ?? whole
}

/** The room for the chart of a picture, in px: as wide as a column of text on GitHub or a slide, and not as high. */
const PICTURE_ROOM: Size = { width: 800, height: 640 }

/** Lays out the chart of a run for a picture of it. */
export function layOutPicture(graph: Graph, steps: readonly Step[]): ChartLayout {
  return layoutAtRest(layOutChart(graph, steps), graph, steps, PICTURE_ROOM)
}

/** The layout with the largest words in a room, of the fewest columns. */
function fitting(
  stations: readonly Station[],
  most: number,
  room: Size,
): { readonly placed: Placed; readonly zoom: number } {
  const zoomOf = ({ width, height }: Size): number => Math.min(1, room.width / width, room.height / height)
  let placed = inColumns(stations, 1)
  for (let count = 2; count <= most && zoomOf(placed) < 1; count++) {
    const other = inColumns(stations, count)
    if (zoomOf(other) > zoomOf(placed)) placed = other
  }
  return { placed, zoom: zoomOf(placed) }
}

function stationsOf(graph: Graph, steps: readonly Step[]): readonly Station[] | undefined {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]))
  const walk: { node: string; edge?: string }[] = []
  for (const { node, edge } of steps) {
    if (walk.at(-1)?.node !== node) walk.push({ node, ...(edge !== undefined && { edge }) })
  }
  if (walk.length === 0 || new Set(walk.map(({ node }) => node)).size < walk.length) return undefined
  return walk.flatMap(({ node: id }, i): readonly Station[] => {
    const node = nodes.get(id)
    if (node === undefined) return []
    const entered = walk[i + 1]?.edge
    const taken = entered === undefined ? undefined : edges.get(entered)
    const lines = taken?.label && edgeLines(taken.label)
    const size = lines && edgeLabelSize(lines)
    const next = nodes.get(walk[i + 1]?.node ?? '')
    const free = next?.stage === undefined ? Number.POSITIVE_INFINITY : nodeSize(next).width / 2 - STAMP_BEGINS
    return [
      {
        node,
        size: nodeSize(node),
        ...(taken && { taken }),
        ...(lines && size && { label: { lines, size } }),
        underStamp: BESIDE + (size?.width ?? 0) > free,
        others: reasonsAgainst(steps, entered),
      },
    ]
  })
}

/** The reasons why a run took an edge and no other, each once, as lines. */
function reasonsAgainst(steps: readonly Step[], taken: EdgeId | undefined): readonly RichText[] {
  const { instead = [] } = steps.find(({ edge }) => edge !== undefined && edge === taken) ?? {}
  const reasons = new Map(instead.map(({ because }) => [plainText(because), because]))
  return [...reasons.values()].flatMap((reason) => wrapped(brief(reason, NAME), ASIDE, TYPE))
}

function sizeOf(lines: readonly RichText[]): Size {
  return { width: Math.ceil(Math.max(0, ...lines.map((line) => labelWidth(line, TYPE)))), height: lines.length * LINE }
}

/** The room below a node, in px. */
function gapBelow({ taken, label, others, underStamp }: Station): number {
  if (taken === undefined) return 0
  const labelled = (label?.size.height ?? 0) + (underStamp ? STAMP_REACHES : 0)
  return ABOVE_WORDS + Math.max(labelled, sizeOf(others).height) + BELOW_WORDS
}

/** The rooms that a station needs left and right of its middle. */
function sidesOf({ size, label, others }: Station): { readonly left: number; readonly right: number } {
  const aside = sizeOf(others).width
  return {
    left: Math.max(size.width / 2, aside > 0 ? aside + BESIDE : 0),
    right: Math.max(size.width / 2 + STAMP, label ? label.size.width + BESIDE : 0),
  }
}

/** Splits the stations into columns of heights that differ as little as possible. */
function split(stations: readonly Station[], count: number): readonly (readonly Station[])[] {
  const height = (from: number, to: number): number =>
    stations.slice(from, to).reduce((sum, station) => sum + station.size.height + gapBelow(station), 0)
  const best = (from: number, left: number): { readonly cuts: readonly number[]; readonly most: number } => {
    if (left === 1) return { cuts: [], most: height(from, stations.length) }
    let found = { cuts: [] as readonly number[], most: Number.POSITIVE_INFINITY }
    for (let cut = from + 1; cut <= stations.length - left + 1; cut++) {
      const rest = best(cut, left - 1)
      const most = Math.max(height(from, cut), rest.most)
      if (most < found.most) found = { cuts: [cut, ...rest.cuts], most }
    }
    return found
  }
  const cuts = [0, ...best(0, count).cuts, stations.length]
  return cuts.slice(1).map((cut, i) => stations.slice(cuts[i], cut))
}

/** Stations with their places in columns, before their edges are drawn. */
interface Placed extends Size {
  readonly stations: readonly Station[]
  readonly columns: readonly (readonly Station[])[]
  readonly boxes: ReadonlyMap<string, Rectangle>
  /** Where each column ends at the right. */
  readonly ends: readonly number[]
}

function inColumns(stations: readonly Station[], count: number): Placed {
  const columns = split(stations, count)
  const boxes = new Map<string, Rectangle>()
  const ends: number[] = []
  let left = MARGIN
  let height = 0
  for (const column of columns) {
    const sides = column.map(sidesOf)
    const middle = left + Math.ceil(Math.max(...sides.map((side) => side.left)))
    // An edge from another column comes in from above.
    let top = MARGIN + (column === columns[0] ? 0 : 2 * TURN)
    for (const station of column) {
      boxes.set(station.node.id, { left: middle - station.size.width / 2, top, ...station.size })
      top += station.size.height + gapBelow(station)
    }
    height = Math.max(height, top)
    left = middle + Math.ceil(Math.max(...sides.map((side) => side.right)))
    ends.push(left)
    left += BETWEEN_COLUMNS
  }
  return { stations, columns, boxes, ends, width: left - BETWEEN_COLUMNS + MARGIN, height: height + MARGIN }
}

function drawn({ stations, columns, boxes, ends, width, height }: Placed): ChartLayout {
  const boxOf = ({ node }: Station): Rectangle => boxes.get(node.id) as Rectangle
  return {
    width,
    height,
    nodes: stations.map((station): ChartNode => chartNode(station.node, boxOf(station))),
    edges: stations.flatMap((station, i): readonly ChartEdge[] => {
      const next = stations[i + 1]
      if (station.taken === undefined || next === undefined) return []
      const [from, to] = [boxOf(station), boxOf(next)]
      const start: Point = { x: from.left + from.width / 2, y: from.top + from.height }
      const end: Point = { x: to.left + to.width / 2, y: to.top - ARROW }
      const turns = end.y < start.y
      const channel = (ends[columns.findIndex((column) => column.includes(station))] ?? 0) + BETWEEN_COLUMNS / 2
      const path = turns ? around(start, end, channel, start.y + gapBelow(station) - TURN) : `M${at(start)}L${at(end)}`
      const top = start.y + ABOVE_WORDS
      return [
        {
          id: station.taken.id,
          from: station.node.id,
          to: next.node.id,
          path,
          points: pathPoints(path),
          ...(station.taken.notInText && { dashed: true }),
          ...(station.label && {
            label: { box: { left: start.x + BESIDE, top, ...station.label.size }, lines: station.label.lines },
          }),
        },
      ]
    }),
    asides: stations.flatMap((station) => {
      if (station.others.length === 0) return []
      const from = boxOf(station)
      const size = sizeOf(station.others)
      return [
        {
          node: station.node.id,
          box: {
            left: from.left + from.width / 2 - BESIDE - size.width,
            top: from.top + from.height + ABOVE_WORDS,
            ...size,
          },
          lines: station.others,
        },
      ]
    }),
  }
}

/** Down out of a node, up between two columns, and into the next node from above. */
function around(start: Point, end: Point, channel: number, low: number): string {
  const high = end.y - 2 * TURN
  const corner = (from: Point, over: Point, to: Point): string => `L${at(from)}C${at(over)} ${at(over)} ${at(to)}`
  return [
    `M${at(start)}`,
    corner({ x: start.x, y: low - TURN }, { x: start.x, y: low }, { x: start.x + TURN, y: low }),
    corner({ x: channel - TURN, y: low }, { x: channel, y: low }, { x: channel, y: low - TURN }),
    corner({ x: channel, y: high + TURN }, { x: channel, y: high }, { x: channel + TURN, y: high }),
    corner({ x: end.x - TURN, y: high }, { x: end.x, y: high }, { x: end.x, y: high + TURN }),
    `L${at(end)}`,
  ].join('')
}
