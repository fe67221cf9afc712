import type { Design, RichText } from '@authz-playground/engine'
import type { ChartState } from '../chart/chart-state.ts'
import { DASHES, TAKEN } from '../chart/paints.ts'
import { MARKS, type Marked } from '../marks/marks.ts'
import { labelWidth, textWidth } from '../words/measure.ts'
import { BASELINE, LINE, SIZE } from '../words/type.ts'
import { markAt } from './mark.ts'
import { textLine } from './text.ts'
import { element, number } from './xml.ts'

/** The meanings of marks, in a few words. The nodes at the end of the path have the words of outcomes, too. */
const MEANINGS: Readonly<Record<Marked, string>> = {
  Allow: 'an authorizer allows the check',
  NoOpinion: 'nobody allows or denies it',
  Deny: 'an authorizer denies it',
  Conditional: 'it depends on a condition',
  NotDecided: 'something was not understood',
  Allowed: 'the request is served',
  Refused: 'the client gets 403',
  Answered: 'the review is answered with a list',
  AnsweredNo: 'the review is answered with no',
  NotSent: 'the client does not send it',
  BadRequest: 'the client gets 400',
  InternalError: 'the client gets 500',
}

const SWATCH = 24
const GAP = 6
const BETWEEN = 20
const ROW = 20

interface Entry {
  readonly width: number
  at(x: number, middle: number): string
}

/** The entries for the marks of this picture, in the order in which they occur, and for its lines. */
export function legend(state: ChartState, design: Pick<Design, 'sources'>, dashed: boolean): readonly Entry[] {
  const marks = [...state.stamps.values()]
    .flat()
    .toSorted((a, b) => a.step - b.step)
    .flatMap(({ first, marked }) => [...(first === undefined ? [] : [first]), marked])
  const document = design.sources[0]?.document
  return [
    ...[...new Set(marks)].map(markEntry),
    lineEntry(['the way of the request'], '--chart-taken', TAKEN),
    ...(dashed && document !== undefined
      ? [lineEntry([`not in the text of ${document}`], '--ink-soft', 1, DASHES.edge)]
      : []),
  ]
}

/** The rows of a legend of a width. Each has its vertical middle, from the top of the first row. */
export function legendRows(
  entries: readonly Entry[],
  width: number,
): { readonly markup: string; readonly height: number } {
  let [x, row] = [0, 0]
  const drawn = entries.map((entry) => {
    if (x > 0 && x + entry.width > width) [x, row] = [0, row + 1]
    const markup = entry.at(x, row * ROW + LINE / 2)
    x += entry.width + BETWEEN
    return markup
  })
  return { markup: drawn.join(''), height: entries.length === 0 ? 0 : row * ROW + LINE }
}

function markEntry(marked: Marked): Entry {
  const { word, token } = MARKS[marked]
  const wordWidth = textWidth(word, { size: SIZE, strong: true })
  const meaning = `: ${MEANINGS[marked]}`
  return {
    width: LINE + GAP + wordWidth + textWidth(meaning, { size: SIZE }),
    at: (x, middle) => {
      const y = middle + BASELINE
      const words = [
        element('tspan', { fill: token, 'font-weight': 600 }, [word]),
        element('tspan', { fill: '--ink-soft' }, [meaning]),
      ]
      return markAt(marked, x, middle - 7, 14) + element('text', { x: number(x + LINE + GAP - 2), y }, words)
    },
  }
}

function lineEntry(label: RichText, stroke: `--${string}`, width: number, dashes?: string): Entry {
  return {
    width: SWATCH + GAP + labelWidth(label, { size: SIZE }),
    at: (x, middle) =>
      element('path', {
        d: `M${number(x)},${middle}h${SWATCH}`,
        fill: 'none',
        stroke,
        'stroke-width': width,
        'stroke-dasharray': dashes,
      }) + textLine(label, { x: x + SWATCH + GAP, y: middle + BASELINE, fill: '--ink-soft' }),
  }
}
