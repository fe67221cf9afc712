import type { NodeShape, RichText } from '@authz-playground/engine'
import { at, centerOf, type Point, type Rectangle } from '../layout/geometry.ts'
import { BASELINE, LINE } from '../words/type.ts'

/** Half of an arrowhead's length and of its width, in px. The end of the line is its middle. */
const ARROW = 4
/** The radius of the corners of an action, in px. */
const RADIUS = 5

/** The distance between the two lines at the sides of a node that asks, in px. */
export const DOUBLE = 4

/** How far the sides of a choice go outwards, in px: no further in one with many lines. */
export function slantOf(height: number): number {
  return Math.min(height / 4, 10)
}

/**
 * The outline of a node as SVG path data, in mermaid's shapes: a rounded box for an action, a hexagon for a choice, a
 * stadium for the client's outcome. The sides of a choice that sends access reviews are doubled.
 */
export function outlinePath(shape: NodeShape, { left, top, width, height }: Rectangle, asks = false): string {
  const [right, bottom] = [left + width, top + height]
  if (shape === 'question') {
    const [slant, middle] = [slantOf(height), top + height / 2]
    const outline = `M${left + slant},${top}H${right - slant}L${right},${middle}L${right - slant},${bottom}H${left + slant}L${left},${middle}Z`
    if (!asks) return outline
    // Clockwise like the outline, or the fill would have holes.
    const [start, end] = [left + slant + DOUBLE, right - slant - DOUBLE]
    return `${outline}M${start},${bottom}L${left + DOUBLE},${middle}L${start},${top}M${end},${top}L${right - DOUBLE},${middle}L${end},${bottom}`
  }
  const radius = shape === 'end' ? height / 2 : RADIUS
  const corner = (x: number, y: number): string => `a${radius},${radius} 0 0 1 ${x * radius},${y * radius}`
  return [
    `M${left + radius},${top}H${right - radius}${corner(1, 1)}V${bottom - radius}`,
    `${corner(-1, 1)}H${left + radius}${corner(-1, -1)}V${top + radius}${corner(1, -1)}Z`,
  ].join('')
}

/** The arrowhead at the end of an edge, as SVG path data. */
export function arrowheadPath(points: readonly Point[]): string {
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const before = points.findLast(({ x, y }) => Math.hypot(x - end.x, y - end.y) > 1) ?? { x: end.x, y: end.y - 1 }
  const length = Math.hypot(end.x - before.x, end.y - before.y)
  const along = { x: ((end.x - before.x) / length) * ARROW, y: ((end.y - before.y) / length) * ARROW }
  const corner = (side: 1 | -1): Point => ({ x: end.x - along.x - side * along.y, y: end.y - along.y + side * along.x })
  return `M${at(corner(1))}L${at({ x: end.x + along.x, y: end.y + along.y })}L${at(corner(-1))}Z`
}

/** A line of words that is centred at x, with its baseline at y. */
export interface WordLine {
  readonly words: RichText
  readonly x: number
  readonly y: number
}

/** The lines of a node or of a label, below each other in the middle of their box. */
export function linesIn(box: Rectangle, lines: readonly RichText[]): readonly WordLine[] {
  const { x, y } = centerOf(box)
  const first = y - ((lines.length - 1) * LINE) / 2 + BASELINE
  return lines.map((words, i) => ({ words, x, y: first + i * LINE }))
}
