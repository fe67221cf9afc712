import { type RichText, sentences } from '@authz-playground/engine'
import { chartStateAt } from '../chart/chart-state.ts'
import { type StampShape, stampsOn } from '../chart/stamps.ts'
import { boundingBox, type Rectangle } from '../layout/geometry.ts'
import { isQuestionGrid } from '../layout/grid-parts.ts'
import { MARKS, OUTCOME_MARKS } from '../marks/marks.ts'
import { brief, shortened } from '../words/shortened.ts'
import { SIZE } from '../words/type.ts'
import { atMost, wrapped } from '../words/wrapped.ts'
import { type Classes, chartShapes } from './chart.ts'
import { legend, legendRows } from './legend.ts'
import { markAt, stampSvg } from './mark.ts'
import type { PictureInput } from './picture-input.ts'
import { questionGridShapes } from './question-grid.ts'
import { textLine } from './text.ts'
import { element } from './xml.ts'

/** Measures of the page in px: its margin, the least width of its text, and the space between parts. */
const MARGIN = 24
const NARROWEST = 560
const BETWEEN = 20

/** Room for the captions of an animated picture, from the top of the legend on. Px. */
const CAPTIONS = 52

/** The greatest width of prose, on any width of chart. Px. */
const MEASURE = 760

/** The longest name and text that are shown, and the most lines of each part. The description has all of it. */
const NAME = 120
const TITLE_LINES = 3
const ANSWER_LINES = 6
const REQUEST_LINES = 3

/** A part of the page. Parts are below each other. */
interface Part {
  readonly height: number
  /** The distance to the next part, in px. */
  readonly after: number
  at(x: number, y: number): string
}

/** A picture’s page, as XML. */
export interface Page {
  readonly width: number
  readonly height: number
  readonly body: string
}

/** The differences of an animated picture, or of a picture of the chart only: classes, and parts above the page. */
export interface Moving extends Classes {
  /** Leaves out what the page around the picture says: title, answer, request and design, and the clear ground. */
  readonly only?: 'chart'
  readonly legend?: string | undefined
  /** Of the answer and what decided. */
  readonly answer?: string | undefined
  /** Draws the stamps of a node in another way. */
  stamp?(stamp: StampShape): string
  overChart?(): string
  /** Draws over the legend, in a place of this width and two lines of height. */
  overLegend?(width: number): string
}

/** Lays out the page: title, answer, chart, legend, request and design. */
export function pageOf(input: PictureInput, moving: Moving = {}): Page {
  const { chart, design, trace } = input
  const state = chartStateAt(design.graph, trace, { position: trace.steps.length - 1, phase: 'done' })
  const { steps } = trace
  const grid = isQuestionGrid(chart) ? chart : undefined
  const stamps = grid ? [] : stampsOn(chart, state, steps)
  const whole = boundingBox([{ left: 0, top: 0, ...sizeOf(chart) }, ...stamps.map(({ box }) => box)]) as Rectangle
  const width = Math.ceil(Math.max(NARROWEST, whole.width))
  const measure = Math.min(width, MEASURE)
  const rows = legendRows(legend(state, design, chart.nodes.some(isDashed) || chart.edges.some(isDashed)), width)
  const shapes = grid ? questionGridShapes(grid, { state, steps }) : chartShapes(chart, state, moving)
  const place = { x: Math.round((width - whole.width) / 2 - whole.left), y: -Math.floor(whole.top) }
  const chartPart: Part = {
    height: Math.ceil(whole.height),
    after: BETWEEN,
    // With an offset of half a px, thin lines cover whole pixels.
    at: (x, y) =>
      element('g', { transform: `translate(${x + place.x + 0.5} ${y + place.y + 0.5})` }, [
        ...shapes,
        ...stamps.map((stamp) => moving.stamp?.(stamp) ?? stampSvg(stamp)),
        moving.overChart?.() ?? '',
      ]),
  }
  const legendPart: Part = {
    height: rows.height,
    after: Math.max(BETWEEN, CAPTIONS - rows.height),
    at: (x, y) =>
      element('g', { transform: `translate(${x} ${y})` }, [
        element('g', { class: moving.legend }, [rows.markup]),
        moving.overLegend?.(measure) ?? '',
      ]),
  }
  const bare = moving.only === 'chart'
  const margin = bare ? 0 : MARGIN
  const parts = bare
    ? [chartPart, legendPart]
    : [...headOf(input, measure, moving.answer), chartPart, legendPart, footOf(input, width)]
  let y = margin
  const body = parts.map((part) => {
    const markup = part.at(margin, y)
    y += part.height + part.after
    return markup
  })
  const last = parts.at(-1)?.after ?? 0
  return { width: width + 2 * margin, height: y - last + margin, body: body.join('\n') }
}

