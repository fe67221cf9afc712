import { type ChartPhase, type ChartState, chartStateAt, TOKEN, tokenAt, tokenTravel } from '../chart/chart-state.ts'
import { edgeLabelPaint, edgePaint, nodePaint, nodeTextPaint, type Paint } from '../chart/paints.ts'
import { type StampShape, stampOn } from '../chart/stamps.ts'
import { asking, happening, narrated, type Story } from '../playing/narration.ts'
import { type Timetable, timetable } from '../playing/timetable.ts'
import { brief } from '../words/shortened.ts'
import { atMost, wrapped } from '../words/wrapped.ts'
import { type CssTimeline, cssTimeline } from './css-timeline.ts'
import { storyOfInput } from './description.ts'
import { stampSvg } from './mark.ts'
import { pageOf } from './page.ts'
import type { PictureInput } from './picture-input.ts'
import { type PictureTheme, svgOf } from './still.ts'
import { textLine } from './text.ts'
import { element, number } from './xml.ts'

const HIDDEN = 'visibility:hidden'
const SEEN = 'visibility:visible'

/** The time in which a new stamp shrinks to its size. Milliseconds. */
const PRESSING = 150
const PRESSED = 'from{opacity:0;transform:scale(1.25)}'

/** The most states of one node’s stamps that are drawn; some of more are left out. */
const MOST_STATES = 8

const CAPTION = { size: 14, line: 20, lines: 2, name: 60 }

/** The state that a picture shows from a time on. */
interface Scene {
  readonly from: number
  readonly state: ChartState
}

/**
 * The picture that replays the request, without a script: the token travels, checks are answered, stamps appear, taken
 * edges get heavy, and a line below has the questions. It plays once, at the pace of the playground, and ends as
 * `stillSvg`. People who ask for less motion, whose reader plays nothing, or who print it see only that.
 */
export function animatedSvg(input: PictureInput, theme: PictureTheme = 'either'): string {
  const { chart } = input
  const story = storyOfInput(input)
  const table = timetable(story, chart)
  const scenes = scenesOf(input, table)
  const timeline = cssTimeline()
  // While the request travels, nothing tells how it ends.
  const atTheEnd = timeline.holds([
    { from: 0, css: HIDDEN },
    { from: table.end, css: SEEN },
  ])
  const painted = (paint: (state: ChartState) => Paint): string | undefined =>
    timeline.holds(scenes.map(({ from, state }) => ({ from, css: cssOf(paint(state)) })))
  const page = pageOf(input, {
    edge: (id) => painted(({ edges }) => edgePaint(edges.get(id))),
    edgeLabel: (id) => painted(({ edges }) => edgeLabelPaint(edges.get(id))),
    node: (id) => painted((state) => nodePaint(state, id)),
    nodeText: (id) => painted(({ nodes }) => nodeTextPaint(nodes.get(id))),
    stamp: (stamp) => playedStamps(input, stamp, scenes, timeline),
    legend: atTheEnd,
    answer: atTheEnd,
    overChart: () => token(input, table, timeline),
    overLegend: (width) => captions(story, table, width, timeline),
  })
  return svgOf(input, page, theme, (root) => timeline.style(root, theme))
}

/** The states of the chart, at every time at which it changes. */
function scenesOf({ design, trace }: PictureInput, { times }: Timetable): readonly Scene[] {
  const at = (position: number, phase: ChartPhase): ChartState => chartStateAt(design.graph, trace, { position, phase })
  return times.flatMap(({ step, leaves, arrives, done }, i) => [
    { from: i === 0 ? 0 : leaves, state: at(step, trace.steps[step]?.edge === undefined ? 'asking' : 'travelling') },
    ...(arrives > leaves ? [{ from: arrives, state: at(step, 'asking') }] : []),
    { from: done, state: at(step, 'done') },
  ])
}

/**
 * The stamps of a node over time. The last state is that of the still picture; the earlier ones are invisible in it.
 */
