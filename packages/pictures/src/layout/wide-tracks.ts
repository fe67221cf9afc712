import type { WideRoute } from './wide-routes.ts'

/** A straight piece of one bundle along a channel, and where its edges leave it. */
interface Leg {
  readonly bundle: string
  readonly ends: readonly LegEnd[]
  readonly first: number
  readonly last: number
}

interface LegEnd {
  /** Where along the channel, in lines of the chart. */
  readonly along: number
  /** To the left or upwards (-1), or to the right or downwards (1). */
  readonly side: number
}

/** Where the lines of bundles run in the channels of a chart. */
export interface Tracks {
  /** The number of tracks of a channel: of a vertical one at x, of a horizontal one at y. */
  count(axis: 'x' | 'y', line: number): number
  /** The track of a piece of a bundle that begins at `along`. */
  trackOf(axis: 'x' | 'y', line: number, bundle: string, along: number): number
  /** How often a line runs over one of another bundle. */
  readonly over: number
}

/** Two lines that run over each other are worse than any number of crossings. */
const OVER_EACH_OTHER = 1000

/**
 * Gives the pieces of edges that run along one channel tracks beside each other, in an order with few crossings.
 * @param along where a corner of an edge is along its channel, in lines of the chart: those at one node differ a little
 */
export function tracksOf(
  routes: readonly WideRoute[],
  along: (route: WideRoute, corner: number, axis: 'x' | 'y') => number,
): Tracks {
  const channels = new Map<string, Leg[]>()
  for (const route of routes) {
    const { points } = route
    for (let i = 1; i < points.length - 2; i++) {
      const [before, from, to, after] = [points[i - 1], points[i], points[i + 1], points[i + 2]] as [P, P, P, P]
      const axis = from.x === to.x ? 'x' : 'y'
      const other = axis === 'x' ? 'y' : 'x'
      const ends = [
        { along: along(route, i, other), side: Math.sign(before[axis] - from[axis]) },
        { along: along(route, i + 1, other), side: Math.sign(after[axis] - to[axis]) },
      ]
      const name = `${axis} ${from[axis]}`
      const [first, last] = ends.map((end) => end.along).sort((a, b) => a - b) as [number, number]
      channels.set(name, [...(channels.get(name) ?? []), { bundle: route.edge.bundle, ends, first, last }])
    }
  }
  const placed = new Map([...channels].map(([name, legs]) => [name, inTracks(joined(legs))]))
  const costs = [...placed.values()].map((legs) => costOf(legs.map(({ leg }) => leg)))
  const cost = costs.reduce((sum, one) => sum + one, 0)
  return {
    over: Math.floor(cost / OVER_EACH_OTHER),
    count: (axis, line) => Math.max(0, ...(placed.get(`${axis} ${line}`) ?? []).map(({ track }) => track + 1)),
    trackOf: (axis, line, bundle, at) =>
      placed
        .get(`${axis} ${line}`)
        ?.find(({ leg }) => leg.bundle === bundle && leg.first - 0.5 < at && at < leg.last + 0.5)?.track ?? 0,
  }
}

type P = WideRoute['points'][number]

/** Pieces of one bundle that meet, as one. */
function joined(legs: readonly Leg[]): readonly Leg[] {
  const found: Leg[] = []
  for (const leg of legs.toSorted((a, b) => a.first - b.first)) {
    const i = found.findIndex((one) => one.bundle === leg.bundle && one.last >= leg.first - 0.5)
    const one = found[i]
    if (one === undefined) found.push(leg)
    else found[i] = { ...one, ends: [...one.ends, ...leg.ends], last: Math.max(one.last, leg.last) }
  }
  return found
}

function inTracks(legs: readonly Leg[]): readonly { readonly leg: Leg; readonly track: number }[] {
  const order = [...legs]
  let cost = costOf(order)
  for (let better = true; better; ) {
    better = false
    for (let i = 0; i < order.length; i++)
      for (let j = 0; j < order.length; j++) {
        if (i === j) continue
        const [moved] = order.splice(i, 1) as [Leg]
        order.splice(j, 0, moved)
        const other = costOf(order)
        if (other < cost) {
          cost = other
          better = true
        } else {
          order.splice(j, 1)
          order.splice(i, 0, moved)
        }
      }
  }
  const placed: { leg: Leg; track: number }[] = []
  for (const leg of order) {
    const beside = placed.filter((one) => one.leg.first <= leg.last + 0.2 && leg.first <= one.leg.last + 0.2)
    placed.push({ leg, track: Math.max(-1, ...beside.map(({ track }) => track)) + 1 })
  }
  return placed
}

function costOf(order: readonly Leg[]): number {
  return order.reduce(
    (sum, leg, i) => sum + order.slice(i + 1).reduce((all, right) => all + crossings(leg, right), 0),
    0,
  )
}

/** The crossings of two pieces if one is left of the other, or above it. */
function crossings(left: Leg, right: Leg): number {
  const inside = ({ first, last }: Leg, along: number): boolean => first < along && along < last
  const level = left.ends.some((a) =>
    right.ends.some((b) => a.side > 0 && b.side < 0 && Math.abs(a.along - b.along) < 0.004),
  )
  return (
    right.ends.filter(({ along, side }) => side < 0 && inside(left, along)).length +
    left.ends.filter(({ along, side }) => side > 0 && inside(right, along)).length +
    (level ? OVER_EACH_OTHER : 0)
  )
}
