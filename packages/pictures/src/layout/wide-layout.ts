import { type Graph, plainText } from '@authz-playground/engine'
import { edgeLines } from '@authz-playground/engine/internal/report'
import { type ChartEdge, type ChartLayout, chartNode, edgeLabelSize, nodeSize } from './chart-layout.ts'
import { overlap, type Point, type Rectangle, type Size } from './geometry.ts'
import { lengthOf, pathPoints, roundedPath } from './path-points.ts'
import { arrangements, type Cell } from './wide-cells.ts'
import { hasRoom, isAcross, type LabelledEnds, type Port, type Ports, pointOf, portsOf } from './wide-ports.ts'
import { type RoutedEdge, type WideRoute, wideRoutes } from './wide-routes.ts'
import { type Tracks, tracksOf } from './wide-tracks.ts'

/** The room that arrangements are compared in, in px: the pane of a laptop’s window. */
const ROOM: Size = { width: 832, height: 546 }

/** Margin around a chart, in px, because stamps and heavy lines reach beyond the nodes. */
const MARGIN = 8
/** The length of the arrowhead beyond the end of its line. */
const ARROW = 4
/** Room in a channel, in px: between a node and its label, for an arrowhead, beside tracks, and between them. */
const BESIDE_NODE = 2
const FOR_ARROW = 10
const FOR_STAMP = 15
const BESIDE_TRACKS = 5
const BETWEEN_TRACKS = 8
/** The least room between columns and between rows, where stamps are. */
const LEAST_ACROSS = 20
const LEAST_DOWN = 22

/** A node that so many labelled edges leave has their labels at their ends. */
const FAN = 3

/** The most layouts that are kept. */
const KEPT = 32
const kept = new Map<string, ChartLayout>()

/**
 * Lays out a chart for a wide pane: nodes in columns and rows, edges along the channels between them. Edges into one node with
 * the same words share a line, and so do the edges of a node that many leave. It has the nodes, edges and words of the given
 * layout, at the same size of type. Equal nodes and edges have the very same layout.
 * @param whole the layout from top to bottom (`layOutChart`, `layOutAhead`)
 */
export function layOutWide(graph: Graph, whole: ChartLayout): ChartLayout {
  const drawn: Graph = {
    nodes: graph.nodes.filter(({ id }) => whole.nodes.some((node) => node.id === id)),
    edges: graph.edges.filter(({ id }) => whole.edges.some((edge) => edge.id === id)),
  }
  const name = JSON.stringify(drawn)
  const known = kept.get(name)
  if (known !== undefined) return known
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= KEPT) kept.delete(oldest)
  // A chart whose edges do not find their way in columns and rows stays as it is.
  const layout = laidOut(drawn) ?? whole
  kept.set(name, layout)
  return layout
}

/** A layout of one arrangement, and how good it is. */
interface Tried {
  readonly layout: ChartLayout
  readonly worth: number
}

function laidOut(drawn: Graph): ChartLayout | undefined {
  const { nodes, edges } = drawn
  const sizes = nodes.map(nodeSize)
  const indexOf = new Map(nodes.map(({ id }, i) => [id, i]))
  const ends = bundled(drawn)
  const cellEdges = edges.map(({ id, from, to }) => ({
    from: indexOf.get(from) as number,
    to: indexOf.get(to) as number,
    label: ends.get(id)?.label ?? { width: 0, height: 0 },
    labelAtTarget: ends.get(id)?.labelAtTarget ?? false,
  }))
  const tried = arrangements(sizes, cellEdges, ROOM.width / ROOM.height).flatMap((cells) => {
    const one = laidOutIn(drawn, new Map(nodes.map(({ id }, i) => [id, cells[i] as Cell])))
    return one ? [one] : []
  })
  return tried.sort((a, b) => b.worth - a.worth)[0]?.layout
}

/** Which edges share a line, and where their labels are. */
interface Bundled extends LabelledEnds {
  readonly bundle: string
  /** The box of its label, from the upper left corner of the place of the label. */
  readonly part?: Rectangle
}

function bundled({ edges }: Graph): ReadonlyMap<string, Bundled> {
  return new Map(
    edges.map(({ id, from, to, label }) => {
      const leaving = edges.filter((other) => other.from === from && other.label)
      const parallel = leaving.filter((other) => other.to === to)
      const labelAtTarget = label !== undefined && (leaving.length >= FAN || parallel.length > 1)
      const bundle = labelAtTarget ? `from ${from}` : `to ${to} ${plainText(label ?? [])}`
      const labelledWith = parallel[0]?.id ?? id
      return [id, { bundle, labelAtTarget, labelledWith, ...(label && stacked(parallel, id)) }]
    }),
  )
}

/** The labels of edges between the same two nodes, below each other, and the place of one of them. */
function stacked(parallel: Graph['edges'], id: string): { readonly label: Size; readonly part: Rectangle } {
  const sizes = parallel.map((edge) => edgeLabelSize(edgeLines(edge.label ?? [])))
  const own = parallel.findIndex((edge) => edge.id === id)
  const size = sizes[own] as Size
  const width = Math.max(...sizes.map((one) => one.width))
  const height = (labels: readonly Size[]): number => labels.reduce((sum, one) => sum + one.height, 0)
  const part = { left: (width - size.width) / 2, top: height(sizes.slice(0, own)), ...size }
  return { label: { width, height: height(sizes) }, part }
}

