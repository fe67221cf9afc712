import type { Graph, NodeId } from '@authz-playground/engine'
import { at, centerOf, overlap, type Point, type Rectangle } from './geometry.ts'

/** The ground behind the questions of one mode: an area around each of them, from top to bottom, and all between these. */
export type ChartLane = readonly Rectangle[]

/** Ground around the nodes of a lane, in px. */
const AROUND = 5

/**
 * The lanes of a chart: one for each mode that asks several questions, unless something else stands between them. The
 * headings of the questions name the mode.
 */
export function lanesOf(graph: Graph, boxes: ReadonlyMap<NodeId, Rectangle>): readonly ChartLane[] {
  const modes = new Map<string, Map<NodeId, Rectangle>>()
  for (const { id, mode } of graph.nodes) {
    const box = boxes.get(id)
    if (mode !== undefined && box !== undefined) modes.set(mode, (modes.get(mode) ?? new Map()).set(id, box))
  }
  return [...modes.values()].flatMap((own) => {
    const lane = [...own.values()].sort((a, b) => a.top - b.top).map(grown)
    const free = [...boxes].every(([id, box]) => own.has(id) || !areasOf(lane).some((area) => overlap(area, box)))
    return own.size > 1 && free ? [lane] : []
  })
}

/** What a lane covers: the areas around its nodes, and those between two of them. */
export function areasOf(lane: ChartLane): readonly Rectangle[] {
  return lane.flatMap((area, i) => {
    const above = lane[i - 1]
    if (above === undefined) return [area]
    const left = Math.max(above.left, area.left)
    const right = Math.min(above.left + above.width, area.left + area.width)
    const top = above.top + above.height
    return [{ left, top, width: right - left, height: area.top - top }, area]
  })
}

/** The outline of a lane: down its right side and up its left side. */
export function lanePath(lane: ChartLane): string {
  const right = lane.flatMap(({ left, top, width, height }): readonly Point[] => [
    { x: left + width, y: top },
    { x: left + width, y: top + height },
  ])
  const left = lane.toReversed().flatMap(({ left: x, top, height }): readonly Point[] => [
    { x, y: top + height },
    { x, y: top },
  ])
  return `M${[...right, ...left].map(at).join('L')}Z`
}

/** Whether the middle of a rectangle lies in a lane. */
export function isIn(lane: ChartLane, rectangle: Rectangle): boolean {
  const { x, y } = centerOf(rectangle)
  return areasOf(lane).some((area) => overlap(area, { left: x, top: y, width: 0, height: 0 }))
}

function grown({ left, top, width, height }: Rectangle): Rectangle {
  return { left: left - AROUND, top: top - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND }
}
