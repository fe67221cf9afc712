import type { Step } from '@authz-playground/engine'
import type { DrawnChart } from '../charts/drawn-chart.ts'
import type { Point, Rectangle } from '../layout/geometry.ts'
import { pathPoints } from '../layout/path-points.ts'
import type { ColourName } from '../marks/colours.ts'
import { MARKS } from '../marks/marks.ts'
import { type Picture, type Run, runsOf, type Stamp } from '../playing/picture.ts'
import { textWidth } from '../words/measure.ts'
import { markAt } from './mark.ts'
import { BASELINE, SIZE, textLine } from './text.ts'
import { element, number } from './xml.ts'

/** So many marks are counted at a glance; of more, the number is said. */
const AT_A_GLANCE = 3

/** Measures of a stamp in px: how far it reaches over its node and below its upper edge, its height, what is between. */
const REACH = 28
const BELOW = 4
const HEIGHT = 18
const GAP = 4
const MARK = 14
/** Nearer to the node’s right end than this the request came in under the stamp: then it goes to the left. */
const ENTRY = 40

/** Something in a stamp, as wide as it is. */
interface Piece {
  readonly width: number
  at(x: number, middle: number): string
}

export interface DrawnStamp {
  readonly node: string
  readonly box: Rectangle
  readonly markup: string
}

/** What was decided at each node of a picture, stamped on an upper corner: a mark for each check, the last with its word. */
export function stampsOn(chart: DrawnChart, picture: Picture, steps: readonly Step[]): readonly DrawnStamp[] {
  return chart.nodes.flatMap(({ id }) => {
    const stamps = picture.stamps.get(id)
    return stamps === undefined ? [] : [stampOn(chart, id, stamps, steps)]
  })
}

/** The stamps of one node. Where it sits depends on all of the way, not on how far it has come. */
export function stampOn(chart: DrawnChart, node: string, stamps: readonly Stamp[], steps: readonly Step[]): DrawnStamp {
  const { left, top, width } = chart.nodes.find(({ id }) => id === node)?.box ?? { left: 0, top: 0, width: 0 }
  const right = left + width
  const entry = entryTo(node, steps, chart)
  const atLeft = entry !== undefined && entry.x > right - ENTRY
  const runs = runsOf(stamps)
  const pieces = runs.flatMap((run, i) => piecesOf(run, i === runs.length - 1))
  const own = pieces.reduce((sum, piece) => sum + piece.width + GAP, GAP)
  const box = {
    left: number(atLeft ? left + REACH - own : right - REACH),
    top: top + BELOW - HEIGHT,
    width: number(own),
    height: HEIGHT,
  }
  let x = box.left + GAP
  const drawn = pieces.map((piece) => {
    const markup = piece.at(x, box.top + HEIGHT / 2)
    x += piece.width + GAP
    return markup
  })
  const { token } = MARKS[runs.at(-1)?.marked ?? 'NotDecided']
  const { left: boxLeft, top: boxTop, ...size } = box
  const frame = element('rect', { x: boxLeft, y: boxTop, ...size, rx: 4, fill: '--ground', stroke: token })
  return { node, box, markup: [frame, ...drawn].join('') }
}

function piecesOf({ marked, first, count }: Run, last: boolean): readonly Piece[] {
  const { token, word } = MARKS[marked]
  const mark = (of: Run['marked']): Piece => ({
    width: MARK,
    at: (x, middle) => markAt(of, x, middle - MARK / 2, MARK),
  })
  const text = (said: string, fill: `--${ColourName}`, strong = false): Piece => {
    const width = textWidth(said, { size: SIZE, strong })
    return {
      width,
      // In a narrower face than was reckoned with, what is left is shared.
      at: (x, middle) => textLine([said], { x: x + width / 2, y: middle + BASELINE, fill, strong, anchor: 'middle' }),
    }
  }
  // Two marks each are counted sooner.
  const counted = count > (first === undefined ? AT_A_GLANCE : 1)
  return [
    ...(counted ? [] : Array.from({ length: count - 1 }, () => mark(marked))),
    ...(first === undefined ? [] : [mark(first), text('→', '--ink')]),
    mark(marked),
    ...(last ? [text(word, token, true)] : []),
    ...(counted ? [text(`× ${count}`, token)] : []),
  ]
}

/** Where the request came into a node: the end of the edge that it took. */
function entryTo(node: string, steps: readonly Step[], { edges }: DrawnChart): Point | undefined {
  const edge = steps.find((step) => step.node === node && step.edge !== undefined)?.edge
  const drawn = edges.find(({ id }) => id === edge)
  return drawn && pathPoints(drawn.d).at(-1)
}
