import type { NodeShape } from '@authz-playground/engine'
import { slantOf } from '../chart/shapes.ts'
import type { Rectangle, Size } from './geometry.ts'
import type { Side, WideRoute } from './wide-routes.ts'

/** A point on a side of a node, where edges of one bundle leave or enter. */
export interface Port {
  readonly side: Side
  /** From the middle of the side to the right or downwards, in px. */
  readonly offset: number
  readonly label?: Size
  readonly arrow: boolean
}

/** The ports of a chart: of each node, and of both ends of each edge. */
export interface Ports {
  readonly ofNode: ReadonlyMap<string, readonly Port[]>
  readonly out: ReadonlyMap<string, Port>
  readonly into: ReadonlyMap<string, Port>
}

/** Where the label of an edge is: at its source or, where many edges leave one node, at its target. */
export interface LabelledEnds {
  /** The size of its label. Edges between the same two nodes have theirs below each other, as one. */
  readonly label?: Size
  readonly labelAtTarget: boolean
  /** The edge that it shares its label’s place with, or itself. */
  readonly labelledWith: string
}

/** The least distances of the lines and labels of ports, in px. */
const BETWEEN_LINES = 11
const BETWEEN_LABELS = 2

interface Wish {
  readonly node: string
  readonly side: Side
  readonly key: string
  /** Where its first piece along a channel goes: up or left is negative. 0 goes straight on. */
  readonly turn: number
  readonly straight: boolean
  readonly label?: Size
  readonly arrow: boolean
}

/** The ports of the routes, in the order in which their edges turn. A straight edge has the middles of both sides. */
export function portsOf(routes: readonly WideRoute[], ends: ReadonlyMap<string, LabelledEnds>): Ports {
  const wishes = routes.flatMap(
    (route): readonly (Wish & { readonly edge: string; readonly end: 'out' | 'into' })[] => {
      const { edge, out, into, points } = route
      const { label, labelAtTarget, labelledWith } = ends.get(edge.id) as LabelledEnds
      const straight = points.length === 2
      const sized = label && { label }
      return [
        {
          ...{ edge: edge.id, end: 'out', node: edge.from, side: out, straight, arrow: false },
          key: labelAtTarget ? edge.bundle : `out ${edge.id}`,
          turn: turnOf(points, out),
          ...(!labelAtTarget && sized),
        },
        {
          ...{ edge: edge.id, end: 'into', node: edge.to, side: into, straight, arrow: true },
          key: labelAtTarget ? `into ${labelledWith}` : edge.bundle,
          turn: turnOf(points.toReversed(), into),
          ...(labelAtTarget && sized),
        },
      ]
    },
  )
  const ofNode = new Map<string, Port[]>()
  const found = new Map<string, Port>()
  for (const here of grouped(wishes, ({ node, side }) => `${node} ${side}`).values()) {
    const byKey = [...grouped(here, ({ key }) => key).values()].map((same) => {
      const turn = same.reduce((sum, one) => sum + one.turn, 0) / same.length
      return { ...(same[0] as Wish), turn, straight: same.some((one) => one.straight) }
    })
    for (const port of offsets(byKey.sort((a, b) => a.turn - b.turn))) {
      const { node, side, key, label, arrow, offset } = port
      const made: Port = { side, offset, arrow, ...(label && { label }) }
      ofNode.set(node, [...(ofNode.get(node) ?? []), made])
      found.set(`${node} ${side} ${key}`, made)
    }
  }
  const portOf = (end: 'out' | 'into') =>
    new Map(
      wishes.flatMap((wish): readonly (readonly [string, Port])[] =>
        wish.end === end ? [[wish.edge, found.get(`${wish.node} ${wish.side} ${wish.key}`) as Port]] : [],
      ),
    )
  return { ofNode, out: portOf('out'), into: portOf('into') }
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

export function isAcross(side: Side): boolean {
  return side === 'left' || side === 'right'
}

function turnOf(points: WideRoute['points'], side: Side): number {
  const [from, , corner] = points
  if (from === undefined || corner === undefined) return 0
  return isAcross(side) ? corner.y - from.y : corner.x - from.x
}

function offsets(wishes: readonly Wish[]): readonly (Wish & { readonly offset: number })[] {
  const half = ({ side, label }: Wish): number => ((isAcross(side) ? label?.height : label?.width) ?? 0) / 2
  const at: number[] = []
  for (const [i, wish] of wishes.entries()) {
    const before = wishes[i - 1]
    at.push(
      before === undefined
        ? 0
        : (at[i - 1] as number) + Math.max(BETWEEN_LINES, half(before) + half(wish) + BETWEEN_LABELS),
    )
  }
  const straight = wishes.findIndex((wish) => wish.straight)
  const zero = straight >= 0 ? (at[straight] as number) : (at.at(-1) ?? 0) / 2
  return wishes.map((wish, i) => ({ ...wish, offset: Math.round((at[i] as number) - zero) }))
}

/** The point of a port on the outline of its node. */
export function pointOf({ side, offset }: Port, box: Rectangle, shape: NodeShape): { x: number; y: number } {
  const { left, top, width, height } = box
  const [x, y] = [left + width / 2, top + height / 2]
  if (side === 'top') return { x: x + offset, y: top }
  if (side === 'bottom') return { x: x + offset, y: top + height }
  const inset = insetOf(shape, height, Math.abs(offset))
  return { x: side === 'left' ? left + inset : left + width - inset, y: y + offset }
}

/** How far the outline of a node is inside its box, at a distance from the middle of its left or right side. */
function insetOf(shape: NodeShape, height: number, distance: number): number {
  if (shape === 'question') return (slantOf(height) * distance) / (height / 2)
  if (shape === 'end') return height / 2 - Math.sqrt(Math.max(0, (height / 2) ** 2 - distance ** 2))
  return 0
}

/** Whether a side of a node has room for its ports. */
export function hasRoom(ports: readonly Port[], { width, height }: Size, shape: NodeShape): boolean {
  const slant = shape === 'question' ? slantOf(height) : shape === 'end' ? height / 2 : 5
  return ports.every(({ side, offset }) => Math.abs(offset) <= (isAcross(side) ? height / 2 - 3 : width / 2 - slant))
}
