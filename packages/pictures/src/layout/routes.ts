import { at, type Point, type Rectangle } from './geometry.ts'
import type { Band, DownEdge, RowLayout, Run } from './rows.ts'

/** Least distances of edges at a node, as far as there is room: from its ends, and between edges. Px. */
const INSET = 14
const BETWEEN_PORTS = 14

/** Length of the arrowhead beyond the end of its line, and of the straight run before that. In px. */
const ARROW = 4
const RUN_IN = 8

/**
 * The curves of the edges, as SVG path data: down out of a node, through the place of the label, straight past the rows
 * between, and into the next node from above. They change their x only between rows, where there is no node.
 */
export function routes({ nodes, runs, bands }: RowLayout, edges: readonly DownEdge[]): ReadonlyMap<string, string> {
  const out = ports(
    edges.map(({ id, from }) => ({ id, node: from, wanted: runs.get(id)?.[0].x ?? 0 })),
    nodes,
  )
  const into = ports(
    edges.map(({ id, to }) => ({ id, node: to, wanted: runs.get(id)?.at(-1)?.x ?? 0 })),
    nodes,
  )
  return new Map(
    edges.map(({ id, from, to }) => {
      const source = nodes.get(from) as Rectangle
      const target = nodes.get(to) as Rectangle
      const start = {
        x: out.get(id) as number,
        top: source.top + source.height,
        bottom: (bands.get(from) as Band).bottom,
      }
      const end = {
        x: into.get(id) as number,
        top: (bands.get(to) as Band).top - ARROW - RUN_IN,
        bottom: target.top - ARROW,
      }
      // A row without labels has a place of no height, which is skipped.
      const between = (runs.get(id) ?? []).filter(({ top, bottom }) => bottom > top)
      return [id, pathThrough([start, ...between, end])]
    }),
  )
}

interface Wish {
  readonly id: string
  readonly node: string
  readonly wanted: number
}

/** The x at which edges meet their nodes: near the wanted x, in that order, and not too close together. */
function ports(wishes: readonly Wish[], nodes: RowLayout['nodes']): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [id, box] of nodes) {
    const here = wishes.filter(({ node }) => node === id).toSorted((a, b) => a.wanted - b.wanted)
    const inset = Math.min(INSET, box.width / 4)
    const least = box.left + inset
    const most = box.left + box.width - inset
    const distance = here.length < 2 ? 0 : Math.min(BETWEEN_PORTS, (most - least) / (here.length - 1))
    const x = here.map(({ wanted }) => Math.min(most, Math.max(least, wanted)))
    for (let i = 1; i < x.length; i++) x[i] = Math.max(x[i] as number, (x[i - 1] as number) + distance)
    for (let i = x.length - 1, limit = most; i >= 0; i--, limit = (x[i + 1] as number) - distance) {
      x[i] = Math.min(x[i] as number, limit)
    }
    for (const [i, wish] of here.entries()) found.set(wish.id, x[i] as number)
  }
  return found
}

function pathThrough([start, ...rest]: readonly Run[]): string {
  if (start === undefined) return ''
  let path = `M${at({ x: start.x, y: start.top })}`
  let from: Point = { x: start.x, y: start.bottom }
  if (start.bottom > start.top) path += `L${at(from)}`
  for (const { x, top, bottom } of rest) {
    path += bend(from, { x, y: top })
    from = { x, y: bottom }
    if (bottom > top) path += `L${at(from)}`
  }
  return path
}

/** A curve from one vertical line to another; straight where both have the same x. */
function bend(from: Point, to: Point): string {
  if (Math.abs(from.x - to.x) < 0.5) return `L${at(to)}`
  const middle = (from.y + to.y) / 2
  return `C${at({ x: from.x, y: middle })} ${at({ x: to.x, y: middle })} ${at(to)}`
}

/** The point of a label: the middle of the place through which its edge runs. */
export function labelPlace({ runs }: RowLayout, edge: string): Point | undefined {
  const place = runs.get(edge)?.[0]
  return place && { x: place.x, y: (place.top + place.bottom) / 2 }
}
