import type { NodeShape, RichText } from '@authz-playground/engine'
import {
  blank,
  type DrawnChart,
  type DrawnEdge,
  type DrawnNode,
  type Picture,
  pathPoints,
  pictureAt,
  type Rectangle,
} from '@authz-playground/pictures'
import { set, svg } from './dom.ts'
import { stampsOn } from './stamps.ts'
import type { View } from './view.ts'

/** Height of a line of words in the chart, in px. */
const LINE = 16
/** How far the first line of letters stands below the top of its line. */
const BASELINE = 12
/** Clear ground around the chart: stamps and heavy lines reach beyond the nodes. */
const MARGIN = 4

/** A chart as SVG, and what shows a request on it. */
export interface ChartDrawing {
  readonly svg: SVGSVGElement
  /** The request itself. */
  readonly token: SVGElement
  decorate(view: View): void
}

/** Draws a chart. What it says is told in words elsewhere, step by step. */
export function drawChart(chart: DrawnChart, title: string): ChartDrawing {
  const edges = chart.edges.map(edgeOf)
  const nodes = chart.nodes.map(nodeOf)
  const stamps = svg('g', { class: 'stamps' })
  const token = svg('circle', { class: 'token', r: 6 })
  const drawn = svg(
    'svg',
    {
      viewBox: [-MARGIN, -MARGIN, chart.width + 2 * MARGIN, chart.height + 2 * MARGIN].join(' '),
      role: 'img',
      'aria-label': `Flowchart: ${title}`,
    },
    svg('g', {}, ...edges.map(({ wash }) => wash)),
    svg('g', {}, ...edges.map(({ line }) => line)),
    svg('g', {}, ...nodes.map(({ group }) => group)),
    svg('g', {}, ...edges.flatMap(({ label }) => (label === undefined ? [] : [label]))),
    stamps,
    token,
  )
  let shown: Picture | undefined
  return {
    svg: drawn,
    token,
    decorate({ answer, story, standing, lit }) {
      const { trace, design } = answer
      const picture = trace && story ? pictureAt(design.graph, trace, standing) : blank(design.graph)
      for (const { id, group } of nodes) {
        set(group, 'data-look', picture.nodes.get(id))
        set(group, 'data-marked', picture.stamps.get(id)?.at(-1)?.marked)
        set(group, 'data-lit', lit.nodes.has(id))
      }
      for (const { id, line, wash, label } of edges) {
        const look = picture.edges.get(id)
        set(line, 'data-look', look)
        if (label) set(label, 'data-look', look)
        set(wash, 'data-lit', lit.edges.has(id))
      }
      if (counted(picture) !== counted(shown)) stamps.replaceChildren(...stampsOn(chart, picture, story?.steps ?? []))
      shown = picture
    },
  }
}

/** Pictures of one request with as many stamps have the same. */
function counted(picture: Picture | undefined): string | undefined {
  return picture && [...picture.stamps].map(([id, stamps]) => `${id} ${stamps.length}`).join()
}

function nodeOf({ id, shape, box, lines, apart }: DrawnNode) {
  const outline = svg('path', { class: 'outline', d: outlineOf(shape, box) })
  const group = svg('g', { class: apart ? 'node apart' : 'node', 'data-node': id }, outline, wordsIn(box, lines))
  return { id, group }
}

function edgeOf({ id, from, to, d, label, apart }: DrawnEdge) {
  const line = svg(
    'g',
    { class: apart ? 'edge apart' : 'edge', 'data-edge': id, 'data-from': from, 'data-to': to },
    svg('path', { class: 'way', d }),
    svg('path', { class: 'head', d: 'M-4-4 4 0-4 4Z', transform: arrowAt(d) }),
  )
  const wash = svg('path', { class: 'wash', d })
  const words =
    label &&
    svg(
      'g',
      { class: 'label' },
      svg('rect', { x: label.box.left, y: label.box.top, width: label.box.width, height: label.box.height }),
      wordsIn(label.box, label.lines),
    )
  return { id, line, wash, label: words }
}

/** Where an edge ends, and which way it goes there. */
function arrowAt(d: string): string {
  const points = pathPoints(d)
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const before = points.findLast(({ x, y }) => Math.hypot(x - end.x, y - end.y) > 1) ?? { x: end.x, y: end.y - 1 }
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI
  return `translate(${end.x} ${end.y}) rotate(${angle})`
}

function wordsIn({ left, top, width, height }: Rectangle, lines: readonly RichText[]): SVGTextElement {
  const first = top + (height - lines.length * LINE) / 2 + BASELINE
  return svg(
    'text',
    { 'text-anchor': 'middle', 'aria-hidden': 'true' },
    ...lines.map((line, at) =>
      svg(
        'tspan',
        { x: left + width / 2, y: first + at * LINE },
        ...line.map((word) => (typeof word === 'string' ? word : svg('tspan', { class: 'noun' }, word.code))),
      ),
    ),
  )
}

/** What happens is rounded, where the way forks is a hexagon, what the client gets is a stadium. */
function outlineOf(shape: NodeShape, { left, top, width, height }: Rectangle): string {
  const [right, bottom] = [left + width, top + height]
  if (shape === 'question') {
    const cut = height / 4
    const middle = top + height / 2
    return `M${left + cut} ${top}H${right - cut}L${right} ${middle}L${right - cut} ${bottom}H${left + cut}L${left} ${middle}Z`
  }
  const radius = shape === 'end' ? height / 2 : 5
  const corner = `a${radius} ${radius} 0 0 1`
  return [
    `M${left + radius} ${top}H${right - radius}${corner} ${radius} ${radius}V${bottom - radius}`,
    `${corner} ${-radius} ${radius}H${left + radius}${corner} ${-radius} ${-radius}V${top + radius}${corner} ${radius} ${-radius}Z`,
  ].join('')
}
