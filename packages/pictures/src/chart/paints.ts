import type { Rectangle } from '../layout/geometry.ts'
import { type ChartLane, isIn } from '../layout/lanes.ts'
import type { ColourName } from '../marks/colours.ts'
import { MARKS, type Marked } from '../marks/marks.ts'
import type { ChartState, PassageState } from './chart-state.ts'

/** A paint: attributes of SVG, which are CSS properties, too. Colours are tokens of the playground. */
export type Paint = Readonly<
  Partial<Record<'fill' | 'stroke', `--${ColourName}` | 'none'> & Record<'stroke-width' | 'font-weight', number>>
>

/**
 * Widths of lines in px: of a node or edge, of a node that was passed, of an edge that was taken and of the current
 * node.
 */
const THIN = 1
const PASSED = 1.5
export const TAKEN = 2.5

/** Dashes of nodes and edges that the design’s document does not draw, as in SVG. */
export const DASHES = { node: '4 3', edge: '3 3' }

/** Weights of type. */
export const PLAIN = 400
const STRONG = 600

export function edgePaint(look: PassageState | undefined): Paint {
  const colour = look === 'passed' ? '--chart-taken' : look === 'closed' ? '--chart-faded' : '--chart-ink'
  return { stroke: colour, fill: colour, 'stroke-width': look === 'passed' ? TAKEN : THIN }
}

export function edgeLabelPaint(look: PassageState | undefined): Paint {
  return look === 'passed' ? { fill: '--ink', 'font-weight': STRONG } : { fill: '--ink-soft', 'font-weight': PLAIN }
}

/** The decision at a node colours it. The stamp at its corner shows the same as shape and word. */
export function nodePaint({ nodes, stamps }: ChartState, id: string): Paint {
  const look = nodes.get(id)
  const marked = stamps.get(id)?.at(-1)?.marked
  const width = look === 'current' ? TAKEN : look === 'passed' ? PASSED : THIN
  if (marked !== undefined) return { fill: WASHES[marked], stroke: MARKS[marked].token, 'stroke-width': width }
  const stroke = width !== THIN ? '--chart-taken' : look === 'closed' ? '--chart-faded' : '--chart-ink'
  return { fill: '--ground', stroke, 'stroke-width': width }
}

/** The ground under a label, which covers the lines below it. */
export function groundAt(lanes: readonly ChartLane[], label: Rectangle): `--${ColourName}` {
  return lanes.some((lane) => isIn(lane, label)) ? '--ground-sunk' : '--ground'
}

export function nodeTextPaint(look: PassageState | undefined): Paint {
  return { fill: look === 'closed' ? '--ink-soft' : '--ink' }
}

/** The grounds of nodes with a decision. */
export const WASHES: Readonly<Record<Marked, `--${ColourName}`>> = {
  Allow: '--allow-wash',
  Allowed: '--allow-wash',
  NoOpinion: '--no-opinion-wash',
  Deny: '--deny-wash',
  Refused: '--deny-wash',
  Conditional: '--conditional-wash',
  NotDecided: '--not-decided-wash',
  Answered: '--not-decided-wash',
  AnsweredNo: '--no-opinion-wash',
  NotSent: '--not-decided-wash',
  BadRequest: '--not-decided-wash',
  InternalError: '--not-decided-wash',
}
