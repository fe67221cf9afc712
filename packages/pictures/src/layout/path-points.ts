import { at, type Point } from './geometry.ts'

/** The lines for one bend, enough to look round while something moves along it. */
const PIECES = 10

/**
 * The points of a path from start to end, close enough to draw it with straight lines. It reads absolute M, L and C,
 * which mermaid and `routes` write. (`getPointAtLength` of a browser takes a hundred times as long.)
 */
export function pathPoints(path: string): readonly Point[] {
  const points: Point[] = []
  for (const [, command, rest = ''] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const numbers = (rest.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number)
    const given = Array.from({ length: numbers.length >> 1 }, (_, i) => ({
      x: numbers[2 * i] as number,
      y: numbers[2 * i + 1] as number,
    }))
    if (command !== 'C') {
      points.push(...given)
      continue
    }
    for (let i = 0; i + 2 < given.length; i += 3) {
      const [start, a, b, end] = [points.at(-1), given[i], given[i + 1], given[i + 2]] as readonly [
        Point,
        Point,
        Point,
        Point,
      ]
      for (let piece = 1; piece <= PIECES; piece++) points.push(onCurve(start, a, b, end, piece / PIECES))
    }
  }
  return points
}

/** The length of the straight lines between points. */
export function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, i) => {
    const before = points[i - 1]
    return before === undefined ? 0 : sum + Math.hypot(x - before.x, y - before.y)
  }, 0)
}

/** A point of a cubic Bézier curve, `t` of the way from its start to its end. */
function onCurve(start: Point, a: Point, b: Point, end: Point, t: number): Point {
  const s = 1 - t
  const mixed = (p: number, q: number, r: number, z: number): number =>
    s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * z
  return { x: mixed(start.x, a.x, b.x, end.x), y: mixed(start.y, a.y, b.y, end.y) }
}

/** A route along straight lines, with its corners rounded, as SVG path data. */
export function roundedPath(route: readonly Point[]): string {
  return route
    .map((point, i) => {
      const [before, after] = [route[i - 1], route[i + 1]]
      if (before === undefined) return `M${at(point)}`
      if (after === undefined) return `L${at(point)}`
      return `L${at(towards(point, before))}C${at(point)} ${at(point)} ${at(towards(point, after))}`
    })
    .join('')
}

/** The radius of a corner, in px. */
const RADIUS = 8

/** A point at the distance of a corner’s radius, or halfway where that is nearer. */
function towards(from: Point, to: Point): Point {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const part = distance === 0 ? 0 : Math.min(RADIUS / distance, 0.5)
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}
