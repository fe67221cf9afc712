/** `right` lies at least `apart` to the right of `left`. Both are indexes of places. */
export interface Apart {
  readonly left: number
  readonly right: number
  readonly apart: number
}

/** Two places that want to be at the same x, and how much. */
export interface Spring {
  readonly a: number
  readonly b: number
  readonly strength: number
}

/** Rounds of drawing together, and of pushing apart in each. More change nothing that is seen, at a hundred places. */
const ROUNDS = 150
const PUSHES = 12
/** Moves that nobody sees, in px. */
const UNSEEN = 0.05

/**
 * Finds an x for each of `count` places, so that springs are as short as can be and everything keeps apart: a gradient
 * descent on the springs’ energy, with each step projected back onto what is allowed (Hildreth’s method). `start` is
 * where the places are before. Undefined when what is asked for goes in a circle.
 */
export function columns(
  start: readonly number[],
  aparts: readonly Apart[],
  springs: readonly Spring[],
): readonly number[] | undefined {
  const order = leftToRight(start.length, aparts)
  if (order === undefined) return undefined
  const x = [...start]
  const pull = start.map(() => 0)
  for (const { a, b, strength } of springs) {
    pull[a] = at(pull, a) + strength
    pull[b] = at(pull, b) + strength
  }
  for (let round = 0; round < ROUNDS; round++) {
    const force = x.map(() => 0)
    for (const { a, b, strength } of springs) {
      const stretch = strength * (at(x, b) - at(x, a))
      force[a] = at(force, a) + stretch
      force[b] = at(force, b) - stretch
    }
    for (const i of x.keys()) x[i] = at(x, i) + (at(pull, i) === 0 ? 0 : (0.6 * at(force, i)) / at(pull, i))
    pushApart(x, aparts)
  }
  for (const { left, right, apart } of order) x[right] = Math.max(at(x, right), at(x, left) + apart)
  return x
}

function pushApart(x: number[], aparts: readonly Apart[]): void {
  const pressure = aparts.map(() => 0)
  for (let push = 0; push < PUSHES; push++) {
    let moved = 0
    for (let i = 0; i < aparts.length; i++) {
      const { left, right, apart } = aparts[i] as Apart
      const before = at(pressure, i)
      const after = Math.max(0, before + (apart - (at(x, right) - at(x, left))) / 2)
      if (after === before) continue
      pressure[i] = after
      x[left] = at(x, left) - (after - before)
      x[right] = at(x, right) + (after - before)
      moved = Math.max(moved, Math.abs(after - before))
    }
    if (moved < UNSEEN) return
  }
}

/** The constraints in an order in which each left place is settled before it is used; undefined when there is none. */
function leftToRight(count: number, aparts: readonly Apart[]): readonly Apart[] | undefined {
  const waiting = Array.from({ length: count }, () => 0)
  for (const { right } of aparts) waiting[right] = at(waiting, right) + 1
  const free = [...waiting.keys()].filter((i) => waiting[i] === 0)
  const order: Apart[] = []
  for (const place of free) {
    for (const constraint of aparts) {
      if (constraint.left !== place) continue
      order.push(constraint)
      waiting[constraint.right] = at(waiting, constraint.right) - 1
      if (waiting[constraint.right] === 0) free.push(constraint.right)
    }
  }
  return free.length === count ? order : undefined
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0
}
