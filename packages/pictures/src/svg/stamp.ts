import type { StampShape } from '../chart/stamps.ts'
import { markAt } from './mark.ts'
import { textLine } from './text.ts'
import { element, number } from './xml.ts'

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
