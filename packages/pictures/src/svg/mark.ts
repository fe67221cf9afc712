import type { StampShape } from '../chart/stamps.ts'
import { MARKS, type Marked } from '../marks/marks.ts'
import { textLine } from './text.ts'
import { element, number } from './xml.ts'

/** A mark’s lines are on a grid of so many px. */
const GRID = 16

/** A mark with its upper left corner at a point, `size` px large. */
export function markAt(marked: Marked, x: number, y: number, size: number): string {
  const { token, solid, line, cut, dotted } = MARKS[marked]
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round', fill: 'none' }
  const scale = size === GRID ? '' : ` scale(${number(size / GRID)})`
  return element('g', { transform: `translate(${number(x)} ${number(y)})${scale}` }, [
    solid === undefined ? '' : element('path', { d: solid, fill: token }),
    line === undefined
      ? ''
      : element('path', {
          d: line,
          stroke: token,
          'stroke-width': dotted ? 2 : 1.5,
          'stroke-dasharray': dotted ? '0.1 3.4' : undefined,
          ...round,
        }),
    cut === undefined ? '' : element('path', { d: cut, stroke: '--ground', 'stroke-width': 1.75, ...round }),
  ])
}

/** A stamp as SVG. */
export function stampSvg({ box: { left, top, ...size }, radius, stroke, pieces }: StampShape): string {
  return [
    element('rect', { x: left, y: top, ...size, rx: radius, fill: '--ground', stroke }),
    ...pieces.map((piece) =>
      piece.kind === 'mark'
        ? markAt(piece.marked, piece.x, piece.y, piece.size)
        : textLine([piece.text], {
            x: number(piece.x),
            y: piece.y,
            fill: piece.fill,
            strong: piece.strong,
            anchor: 'middle',
          }),
    ),
  ].join('')
}
