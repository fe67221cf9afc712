import type { Step } from '@authz-playground/engine'
import type { ChartLayout } from '../layout/chart-layout.ts'
import { overlap, type Point, type Rectangle } from '../layout/geometry.ts'
import type { ColourName } from '../marks/colours.ts'
import { MARKS, type Marked } from '../marks/marks.ts'
import { textWidth } from '../words/measure.ts'
import { BASELINE, SIZE } from '../words/type.ts'
import type { ChartState, Stamp } from './chart-state.ts'

/** The most marks that are drawn one by one. For more, the number is written. */
const AT_A_GLANCE = 3

/**
 * Measures of a stamp in px: how far it reaches above and below the upper edge of its node, its height, and the space
 * between its pieces.
 */
const REACH = 28
const BELOW = 4
const HEIGHT = 18
const GAP = 4
const MARK = 14
/** A stamp is no nearer than this to where the request enters its node. Px. */
const ENTRY = 12

const NO_BOX: Rectangle = { left: 0, top: 0, width: 0, height: 0 }

/** A mark with its upper left corner. */
export interface MarkPiece {
  readonly kind: 'mark'
  readonly marked: Marked
  readonly x: number
  readonly y: number
  readonly size: number
}

/** A piece of a stamp: a mark, or words centred at x, with their baseline at y. */
export type StampPiece =
  | MarkPiece
  | {
      readonly kind: 'words'
      readonly text: string
      readonly x: number
      readonly y: number
      readonly fill: `--${ColourName}`
      readonly strong: boolean
    }

/** A stamp on a corner of a node, where it hides no words: the decisions at the node. */
export interface StampShape {
  readonly node: string
  readonly box: Rectangle
  readonly radius: number
  /** The colour of its frame. */
  readonly stroke: `--${ColourName}`
  readonly pieces: readonly StampPiece[]
}

/** The stamps of a chart at a moment: a mark for each check, and the word of the last one. */
export function stampsOn(chart: ChartLayout, state: ChartState, steps: readonly Step[]): readonly StampShape[] {
  return chart.nodes.flatMap(({ id }) => {
    const stamps = state.stamps.get(id)
    return stamps === undefined ? [] : [stampOn(chart, id, stamps, steps)]
  })
}

/** The stamp of one node. Its place depends on the whole path, not on the progress of the request. */
export function stampOn(
  chart: ChartLayout,
  node: string,
  stamps: readonly Stamp[],
  steps: readonly Step[],
): StampShape {
  const { left, top, width, height } = chart.nodes.find(({ id }) => id === node)?.box ?? NO_BOX
  const entry = entryTo(node, steps, chart)
  const runs = stampRuns(stamps)
  const parts = runs.flatMap((run, i) => partsOf(run, i === runs.length - 1))
  const own = Math.ceil(parts.reduce((sum, part) => sum + part.width + GAP, GAP))
  const corners = [top + BELOW - HEIGHT, top + height - BELOW].flatMap((y) =>
    [left + width - REACH, left + REACH - own].map(
      // Inside the chart, because it would be cut off at the edge.
      (x): Rectangle => ({ left: Math.max(0, Math.min(x, chart.width - own)), top: y, width: own, height: HEIGHT }),
    ),
  )
  const leavesEntry = (box: Rectangle): boolean => entry === undefined || !overlap(box, around(entry))
  const hidesWords = (box: Rectangle): boolean =>
    chart.edges.some(({ label }) => label && overlap(box, lettersOf(label.box))) ||
    chart.nodes.some((other) => other.id !== node && overlap(box, other.box))
  const [usual = NO_BOX] = corners.filter(leavesEntry)
  const isInside = (box: Rectangle): boolean => box.top >= 0 && box.top + HEIGHT <= chart.height
  const box = corners.find((corner) => isInside(corner) && leavesEntry(corner) && !hidesWords(corner)) ?? usual
  const middle = box.top + HEIGHT / 2
  let x = box.left + GAP
  const pieces = parts.map((part): StampPiece => {
    const at = x
    x += part.width + GAP
    if (part.kind === 'mark') return { kind: 'mark', marked: part.marked, x: at, y: middle - MARK / 2, size: MARK }
    const { text, fill, strong } = part
    // In a typeface narrower than the measured one, the rest of the width is shared.
    return { kind: 'words', text, x: at + part.width / 2, y: middle + BASELINE, fill, strong }
  })
  return { node, box, radius: 4, stroke: MARKS[runs.at(-1)?.marked ?? 'NotDecided'].token, pieces }
}

type Part =
  | { readonly kind: 'mark'; readonly marked: Marked; readonly width: number }
  | {
      readonly kind: 'words'
      readonly text: string
      readonly fill: `--${ColourName}`
      readonly strong: boolean
      readonly width: number
    }

function partsOf({ marked, first, count }: StampRun, last: boolean): readonly Part[] {
  const { token, word } = MARKS[marked]
  const mark = (of: Marked): Part => ({ kind: 'mark', marked: of, width: MARK })
  const words = (text: string, fill: `--${ColourName}`, strong = false): Part => ({
    kind: 'words',
    text,
    fill,
    strong,
    width: textWidth(text, { size: SIZE, strong }),
  })
  // Pairs of marks are counted sooner.
  const counted = count > (first === undefined ? AT_A_GLANCE : 1)
  return [
    ...(counted ? [] : Array.from({ length: count - 1 }, () => mark(marked))),
    ...(first === undefined ? [] : [mark(first), words('→', '--ink')]),
    mark(marked),
    ...(last ? [words(word, token, true)] : []),
    ...(counted ? [words(`× ${count}`, token)] : []),
  ]
}

/** The room of the letters in the box of a label, without the space between its lines. */
const lettersOf = (box: Rectangle): Rectangle => ({ ...box, top: box.top + 3, height: box.height - 6 })

const around = ({ x, y }: Point): Rectangle => ({ left: x - ENTRY, top: y - 1, width: 2 * ENTRY, height: 2 })

/** The point at which the request entered a node: the end of the edge that it took. */
function entryTo(node: string, steps: readonly Step[], { edges }: ChartLayout): Point | undefined {
  const edge = steps.find((step) => step.node === node && step.edge !== undefined)?.edge
  return edges.find(({ id }) => id === edge)?.points.at(-1)
}

/** Equal consecutive stamps as one, with their count. */
export interface StampRun extends Omit<Stamp, 'step'> {
  readonly count: number
}

/** The stamps of a node in order, with equal consecutive ones counted. */
export function stampRuns(stamps: readonly Stamp[]): readonly StampRun[] {
  const runs: StampRun[] = []
  for (const { step: _, ...stamp } of stamps) {
    const last = runs.at(-1)
    if (last?.marked === stamp.marked && last.first === stamp.first) {
      runs[runs.length - 1] = { ...last, count: last.count + 1 }
    } else runs.push({ ...stamp, count: 1 })
  }
  return runs
}
