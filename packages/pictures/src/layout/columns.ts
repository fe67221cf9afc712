/** `right` is at least so many px to the right of `left`. Both are indexes of places. */
export interface Gap {
  readonly left: number
  readonly right: number
  readonly least: number
}

/** Two places that a spring pulls to the same x, and its strength. */
export interface Spring {
  readonly a: number
  readonly b: number
  readonly strength: number
}

/** Projections onto the gaps in each round. More do not change a layout of a hundred places visibly. */
const PUSHES = 12
/** Moves below this are invisible. Px. */
const UNSEEN = 0.05

/**
 * Finds an x for each place, so that springs are as short as possible and every gap is kept: gradient descent on the
 * energy of the springs, with each step projected onto the allowed positions (Hildreth’s method), for at most so many
 * rounds. `start` has the places to begin with. The gaps must be acyclic.
 */
export function columns(
  start: readonly number[],
  gaps: readonly Gap[],
  springs: readonly Spring[],
  rounds: number,
): Float64Array {
  const x = Float64Array.from(start)
  const before = new Float64Array(x.length)
  const force = new Float64Array(x.length)
  const pull = new Float64Array(x.length)
  for (const { a, b, strength } of springs) {
    pull[a] = at(pull, a) + strength
    pull[b] = at(pull, b) + strength
  }
  for (let round = 0; round < rounds; round++) {
    before.set(x)
    force.fill(0)
    for (const { a, b, strength } of springs) {
      const stretch = strength * (at(x, b) - at(x, a))
      force[a] = at(force, a) + stretch
      force[b] = at(force, b) - stretch
    }
    for (let i = 0; i < x.length; i++) if (pull[i] !== 0) x[i] = at(x, i) + (0.6 * at(force, i)) / at(pull, i)
    pushApart(x, gaps)
    if (x.every((value, i) => Math.abs(value - at(before, i)) < UNSEEN)) break
  }
  for (const { left, right, least } of leftToRight(x.length, gaps))
    x[right] = Math.max(at(x, right), at(x, left) + least)
  return x
}

function pushApart(x: Float64Array, gaps: readonly Gap[]): void {
  const pressure = new Float64Array(gaps.length)
  for (let push = 0; push < PUSHES; push++) {
    let moved = 0
    for (let i = 0; i < gaps.length; i++) {
      const { left, right, least } = gaps[i] as Gap
      const before = at(pressure, i)
      const after = Math.max(0, before + (least - (at(x, right) - at(x, left))) / 2)
      if (after === before) continue
      pressure[i] = after
      x[left] = at(x, left) - (after - before)
      x[right] = at(x, right) + (after - before)
      moved = Math.max(moved, Math.abs(after - before))
    }
    if (moved < UNSEEN) return
  }
}

/** The gaps in an order in which each left place has its final x before it is used. */
function leftToRight(count: number, gaps: readonly Gap[]): readonly Gap[] {
  const waiting = Array.from({ length: count }, () => 0)
  for (const { right } of gaps) waiting[right] = at(waiting, right) + 1
  const free = [...waiting.keys()].filter((i) => waiting[i] === 0)
  const order: Gap[] = []
  for (const place of free) {
    for (const constraint of gaps) {
      if (constraint.left !== place) continue
      order.push(constraint)
      waiting[constraint.right] = at(waiting, constraint.right) - 1
      if (waiting[constraint.right] === 0) free.push(constraint.right)
    }
  }
  return order
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0
}
