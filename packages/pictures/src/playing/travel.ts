import type { Point } from '../layout/geometry.ts'
import { easeOut } from './easing.ts'

/** Enough for a curve to look like one, at sixty frames a second. */
const FRAMES = 20

/**
 * The way of the token along an edge, as keyframes that the browser plays without us: positions at even times, eased.
 * It starts where the token stands, which is where the last edge came in and not where the next goes out.
 */
export function travelFrames(from: Point, edge: readonly Point[]): readonly Point[] {
  const way = [from, ...edge]
  const lengths = way.map((point, i) => distance(way[i - 1] ?? point, point))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  return Array.from({ length: FRAMES + 1 }, (_, i) => along(way, lengths, total * easeOut(i / FRAMES)))
}

function along(way: readonly Point[], lengths: readonly number[], wanted: number): Point {
  let gone = 0
  for (const [i, point] of way.entries()) {
    const length = lengths[i] ?? 0
    const before = way[i - 1]
    if (before !== undefined && gone + length >= wanted) {
      const part = length === 0 ? 1 : (wanted - gone) / length
      return { x: before.x + (point.x - before.x) * part, y: before.y + (point.y - before.y) * part }
    }
    gone += length
  }
  return way.at(-1) as Point
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}