function playedStamps(
  { chart, trace }: PictureInput,
  last: StampShape,
  scenes: readonly Scene[],
  timeline: CssTimeline,
): string {
  const states = scenes
    .map(({ from, state }) => ({ from, stamps: state.stamps.get(last.node) ?? [] }))
    .filter(({ stamps }, i, all) => stamps.length > 0 && stamps.length !== all[i - 1]?.stamps.length)
  const every = Math.ceil(states.length / MOST_STATES)
  const kept = states.filter((_, i) => i === states.length - 1 || i % every === 0)
  return kept
    .map(({ from, stamps }, i) => {
      const next = kept[i + 1]?.from
      const stays = next === undefined
      const shape = stays ? last : stampOn(chart, last.node, stamps, trace.steps)
      const { left, top, height } = shape.box
      const seen = { from, css: SEEN }
      const frames = stays
        ? [{ from: 0, css: HIDDEN }, seen]
        : [{ from: 0, css: HIDDEN }, seen, { from: next, css: HIDDEN }]
      const move = { from, time: PRESSING, css: PRESSED }
      return element(
        'g',
        {
          class: timeline.moves(frames, move),
          visibility: stays ? undefined : 'hidden',
          'transform-origin': `${number(left)}px ${number(top + height)}px`,
        },
        [stampSvg(shape)],
      )
    })
    .join('')
}

/** The token: a dot for each edge, visible until the next one leaves. None is visible at the end. */
function token({ chart, trace }: PictureInput, { times, end }: Timetable, timeline: CssTimeline): string {
  const stops = times.flatMap(({ step, leaves, arrives }, i) => {
    const travel = tokenTravel(chart, trace.steps, step)
    if (travel !== undefined) return [{ from: leaves, time: arrives - leaves, travel }]
    const start = i === 0 ? tokenAt(chart, trace.steps, step) : undefined
    return start === undefined ? [] : [{ from: 0, time: 0, travel: [start] }]
  })
  return stops
    .map(({ from, time, travel }, i) => {
      const frames = [
        { from: 0, css: HIDDEN },
        { from, css: SEEN },
        { from: stops[i + 1]?.from ?? end, css: HIDDEN },
      ]
      const { x, y } = travel.at(-1) ?? { x: 0, y: 0 }
      const css = travel
        .map((point, frame) => {
          const part = number((100 * frame) / Math.max(1, travel.length - 1))
          return `${part}%{transform:translate(${number(point.x - x)}px,${number(point.y - y)}px)}`
        })
        .join('')
      return element('circle', {
        class: time > 0 ? timeline.moves(frames, { from, time, css }) : timeline.holds(frames),
        visibility: 'hidden',
        cx: number(x),
        cy: number(y),
        r: TOKEN.radius + TOKEN.ring / 2,
        fill: '--chart-taken',
        stroke: '--ground',
        'stroke-width': TOKEN.ring,
      })
    })
    .join('')
}

/** The captions: each question with its decision, at its time. */
function captions(story: Story, { times, end }: Timetable, width: number, timeline: CssTimeline): string {
  const said = times.flatMap(({ step, leaves, done }, i) => {
    const from = i === 0 ? 0 : leaves
    if (story.steps[step]?.check === undefined) return [{ from, label: narrated(story, step) }]
    return [
      { from, label: asking(story, step) },
      { from: done, label: happening(story, step) },
    ]
  })
  return said
    .map(({ from, label }, i) => {
      const frames = [
        { from: 0, css: HIDDEN },
        { from, css: SEEN },
        { from: said[i + 1]?.from ?? end, css: HIDDEN },
      ]
      const lines = atMost(wrapped(brief(label, CAPTION.name), width, CAPTION), CAPTION.lines)
      return element(
        'g',
        { class: timeline.holds(frames), visibility: 'hidden' },
        lines.map((line, at) => textLine(line, { x: 0, y: at * CAPTION.line + 14, size: CAPTION.size, fill: '--ink' })),
      )
    })
    .join('')
}

function cssOf(paint: Paint): string {
  return Object.entries(paint)
    .map(([property, value]) => `${property}:${String(value).startsWith('--') ? `var(${value})` : value}`)
    .join(';')
}
