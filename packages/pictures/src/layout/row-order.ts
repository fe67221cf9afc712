/** Items in rows, joined only between adjacent rows. By index, so that many orders can be tried fast. */
export interface Layers {
  /** The row of each item. */
  readonly rows: readonly number[]
  /** Pairs of an item and one of the row below it. */
  readonly joins: readonly (readonly [upper: number, lower: number])[]
}

/** The items of each row, from left to right. */
export type Order = readonly (readonly number[])[]

/** Sweeps through all rows, down and up in turn, from each beginning. */
const SWEEPS = 8
/** The number of pseudo-random beginnings, besides those that follow the order of the joins. */
const BY_CHANCE = 16

/**
 * Orders of the rows, those with the fewest crossings first. From each of several beginnings, the items of a row are
 * sorted by the average place of their neighbours, and adjacent items are exchanged where that reduces crossings.
 */
export function rowOrders(layers: Layers): readonly { readonly order: Order; readonly crossings: number }[] {
  const joined = joinedTo(layers)
  const found = new Map<string, { readonly order: Order; readonly crossings: number }>()
  for (const beginning of beginnings(layers, joined)) {
    const { rows, places } = beginning
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      if (sweep > 0) align(rows, places, joined, sweep % 2 === 1)
      exchange(rows, places, joined)
      const name = rows.join(';')
      if (found.has(name)) continue
      found.set(name, { order: rows.map((row) => [...row]), crossings: crossingsIn(rows, places, joined) })
    }
  }
  return [...found.values()].sort((a, b) => a.crossings - b.crossings)
}

type Lists = readonly (readonly number[])[]

/** The neighbours of each item in the row above, and in the row below. */
interface Joined {
  readonly above: Lists
  readonly below: Lists
}

function joinedTo({ rows, joins }: Layers): Joined {
  const above: number[][] = rows.map(() => [])
  const below: number[][] = rows.map(() => [])
  for (const [upper, lower] of joins) {
    below[upper]?.push(lower)
    above[lower]?.push(upper)
  }
  return { above, below }
}

/** An order during the search, with the place of each item in its row. */
interface Draft {
  readonly rows: number[][]
  readonly places: Int32Array
}

/**
 * Walks from the top: an item that is visited earlier is further left. First depth-first and breadth-first, in the
 * order of the joins and in the opposite one; then depth-first in pseudo-random orders, the same each time.
 */
function beginnings({ rows }: Layers, { below }: Joined): readonly Draft[] {
  const chance = pseudoRandom()
  const shuffled = (items: readonly number[]): readonly number[] =>
    items
      .map((item) => ({ item, at: chance() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const mirrored = below.map((items) => items.toReversed())
  const walks = [
    ...[below, mirrored].flatMap((next) => [deep(rows, next), wide(rows, next)]),
    ...Array.from({ length: BY_CHANCE }, () => deep(rows, below.map(shuffled))),
  ]
  const count = Math.max(0, ...rows) + 1
  return walks.map((walk) => {
    const order: number[][] = Array.from({ length: count }, () => [])
    const places = new Int32Array(rows.length)
    for (const item of walk) places[item] = (order[rows[item] ?? 0]?.push(item) ?? 1) - 1
    return { rows: order, places }
  })
}

function deep(rows: Layers['rows'], next: Lists): Iterable<number> {
  const met = new Set<number>()
  const go = (item: number): void => {
    if (met.has(item)) return
    met.add(item)
    for (const lower of next[item] ?? []) go(lower)
  }
  for (const item of rows.keys()) go(item)
  return met
}

function wide(rows: Layers['rows'], next: Lists): Iterable<number> {
  const met = new Set([...rows.keys()].filter((item) => rows[item] === 0))
  for (const item of met) for (const lower of next[item] ?? []) met.add(lower)
  for (const item of rows.keys()) met.add(item)
  return met
}

/** Pseudo-random numbers from 0 to 1: a linear congruential generator with the constants of Numerical Recipes. */
export function pseudoRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Sorts each row, from the top or from the bottom, by the average place of the neighbours in the row before it. */
function align(rows: number[][], places: Int32Array, { above, below }: Joined, down: boolean): void {
  for (let step = 1; step < rows.length; step++) {
    const row = rows[down ? step : rows.length - 1 - step] ?? []
    const middles = new Map(
      row.map((item) => [item, middle((down ? above : below)[item] ?? [], places) ?? places[item] ?? 0]),
    )
    row.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
    for (let at = 0; at < row.length; at++) places[row[at] as number] = at
  }
}

function middle(items: readonly number[], places: Int32Array): number | undefined {
  if (items.length === 0) return undefined
  let sum = 0
  for (const item of items) sum += places[item] as number
  return sum / items.length
}

/** Exchanges adjacent items while that reduces crossings. */
function exchange(rows: number[][], places: Int32Array, { above, below }: Joined): void {
  for (let again = true; again; ) {
    again = false
    for (const row of rows) {
      for (let at = 0; at + 1 < row.length; at++) {
        const a = row[at] as number
        const b = row[at + 1] as number
        const gain =
          gainOf(above[a] as readonly number[], above[b] as readonly number[], places) +
          gainOf(below[a] as readonly number[], below[b] as readonly number[], places)
        if (gain <= 0) continue
        row[at] = b
        row[at + 1] = a
        places[b] = at
        places[a] = at + 1
        again = true
      }
    }
  }
}

/** The number of crossings saved by exchanging an item with the one at its right. */
function gainOf(left: readonly number[], right: readonly number[], places: Int32Array): number {
  let gain = 0
  for (const a of left) {
    for (const b of right) gain += Math.sign((places[a] as number) - (places[b] as number))
  }
  return gain
}

function crossingsIn(rows: readonly (readonly number[])[], places: Int32Array, { below }: Joined): number {
  let count = 0
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      for (let j = i + 1; j < row.length; j++) {
        for (const a of below[row[i] as number] as readonly number[])
          for (const b of below[row[j] as number] as readonly number[])
            if ((places[a] as number) > (places[b] as number)) count++
      }
    }
  }
  return count
}
