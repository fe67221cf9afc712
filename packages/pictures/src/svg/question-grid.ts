import { cellsAt, type GridMoment, gridEdgePaint, PASSED_OVER, rowsAt } from '../chart/grid-cells.ts'
import { edgeLabelPaint } from '../chart/paints.ts'
import { arrowheadPath, linesIn } from '../chart/shapes.ts'
import type { ChartEdge } from '../layout/chart-layout.ts'
import type { QuestionGrid } from '../layout/grid-parts.ts'
import type { GridWords } from '../layout/grid-words.ts'
import { markAt } from './mark.ts'
import { textLine } from './text.ts'
import { element, number } from './xml.ts'

/** A question grid with a request on it, as SVG: lines below, then words, then boxes, then the words of edges. */
export function questionGridShapes(grid: QuestionGrid, moment: GridMoment): readonly string[] {
  const { edges: looks } = moment.state
  const isTaken = ({ id }: ChartEdge): boolean => looks.get(id) === 'passed'
  const inOrder = grid.edges
    .filter((edge) => !edge.rare || isTaken(edge))
    .toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)))
  const start = grid.nodes[0]?.box
  return [
    element('path', { d: grid.hairlines, stroke: '--hairline', fill: 'none' }),
    element('path', { d: grid.choice, stroke: '--chart-faded', fill: 'none' }),
    ...inOrder.map(({ id, path, points, joins }) =>
      element('g', { ...gridEdgePaint(looks.get(id)) }, [
        element('path', { d: path, fill: 'none' }),
        joins ? '' : element('path', { d: arrowheadPath(points), stroke: 'none' }),
      ]),
    ),
    ...grid.words.map(wordsSvg),
    ...rowsAt(grid, moment).map(({ row, filled, words }) => {
      const { x, y } = row.disc
      const fill = filled ? '--ink' : 'none'
      return [
        element('circle', { cx: x, cy: y, r: 8, fill, stroke: filled ? '--ink' : '--chart-faded' }),
        ...[
          textLine([`${row.number}`], {
            x,
            y: y + 4.2,
            anchor: 'middle',
            strong: true,
            fill: filled ? '--ground' : '--ink',
          }),
        ],
        textLine(words, { x: row.note.x, y: row.note.y, size: 11, fill: '--ink-soft' }),
      ].join('')
    }),
    start === undefined ? '' : element('circle', { cx: start.left, cy: start.top, r: 5, fill: '--chart-taken' }),
    ...cellsAt(grid, moment).map(({ box: { left, top, ...size }, radius, paint, dashed, pieces }) =>
      [
        element('rect', {
          x: left,
          y: top,
          ...size,
          rx: radius,
          ...paint,
          'stroke-dasharray': dashed ? PASSED_OVER : undefined,
        }),
        ...pieces.map((piece) => {
          if (piece.kind === 'mark') return markAt(piece.marked, piece.x, piece.y, piece.size)
          const { kind: _, words, x, y, anchor, strong = false, ...look } = piece
          return textLine(words, {
            ...look,
            x: number(x),
            y: number(y),
            strong,
            ...(anchor === 'middle' && { anchor }),
          })
        }),
      ].join(''),
    ),
    ...inOrder.filter(isTaken).map(({ label }) => {
      if (label === undefined) return ''
      const { left, top, width, height } = label.box
      return [
        element('rect', { x: left, y: top, width, height, fill: '--ground' }),
        ...linesIn(label.box, label.lines).map(({ words, x, y }) =>
          textLine(words, { x, y, ...edgeLabelPaint('passed'), anchor: 'middle' }),
        ),
      ].join('')
    }),
  ]
}

function wordsSvg({ lines, x, y, size, line, anchor, look }: GridWords): string {
  return lines
    .map((words, i) =>
      textLine(words, {
        ...{ x: number(x), y: number(y + i * line), size, strong: look === 'strong' },
        ...{ fill: look === 'soft' ? '--ink-soft' : '--ink', ...(anchor === 'middle' && { anchor }) },
      }),
    )
    .join('')
}
