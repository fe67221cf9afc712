import type { Point } from '../layout/geometry.ts'

/** The number of keyframes, enough for a smooth curve at sixty frames a second. */
const FRAMES = 20

/**
 * The movement of the token along an edge, as keyframes for an animation of the browser: positions at equal intervals
 * of time, eased. It begins at the position of the token, which is the end of the last edge, not the start of this one.
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

/** Ease-out: starts fast and slows down at the end. Input and output are from 0 to 1. */
export function easeOut(part: number): number {
  return 1 - (1 - part) ** 3
}