function laidOutIn(drawn: Graph, cells: ReadonlyMap<string, Cell>): Tried | undefined {
  const ends = bundled(drawn)
  const edges = drawn.edges.map(
    ({ id, from, to }): RoutedEdge => ({ id, from, to, bundle: ends.get(id)?.bundle ?? id }),
  )
  const routes = wideRoutes(cells, edges)
  if (routes === undefined) return undefined
  const ports = portsOf(routes, ends)
  const tracks = tracksOf(routes, (route, corner, axis) => {
    const point = route.points[corner] as { x: number; y: number }
    const port =
      corner === 1
        ? ports.out.get(route.edge.id)
        : corner === route.points.length - 2
          ? ports.into.get(route.edge.id)
          : undefined
    return point[axis] + (port?.offset ?? 0) / 1000
  })
  const sizes = new Map(drawn.nodes.map((node) => [node.id, nodeSize(node)]))
  const grid = gridOf(cells, sizes, ports, tracks)
  const layout = placed(drawn, routes, { cells, sizes, ports, tracks, grid })
  const crowded = drawn.nodes.some((node) => !hasRoom(ports.ofNode.get(node.id) ?? [], nodeSize(node), node.shape))
  if (crowded || tracks.over > 0 || hasOverlaps(layout)) return undefined
  return { layout, worth: worthOf(layout) }
}

/** Whether the words of nodes and edges are over each other. */
function hasOverlaps({ nodes, edges }: ChartLayout): boolean {
  const boxes = [...nodes.map(({ box }) => box), ...edges.flatMap(({ label }) => (label ? [label.box] : []))]
  return boxes.some((box, i) => boxes.slice(i + 1).some((other) => overlap(box, other)))
}

/** What it costs where the first node is at the right, or at the bottom. In hundredths of a px of type. */
const BEGINS_LAST = 50

/** How good a layout is: large words in the usual room, then a beginning at the left and the top, and short lines. In hundredths
 * of a px of type. */
function worthOf({ width, height, nodes: [first], edges }: ChartLayout): number {
  const zoom = Math.min(1, ROOM.width / width, ROOM.height / height)
  const length = edges.reduce((sum, { points }) => sum + lengthOf(points), 0)
  const begins = first ? first.box.left / width + first.box.top / height / 2 : 0
  return 1200 * zoom - BEGINS_LAST * begins - length / 80
}

/** The columns and rows of a chart, and the channels before, between and after them. In px. */
interface Grid {
  readonly x: Lines
  readonly y: Lines
}

interface Lines {
  /** The middles of columns or rows. */
  readonly middles: readonly number[]
  /** Where the first track of each channel is. */
  readonly tracks: readonly number[]
  readonly length: number
}

function gridOf(
  cells: ReadonlyMap<string, Cell>,
  sizes: ReadonlyMap<string, Size>,
  ports: Ports,
  tracks: Tracks,
): Grid {
  const along = (axis: 'x' | 'y'): Lines => {
    const length = axis === 'x' ? 'width' : 'height'
    const [near, far] = axis === 'x' ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
    const place = ({ column, row }: Cell): number => (axis === 'x' ? column : row)
    const count = Math.max(...[...cells.values()].map(place)) + 1
    const bands = Array.from({ length: count }, () => 0)
    for (const [id, cell] of cells) {
      const beside = (ports.ofNode.get(id) ?? []).filter(({ side }) => isAcross(side) !== (axis === 'x'))
      const needed = beside.map(({ offset, label }) => 2 * Math.abs(offset) + (label?.[length] ?? 0))
      bands[place(cell)] = Math.max(bands[place(cell)] ?? 0, sizes.get(id)?.[length] ?? 0, ...needed)
    }
    /** The room beside the column for labels and arrowheads, beyond what smaller nodes leave free. */
    const zone = (band: number, side: Port['side']): number =>
      Math.max(
        0,
        ...[...cells].flatMap(([id, cell]): readonly number[] => {
          if (place(cell) !== band) return []
          const spare = ((bands[band] ?? 0) - (sizes.get(id)?.[length] ?? 0)) / 2
          const needed = (ports.ofNode.get(id) ?? [])
            .filter((port) => port.side === side)
            .map(
              ({ label, arrow }) => BESIDE_NODE + (label ? label[length] + BESIDE_NODE : 0) + (arrow ? FOR_ARROW : 0),
            )
          return [Math.max(side === 'top' ? FOR_STAMP : 0, ...needed) - spare]
        }),
      )
    const middles: number[] = []
    const first: number[] = []
    let at = MARGIN
    for (let channel = 0; channel <= count; channel++) {
      const lines = tracks.count(axis, 2 * channel)
      const before = zone(channel - 1, far)
      const after = zone(channel, near)
      const inTracks = lines === 0 ? 0 : (lines - 1) * BETWEEN_TRACKS + 2 * BESIDE_TRACKS
      const outside = channel === 0 || channel === count
      const needed = before + inTracks + after
      const room = Math.max(needed, outside ? 0 : axis === 'x' ? LEAST_ACROSS : LEAST_DOWN)
      first.push(at + before + (room - needed) / 2 + BESIDE_TRACKS)
      at += room
      if (channel === count) break
      middles.push(Math.round(at + (bands[channel] ?? 0) / 2))
      at += bands[channel] ?? 0
    }
    return { middles, tracks: first, length: Math.ceil(at + MARGIN) }
  }
  return { x: along('x'), y: along('y') }
}

