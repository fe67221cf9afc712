import { boundingBox, centerOf, type Point, type Rectangle, type Size } from './geometry.ts'
import { roundedPath } from './path-points.ts'
import type { Band, RowLayout } from './rows.ts'

/** Clear distances in px: between a lane and its neighbours, and between a node and an edge at its side. */
const BESIDE = 14
const ASIDE = 12
/** Length of the arrowhead beyond the end of its line. */
const ARROW = 4
/** How far lines run straight from a row, in px: below the row before the labels, above it after the bends. */
const BELOW = 4
const ABOVE = 10

/** An edge that leads back up, or to a node of the same row. */
export interface UpwardEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly label?: Size
}

/** The line of an edge as SVG path data, and the box of its label. */
export interface Line {
  readonly id: string
  readonly path: string
  readonly box?: Rectangle
}

/**
 * Routes edges that do not lead downwards around the outside of a chart: out of the side of a node, along a lane of
 * their own beyond all nodes, and in at a side. The lane is on the nearer side of the node, and has the label.
 */
export function routedAround(
  edges: readonly UpwardEdge[],
  { nodes, bands }: RowLayout,
  taken: Rectangle,
): readonly Line[] {
  let room = taken
  const routed: Line[] = []
  for (const { id, from, to, label } of edges) {
    const source = nodes.get(from) as Rectangle
    const target = nodes.get(to) as Rectangle
    const side = centerOf(source).x < centerOf(taken).x ? -1 : 1
    const half = (label?.width ?? 0) / 2
    const lane = side < 0 ? room.left - BESIDE - half : room.left + room.width + BESIDE + half
    const free = (node: string): boolean => isOutermost(node, side, { nodes, bands })
    const out = tip(source, side)
    const below = (bands.get(from) as Band).bottom + BELOW
    const into = tip(target, side)
    const above = (bands.get(to) as Band).top - ABOVE
    const port = into.x - side * Math.min(BESIDE, target.width / 4)
    const route: readonly Point[] = [
      out,
      ...(free(from)
        ? []
        : [
            { x: out.x + side * ASIDE, y: out.y },
            { x: out.x + side * ASIDE, y: below },
          ]),
      { x: lane, y: free(from) ? out.y : below },
      ...(free(to)
        ? [
            { x: lane, y: into.y },
            { x: into.x + side * ARROW, y: into.y },
          ]
        : [
            { x: lane, y: above },
            { x: port, y: above },
            { x: port, y: target.top - ARROW },
          ]),
    ]
    const middle = { x: lane, y: ((free(from) ? out.y : below) + (free(to) ? into.y : above)) / 2 }
    const box = label && {
      left: middle.x - label.width / 2,
      top: middle.y - label.height / 2,
      width: label.width,
      height: label.height,
    }
    routed.push({ id, path: roundedPath(route), ...(box && { box }) })
    room = boundingBox([room, { left: lane - half, top: middle.y, width: 2 * half, height: 0 }]) as Rectangle
  }
  return routed
}

/** No other node of the row is between a node and the outside. */
function isOutermost(id: string, side: number, { nodes, bands }: Pick<RowLayout, 'nodes' | 'bands'>): boolean {
  const x = centerOf(nodes.get(id) as Rectangle).x
  const { top } = bands.get(id) as Band
  return [...nodes].every(([other, box]) => bands.get(other)?.top !== top || side * centerOf(box).x <= side * x)
}

function tip(box: Rectangle, side: number): Point {
  return { x: side < 0 ? box.left : box.left + box.width, y: centerOf(box).y }
}
