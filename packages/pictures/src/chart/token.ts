import type { Step } from '@authz-playground/engine'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { centerOf, type Point } from '../layout/geometry.ts'
import { travelFrames } from '../playing/travel.ts'

/** The token’s radius, and the width of the clear ring around it, in px. */
export const TOKEN = { radius: 6, ring: 2 }

/** The position of the token at a step: the end of the last edge; at first the top of the first node. */
export function tokenAt({ nodes, edges }: ChartLayout, steps: readonly Step[], position: number): Point | undefined {
  for (let at = position; at >= 0; at--) {
    const { edge } = steps[at] ?? {}
    const end = edge === undefined ? undefined : edges.find(({ id }) => id === edge)?.points.at(-1)
    if (end !== undefined) return end
  }
  const first = nodes.find(({ id }) => id === steps[0]?.node)?.box
  return first && { x: centerOf(first).x, y: first.top }
}

/** The positions of the token on the way to a step, at equal intervals of time; undefined where it takes no edge. */
export function tokenTravel(
  chart: ChartLayout,
  steps: readonly Step[],
  position: number,
): readonly Point[] | undefined {
  const from = tokenAt(chart, steps, position - 1)
  const edge = chart.edges.find(({ id }) => id === steps[position]?.edge)
  return from && edge && travelFrames(from, edge.points)
}