interface Places {
  readonly cells: ReadonlyMap<string, Cell>
  readonly sizes: ReadonlyMap<string, Size>
  readonly ports: Ports
  readonly tracks: Tracks
  readonly grid: Grid
}

function placed(drawn: Graph, routes: readonly WideRoute[], places: Places): ChartLayout {
  const { cells, sizes, grid, ports } = places
  const boxes = new Map(
    [...cells].map(([id, { column, row }]): [string, Rectangle] => {
      const { width, height } = sizes.get(id) as Size
      const [x, y] = [grid.x.middles[column] as number, grid.y.middles[row] as number]
      return [id, { left: x - width / 2, top: y - height / 2, width, height }]
    }),
  )
  const shapes = new Map(drawn.nodes.map(({ id, shape }) => [id, shape]))
  const routeOf = new Map(routes.map((route) => [route.edge.id, route]))
  const ends = bundled(drawn)
  return {
    width: grid.x.length,
    height: grid.y.length,
    nodes: drawn.nodes.map((node) => chartNode(node, boxes.get(node.id) as Rectangle)),
    edges: drawn.edges.map(({ id, from, to, label, notInText, onlyWhenTaken }): ChartEdge => {
      const [out, into] = [ports.out.get(id) as Port, ports.into.get(id) as Port]
      const start = pointOf(out, boxes.get(from) as Rectangle, shapes.get(from) ?? 'step')
      const end = pointOf(into, boxes.get(to) as Rectangle, shapes.get(to) ?? 'step')
      const path = roundedPath(pointsOf(routeOf.get(id) as WideRoute, start, end, into, places))
      const { labelAtTarget, part } = ends.get(id) as Bundled
      const place = labelAtTarget
        ? labelBox(into, boxes.get(to) as Rectangle, FOR_ARROW)
        : labelBox(out, boxes.get(from) as Rectangle, BESIDE_NODE)
      return {
        ...{ id, from, to, path, points: pathPoints(path) },
        ...(notInText && { dashed: true }),
        ...(onlyWhenTaken && { rare: true }),
        ...(label &&
          part && {
            label: {
              box: { ...part, left: place.left + part.left, top: place.top + part.top },
              lines: edgeLines(label),
            },
          }),
      }
    }),
  }
}

/** The box of the label of a port, so far from its node. */
function labelBox({ side, offset, label }: Port, box: Rectangle, away: number): Rectangle {
  const { width, height } = label ?? { width: 0, height: 0 }
  const [x, y] = [box.left + box.width / 2 + offset, box.top + box.height / 2 + offset]
  if (side === 'top') return { left: x - width / 2, top: box.top - away - height, width, height }
  if (side === 'bottom') return { left: x - width / 2, top: box.top + box.height + away, width, height }
  return {
    left: side === 'left' ? box.left - away - width : box.left + box.width + away,
    top: y - height / 2,
    width,
    height,
  }
}

/** The corners of an edge, in px. */
function pointsOf(route: WideRoute, start: Point, end: Point, into: Port, { tracks, grid }: Places): readonly Point[] {
  const { points, edge } = route
  const last = points.length - 1
  const tip = {
    x: end.x + (into.side === 'left' ? -ARROW : into.side === 'right' ? ARROW : 0),
    y: end.y + (into.side === 'top' ? -ARROW : into.side === 'bottom' ? ARROW : 0),
  }
  /** Of a piece along a channel, by its number: where it is across the channel. */
  const across = (piece: number): number => {
    const [from, to] = [points[piece], points[piece + 1]] as [Point, Point]
    const axis = from.x === to.x ? 'x' : 'y'
    const track = tracks.trackOf(axis, from[axis], edge.bundle, axis === 'x' ? from.y : from.x)
    return Math.round((grid[axis].tracks[from[axis] / 2] as number) + track * BETWEEN_TRACKS)
  }
  const corners = points.slice(1, -1).map((point, i): Point => {
    const piece = i + 1
    const before = points[piece - 1] as Point
    const isVertical = before.x === point.x
    const inBefore = piece === 1 ? (isVertical ? start.x : start.y) : across(piece - 1)
    const inAfter = piece === last - 1 ? (isVertical ? end.y : end.x) : across(piece)
    return isVertical ? { x: inBefore, y: inAfter } : { x: inAfter, y: inBefore }
  })
  return [start, ...corners, tip]
}
