import { middleOf, type Point } from '../layout/geometry.ts'
import { pathPoints } from '../layout/path-points.ts'
import { asking, happening, narrated, type Story } from '../playing/narration.ts'
import { type Moment, type Picture, pictureAt } from '../playing/picture.ts'
import { type Timetable, timetable } from '../playing/timetable.ts'
import { travelFrames } from '../playing/travel.ts'
import { brief } from '../words/shortened.ts'
import { atMost, wrapped } from '../words/wrapped.ts'
import { storyOfInput } from './description.ts'
import { type Film, film } from './film.ts'
import { pageOf } from './page.ts'
import { edgeLabelPaint, edgePaint, nodePaint, nodeTextPaint, type Paint } from './paints.ts'
import type { PictureInput } from './picture-input.ts'
import { type DrawnStamp, stampOn } from './stamps.ts'
import { type PictureTheme, svgOf } from './still.ts'
import { textLine } from './text.ts'
import { element, number } from './xml.ts'

const HIDDEN = 'visibility:hidden'
const SEEN = 'visibility:visible'

/** A stamp is pressed on in so many ms, from a little larger. */
const PRESSING = 150
const PRESSED = 'from{opacity:0;transform:scale(1.25)}'

/** So many states of one node’s stamps are drawn; of more, some are left out. */
const MOST_STATES = 8

const CAPTION = { size: 14, line: 20, lines: 2, name: 60 }
/** The token’s radius, and the clear ring around it. */
const TOKEN = { radius: 6, ring: 2 }

/** What a picture shows from a time on. */
interface Scene {
  readonly from: number
  readonly picture: Picture
}

/**
 * The picture that replays the request, with no script: the token travels, checks are answered, stamps come, the way gets
 * heavy, and a line below says what is asked. It plays once, at the playground’s pace, and ends as `stillSvg`, which is also
 * all that people see who ask for less motion, whose reader plays nothing, or who print it.
 */
export function animatedSvg(input: PictureInput, theme: PictureTheme = 'either'): string {
  const { chart } = input
  const story = storyOfInput(input)
  const table = timetable(story, chart)
  const scenes = scenesOf(input, table)
  const reel = film()
  const painted = (paint: (picture: Picture) => Paint): string | undefined =>
    reel.shots(scenes.map(({ from, picture }) => ({ from, css: cssOf(paint(picture)) })))
  const page = pageOf(input, {
    edge: (id) => painted(({ edges }) => edgePaint(edges.get(id))),
    edgeLabel: (id) => painted(({ edges }) => edgeLabelPaint(edges.get(id))),
    node: (id) => painted((picture) => nodePaint(picture, id)),
    nodeText: (id) => painted(({ nodes }) => nodeTextPaint(nodes.get(id))),
    stamp: (stamp) => playedStamps(input, stamp, scenes, reel),
    legend: reel.shots([
      { from: 0, css: HIDDEN },
      { from: table.end, css: SEEN },
    ]),
    overChart: () => token(input, table, reel),
    overLegend: (width) => captions(story, table, width, reel),
  })
  return svgOf(input, page, theme, (root) => reel.style(root, theme))
}

/** The playground’s own pictures, at every moment at which one differs from the last. */
function scenesOf({ design, trace }: PictureInput, { times }: Timetable): readonly Scene[] {
  const at = (position: number, phase: Moment['phase']): Picture => pictureAt(design.graph, trace, { position, phase })
  return times.flatMap(({ step, leaves, arrives, done }, i) => [
    { from: i === 0 ? 0 : leaves, picture: at(step, trace.steps[step]?.edge === undefined ? 'asking' : 'travelling') },
    ...(arrives > leaves ? [{ from: arrives, picture: at(step, 'asking') }] : []),
    { from: done, picture: at(step, 'done') },
  ])
}

/** A node’s stamps as they come. The last are the still picture’s; those before are not seen in it. */
function playedStamps(
  { chart, trace }: PictureInput,
  { node, markup, box }: DrawnStamp,
  scenes: readonly Scene[],
  reel: Film,
): string {
  const states = scenes
    .map(({ from, picture }) => ({ from, stamps: picture.stamps.get(node) ?? [] }))
    .filter(({ stamps }, i, all) => stamps.length > 0 && stamps.length !== all[i - 1]?.stamps.length)
  const every = Math.ceil(states.length / MOST_STATES)
  const kept = states.filter((_, i) => i === states.length - 1 || i % every === 0)
  return kept
    .map(({ from, stamps }, i) => {
      const next = kept[i + 1]?.from
      const last = next === undefined
      const own = last ? { markup, box } : stampOn(chart, node, stamps, trace.steps)
      const { left, top, height } = own.box
      const seen = { from, css: SEEN }
      const shots = last
        ? [{ from: 0, css: HIDDEN }, seen]
        : [{ from: 0, css: HIDDEN }, seen, { from: next, css: HIDDEN }]
      const move = { from, time: PRESSING, keyframes: PRESSED }
      return element(
        'g',
        {
          class: reel.moves(shots, move),
          visibility: last ? undefined : 'hidden',
          'transform-origin': `${number(left)}px ${number(top + height)}px`,
        },
        [own.markup],
      )
    })
    .join('')
}

/** The request itself, on its way: a dot for each edge, each seen until the next leaves. None is left at the end. */
function token({ chart, trace }: PictureInput, { times, end }: Timetable, reel: Film): string {
  const ways = new Map(chart.edges.map(({ id, d }) => [id, pathPoints(d)]))
  const first = chart.nodes.find(({ id }) => id === trace.steps[0]?.node)
  if (first === undefined) return ''
  let at: Point = { x: middleOf(first.box).x, y: first.box.top }
  const stops = times.flatMap(({ step, leaves, arrives }, i) => {
    const way = ways.get(trace.steps[step]?.edge ?? '')
    if (way === undefined) return i === 0 ? [{ from: 0, time: 0, frames: [at] }] : []
    const frames = travelFrames(at, way)
    at = frames.at(-1) ?? at
    return [{ from: leaves, time: arrives - leaves, frames }]
  })
  return stops
    .map(({ from, time, frames }, i) => {
      const shots = [
        { from: 0, css: HIDDEN },
        { from, css: SEEN },
        { from: stops[i + 1]?.from ?? end, css: HIDDEN },
      ]
      const { x, y } = frames.at(-1) ?? at
      const keyframes = frames
        .map((point, frame) => {
          const part = number((100 * frame) / Math.max(1, frames.length - 1))
          return `${part}%{transform:translate(${number(point.x - x)}px,${number(point.y - y)}px)}`
        })
        .join('')
      return element('circle', {
        class: time > 0 ? reel.moves(shots, { from, time, keyframes }) : reel.shots(shots),
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

/** What is asked, and what was answered, while it happens. */
function captions(story: Story, { times, end }: Timetable, width: number, reel: Film): string {
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
      const shots = [
        { from: 0, css: HIDDEN },
        { from, css: SEEN },
        { from: said[i + 1]?.from ?? end, css: HIDDEN },
      ]
      const lines = atMost(wrapped(brief(label, CAPTION.name), width, CAPTION), CAPTION.lines)
      return element(
        'g',
        { class: reel.shots(shots), visibility: 'hidden' },
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
