import type { Step } from '@authz-playground/engine'
import type { PlayerState } from '@authz-playground/pictures'

/** The parts of a step that the alignment of two paths needs. */
type Walked = Pick<Step, 'edge' | 'check'>

/** A value for the left path and one for the right path. */
export type Sided<T> = readonly [left: T, right: T]

/** One step of two aligned paths: the index of the present step of each. */
export type AlignedStop = Sided<number>

/** The next part of a path. Before a `meeting` it waits for the other path. */
interface Leg {
  readonly to: number
  readonly meeting: boolean
}

/**
 * Aligns two paths. They wait for each other before each check, so that their second checks happen together, and before
 * their ends. The path with fewer checks goes to its end and waits there. At each stop after the first at least one
 * path is one step further, and no path more than one. Empty where either path has no step.
 */
export function alignedStops([left, right]: Sided<readonly Walked[]>): readonly AlignedStop[] {
  if (left.length === 0 || right.length === 0) return []
  const [ofLeft, ofRight] = [checksOf(left), checksOf(right)]
  const [leftEnd, rightEnd] = [left.length - 1, right.length - 1]
  const common = Math.max(ofLeft.length, ofRight.length)
  const legs = Array.from(
    { length: common },
    (_, i) => [legTo(ofLeft[i], leftEnd), legTo(ofRight[i], rightEnd)] as const,
  )
  const ends = [legTo(leftEnd, leftEnd), legTo(rightEnd, rightEnd)] as const
  return [...legs, ends].reduce<readonly AlignedStop[]>((stops, legs) => walked(stops, legs), [[0, 0]])
}

function checksOf(steps: readonly Walked[]): readonly number[] {
  return steps.flatMap(({ check }, index) => (check === undefined ? [] : [index]))
}

function legTo(check: number | undefined, end: number): Leg {
  return { to: check ?? end, meeting: check !== undefined }
}

/** The stops with those of one leg added, until both paths with a meeting are there. */
function walked(stops: readonly AlignedStop[], [left, right]: Sided<Leg>): readonly AlignedStop[] {
  const more = [...stops]
  for (;;) {
    const [atLeft, atRight] = more.at(-1) as AlignedStop
    if (reached(left, atLeft, 0) && reached(right, atRight, 0)) return more
    const met = reached(left, atLeft, 1) && reached(right, atRight, 1)
    more.push([onwards(left, atLeft, met), onwards(right, atRight, met)])
  }
}

/** Whether a path has reached the place so many steps before its meeting. */
function reached({ to, meeting }: Leg, at: number, before: number): boolean {
  return !meeting || at >= to - before
}

function onwards({ to, meeting }: Leg, at: number, met: boolean): number {
  return at < to - (meeting && !met ? 1 : 0) ? at + 1 : at
}

/** A step with the pace of a stop: it travels if either path does, and asks if either does. */
export function pacedAt(stops: readonly AlignedStop[], ways: Sided<readonly Walked[]>, stop: number): Walked {
  const [left, right] = ([0, 1] as const).map((side) =>
    comesAt(stops, side, stop) ? ways[side][stops[stop]?.[side] ?? 0] : undefined,
  )
  const edge = left?.edge ?? right?.edge
  const check = left?.check ?? right?.check
  return { ...(edge !== undefined && { edge }), ...(check && { check }) }
}

/** Whether a path reaches a step at a stop, instead of waiting. */
export function comesAt(stops: readonly AlignedStop[], side: 0 | 1, stop: number): boolean {
  return stop === 0 || stops[stop]?.[side] !== stops[stop - 1]?.[side]
}

/**
 * The player of one side, derived from the player of both. While the other side still travels, a side without an edge to take
 * stays where it was; while the other still waits for its answer, a side that asks nothing has arrived.
 */
export function playerOf(
  stops: readonly AlignedStop[],
  side: 0 | 1,
  way: readonly Walked[],
  { position: stop, phase, moved, playing }: PlayerState,
): PlayerState {
  const position = stops[stop]?.[side] ?? 0
  const step = way[position]
  if (phase === 'done' || !comesAt(stops, side, stop)) {
    return { position, phase: 'done', moved: moved && comesAt(stops, side, stop), playing }
  }
  if (phase === 'travelling' && step?.edge === undefined)
    return { position: position - 1, phase: 'done', moved: false, playing }
  return { position, phase: phase === 'asking' && step?.check === undefined ? 'done' : phase, moved, playing }
}
