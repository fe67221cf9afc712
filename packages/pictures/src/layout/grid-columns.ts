import type { Graph, NodeId, Obstacle, RichText, Trace, UntriedMode } from '@authz-playground/engine'
import { textWidth } from '../words/measure.ts'

/** A column of the question grid: one way of asking for the identity. */
export interface GridColumn {
  readonly mode: string
  /** The node that asks question 1. Absent for the old verb, which does not ask it. */
  readonly action?: NodeId
  /** The nodes that ask question 2, in their order. */
  readonly identity: readonly NodeId[]
  readonly middle: number
  /** The place of its boxes. Absent where the mode is not tried: it has a stub. */
  readonly open?: { readonly left: number; readonly width: number }
  readonly untried?: Untried
}

/** Why a mode is not tried, in a few words and in a clause. */
interface Untried {
  readonly reason: string
  readonly because: RichText
}

/** The columns of a grid, with the places on the line of choice that are not in a column. Units: px. */
export interface GridColumns {
  readonly columns: readonly GridColumn[]
  /** The width of the words of the questions. */
  readonly labels: number
  /** Where the questions have little room, all stubs are at the left below one head. */
  readonly compact: boolean
  /** The way of a request without impersonation, past all columns. */
  readonly lane: number
  /** Where the columns begin. */
  readonly first: number
  /** The width of the grid: at most that of its pane, which may be wider than the widest columns. */
  readonly width: number
  /** The place of the bar of the last question. */
  readonly bar: { readonly left: number; readonly width: number }
}

/** The narrowest pane whose columns can all be open, and the narrowest in which each stub has words. */
export const ALL_OPEN = 1100
const COMPACT = 640

/** Widths of the words of questions, of a stub, of a tick in a compact grid, and of the widest column. */
const LABELS = { wide: 140, compact: 112 }
const STUB = 48
const TICK = 20
const WIDEST = 190
/** The free room at the right of the last column, in which the rail is. */
const RIGHT = 56
/** Gaps between columns. */
export const GAP = { stubs: 6, mixed: 18, open: 30, manyOpen: 24 }
/** The lane of a request without impersonation, where there are no stubs whose place it could use. */
const LANE = 48

/** The columns of a design’s graph for a run, in a pane of a width. Without a run, all columns are open. */
export function columnsOf(graph: Graph, trace: Trace | undefined, named: boolean, width: number): GridColumns {
  const found = questionsByMode(graph)
  const untried = new Map(trace && found.flatMap(({ mode }) => untriedIn(mode, trace, named) ?? []))
  const isStub = ({ mode }: Pick<GridColumn, 'mode'>): boolean => untried.has(mode)
  const compact = width < COMPACT
  const labels = compact ? LABELS.compact : LABELS.wide
  const order = compact ? found.toSorted((a, b) => Number(isStub(b)) - Number(isStub(a))) : found
  const open = order.filter((column) => !isStub(column)).length
  const first = labels + (order.some(isStub) && order.findIndex(isStub) === 0 ? 10 : 6)
  const gaps = order.slice(1).map((column, i): number => {
    const stubs = Number(isStub(column)) + Number(isStub(order[i] ?? column))
    if (stubs === 2) return compact ? 0 : GAP.stubs
    return stubs === 1 ? GAP.mixed : open > 2 ? GAP.manyOpen : GAP.open
  })
  const stub = compact ? TICK : STUB
  // In a compact grid the one head of all stubs may be wider than they are.
  const head = compact && untried.size > 0 ? textWidth(othersInWords(untried.size), { size: 12 }) : 0
  const beside = Math.max(0, head - untried.size * stub) / 2
  const lane = order.length === 1 ? LANE + GAP.mixed : 0
  const used = first + lane + 2 * beside + untried.size * stub + gaps.reduce((sum, gap) => sum + gap, 0)
  const each = Math.min(WIDEST, Math.floor((width - RIGHT - used) / open))
  let left = first + lane + beside
  const columns = order.map((column, i): GridColumn => {
    const reason = untried.get(column.mode)
    if (reason === undefined && i === untried.size && compact) left += beside
    const own = reason === undefined ? each : stub
    const place = { left, width: own }
    left += own + (gaps[i] ?? 0)
    const middle = place.left + own / 2
    return { ...column, middle, ...(reason === undefined ? { open: place } : { untried: reason }) }
  })
  // Where only the old verb is open, a request without impersonation passes it at its left.
  const start = open > 1 ? (columns.find((column) => column.open)?.open?.left ?? first) : first
  const stubs = columns.filter((column) => column.untried)
  return {
    columns,
    labels,
    compact,
    first,
    width: each < WIDEST ? width : left + RIGHT,
    lane: stubs.at(-1)?.middle ?? first + LANE / 2,
    bar: { left: start, width: left - start },
  }
}

/** "3 others": the head of the stubs of a compact grid. */
export function othersInWords(count: number): string {
  return count === 1 ? '1 other' : `${count} others`
}

/** The nodes that ask each mode’s questions. */
function questionsByMode({ nodes }: Graph): readonly Pick<GridColumn, 'mode' | 'action' | 'identity'>[] {
  const modes = [...new Set(nodes.flatMap(({ mode }) => mode ?? []))]
  return modes.map((mode) => {
    const own = nodes.filter((node) => node.mode === mode)
    const action = own.find(({ stage }) => stage === 'action')?.id
    const identity = own.filter(({ stage }) => stage === 'identity').map(({ id }) => id)
    return { mode, identity, ...(action !== undefined && { action }) }
  })
}

function untriedIn(mode: string, { untried = [] }: Trace, named: boolean): [string, Untried][] | undefined {
  if (mode === 'legacy') return undefined
  if (!named) return [[mode, { reason: 'nobody is named', because: ['the headers name no user'] }]]
  const found = untried.find((one) => one.mode === mode)
  return found && [[mode, { reason: reasonOf(found), because: found.because }]]
}

/** The obstacle in a few words, of which each is narrow enough for a stub. */
function reasonOf({ obstacles: [first] }: UntriedMode): string {
  return first === undefined ? '' : REASONS[first.by](first as never)
}

const REASONS: { readonly [By in Obstacle['by']]: (obstacle: Extract<Obstacle, { by: By }>) => string } = {
  name: ({ is, wanted }) =>
    is === 'node'
      ? 'it is a node'
      : wanted === 'user'
        ? 'an account'
        : `not ${wanted === 'node' ? 'a node' : 'an account'}`,
  headers: () => 'other headers',
  'malformed-name': () => 'bad name',
  requestor: () => 'not its own',
  extra: () => 'not its own',
  gate: ({ gate }) => `${gate} is not on`,
  refusal: () => 'refused',
}
