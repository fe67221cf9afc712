import type { NodeId } from '@authz-playground/engine'
import { centerOf, type Point, type Rectangle } from './geometry.ts'
import type { GridColumn, GridColumns } from './grid-columns.ts'

/** The end of a line is the middle of its arrowhead, so far from the box. Px. */
const ARROW = 4
/** The distance between a column and the line that passes at its left. Px. */
const PASSES = 9
/** How far above or below the corner of a box a line leaves that goes back. Px. */
const CORNER = 14

/** The places of a grid between which edges go. */
export interface GridPlaces extends GridColumns {
  readonly boxes: ReadonlyMap<NodeId, Rectangle>
  /** The nodes without a box: points on the line of choice, and above the bar of the last question. */
  readonly points: ReadonlyMap<NodeId, Point>
  /** Lines between rows: above question 1, below it, and above the last question. */
  readonly hairlines: readonly [number, number, number]
  /** The upper side of the bar of the last question. */
  readonly barTop: number
  /** The vertical at the right, by which requests leave the table. */
  readonly rail: number
}

/** The way of an edge, as straight lines. */
export interface Route {
  readonly points: readonly Point[]
  /** It ends at a point of another line, without an arrowhead. */
  readonly joins?: true
}

/**
 * The way of an edge between two nodes of the grid. Yes goes down, no goes right: through the gutter to the next column,
 * along the channel below question 1 to a farther one, down the rail out of the table. Only the way back to the choice of the
 * mode goes left.
 */
export function routeOf(from: NodeId, to: NodeId, places: GridPlaces): Route | undefined {
  const [start, end] = [places.points.get(from), places.points.get(to)]
  const [source, target] = [places.boxes.get(from), places.boxes.get(to)]
  if (start !== undefined && end !== undefined) return { points: [start, end], joins: true }
  if (start !== undefined && target !== undefined) return { points: choiceTo(start, target, to, places) }
  if (source === undefined) return undefined
  if (end !== undefined) {
    const column = columnOf(places.columns, from)
    // Below another column than that of the run, yes leads to the bar itself.
    if (end.y > source.top && column?.identity.at(-1) === from && column.middle !== end.x)
      return { points: down(column.middle, source, places.barTop - ARROW) }
    return { points: backTo(source, end, from, places), joins: true }
  }
  if (target === undefined) return undefined
  return { points: between(source, target, from, to, places) }
}

/** From the line of choice down into a column, down the free lane, or along it and down the rail. */
function choiceTo(start: Point, target: Rectangle, to: NodeId, { columns, lane, rail }: GridPlaces): readonly Point[] {
  const column = columnOf(columns, to)
  const top = { ...centerOf(target), y: target.top - ARROW }
  // A bar is below more than one column.
  const x = column?.middle ?? (isUnder(target, rail) ? rail : isUnder(target, start.x) ? start.x : lane)
  return x === start.x ? [start, { x, y: top.y }] : [start, { x, y: start.y }, { x, y: top.y }]
}

/** From a box to a point: down to the point above the last question, or back to the choice of the mode. */
function backTo(source: Rectangle, end: Point, from: NodeId, places: GridPlaces): readonly Point[] {
  const [above, , below] = places.hairlines
  const passes = source.left - PASSES
  if (end.y < source.top) {
    const y = source.top + CORNER
    return [{ x: source.left, y }, { x: passes, y }, { x: passes, y: above }, { x: end.x, y: above }, end]
  }
  const isLast = columnOf(places.columns, from)?.identity.at(-1) === from
  if (isLast) return [{ x: end.x, y: source.top + source.height }, end]
  const y = source.top + source.height - CORNER
  return [{ x: source.left, y }, { x: passes, y }, { x: passes, y: below }, end]
}

function between(
  source: Rectangle,
  target: Rectangle,
  from: NodeId,
  to: NodeId,
  { columns, rail, hairlines: [, channel] }: GridPlaces,
): readonly Point[] {
  const [start, into] = [rightOf(source), centerOf(target)]
  const [column, next] = [columnOf(columns, from), columnOf(columns, to)]
  const y = target.top - ARROW
  if (next === undefined) {
    if (!isUnder(target, rail)) return down(column ? centerOf(source).x : into.x, source, y)
    if (column === undefined || column === columns.at(-1)) return [start, { x: rail, y: start.y }, { x: rail, y }]
    // Past the old verb, along the channel.
    const x = start.x + PASSES
    return [start, { x, y: start.y }, { x, y: channel }, { x: rail, y: channel }, { x: rail, y }]
  }
  if (column === next) return down(into.x, source, y)
  const end = { x: target.left - ARROW, y: into.y }
  const passed = columns.slice(columns.indexOf(column as GridColumn) + 1, columns.indexOf(next))
  if (start.y === end.y && passed.every(({ open }) => open === undefined)) return [start, end]
  const gap = passed.length === 0 ? (target.left - start.x) / 2 : PASSES
  const x = start.x + gap
  if (passed.length === 0) return [start, { x, y: start.y }, { x, y: end.y }, end]
  const before = target.left - PASSES - (passed.at(-1)?.open ? 3 : 0)
  return [
    start,
    ...[
      { x, y: start.y },
      { x, y: channel },
      { x: before, y: channel },
      { x: before, y: end.y },
    ],
    end,
  ]
}

function down(x: number, source: Rectangle, y: number): readonly Point[] {
  return [
    { x, y: source.top + source.height },
    { x, y },
  ]
}

function rightOf(box: Rectangle): Point {
  return { x: box.left + box.width, y: centerOf(box).y }
}

function isUnder({ left, width }: Rectangle, x: number): boolean {
  return left <= x && x <= left + width
}

export function columnOf(columns: readonly GridColumn[], node: NodeId): GridColumn | undefined {
  return columns.find(({ action, identity }) => action === node || identity.includes(node))
}