/** The title if there is one, the answer with its mark, and the rule that decided. */
function headOf(
  { title, caveat, trace, request }: PictureInput,
  measure: number,
  moving: string | undefined,
): readonly Part[] {
  const { answer, because } = sentences(trace, request)
  const marked = OUTCOME_MARKS[trace.outcome.kind]
  const { token } = MARKS[marked]
  const beside = measure - ASIDE
  const lines = atMost(wrapped(brief(answer, NAME), beside, { size: 16 }), ANSWER_LINES)
  const reasons = atMost(wrapped(brief(because, NAME), beside, { size: 14 }), ANSWER_LINES)
  const answerPart: Part = {
    height: lines.length * 24 + reasons.length * 20,
    after: BETWEEN,
    at: (x, y) =>
      element('g', { class: moving }, [
        markAt(marked, x, y + 2, 20),
        ...lines.map((line, i) => answerLine(line, i, token, x + ASIDE, y + i * 24 + 17)),
        ...reasons.map((line, i) =>
          textLine(line, { x: x + ASIDE, y: y + lines.length * 24 + i * 20 + 14, fill: '--ink-soft', size: 14 }),
        ),
      ]),
  }
  return [
    ...(title === undefined || title.trim() === ''
      ? []
      : [block(atMost(wrapped([shortened(title, 4 * NAME)], measure, TITLE), TITLE_LINES), TITLE, 28, 8)]),
    ...(caveat === undefined
      ? []
      : [caveatPart(atMost(wrapped([caveat], measure - 12, { size: SIZE }), ANSWER_LINES))]),
    answerPart,
  ]
}

const ASIDE = 28
const TITLE = { size: 20, strong: true }

/** A line of an answer. The status code at its beginning has the colour of its mark. */
function answerLine(line: RichText, at: number, token: `--${string}`, x: number, y: number): string {
  const [first] = line
  const code = at === 0 && typeof first === 'string' ? /^\d{3}(?=:)/.exec(first)?.[0] : undefined
  const text = textLine(line, { x, y, fill: '--ink', size: 16 })
  if (code === undefined) return text
  return text.replace(`>${code}`, `>${element('tspan', { fill: token, 'font-weight': 600 }, [code])}`)
}

function caveatPart(lines: readonly RichText[]): Part {
  const height = lines.length * 16
  return {
    height,
    after: 12,
    at: (x, y) =>
      [
        element('rect', { x, y, width: 2, height, fill: '--not-decided' }),
        ...lines.map((line, i) => textLine(line, { x: x + 12, y: y + i * 16 + 12, fill: '--ink' })),
      ].join(''),
  }
}

/** A hairline, the request line, and the design with its document. */
function footOf({ request, design }: PictureInput, width: number): Part {
  const requestLines = atMost(
    wrapped([{ code: `${shortened(request.method, NAME)} ${shortened(request.target, 2 * NAME)}` }], width, {
      size: SIZE,
    }),
    REQUEST_LINES,
  )
  const [source] = design.sources
  const from = source && [source.document, ...(source.section === '' ? [] : [source.section])].join(', ')
  const designLines = wrapped([`Design: ${design.title}${from === undefined ? '' : ` (${from})`}`], width, {
    size: SIZE,
  })
  const text = (lines: readonly RichText[], x: number, y: number, fill: '--ink' | '--ink-soft'): string =>
    lines.map((line, i) => textLine(line, { x, y: y + i * 16 + 12, fill })).join('')
  return {
    height: 12 + (requestLines.length + designLines.length) * 16,
    after: 0,
    at: (x, y) =>
      element('path', { d: `M${x},${y + 0.5}h${width}`, stroke: '--hairline' }) +
      text(requestLines, x, y + 12, '--ink') +
      text(designLines, x, y + 12 + requestLines.length * 16, '--ink-soft'),
  }
}

function block(
  lines: readonly RichText[],
  type: { readonly size: number; readonly strong: boolean },
  line: number,
  after: number,
): Part {
  return {
    height: lines.length * line,
    after,
    at: (x, y) =>
      lines.map((label, i) => textLine(label, { x, y: y + i * line + 21, fill: '--ink', ...type })).join(''),
  }
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { width, height }
}

function isDashed({ dashed }: { readonly dashed?: true }): boolean {
  return dashed === true
}
