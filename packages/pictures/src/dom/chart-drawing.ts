import type { EdgeId, NodeId, RichText, Step } from '@authz-playground/engine'
import { type ChartState, type ChartTime, TOKEN, tokenAt, tokenTravel } from '../chart/chart-state.ts'
import { DASHES, edgeLabelPaint, edgePaint, groundAt, nodePaint, nodeTextPaint, type Paint } from '../chart/paints.ts'
import { arrowheadPath, linesIn, outlinePath, type WordLine } from '../chart/shapes.ts'
import { type MarkPiece, type StampShape, stampsOn } from '../chart/stamps.ts'
import type { ChartEdge, ChartLayout, ChartNode } from '../layout/chart-layout.ts'
import type { Point, Rectangle } from '../layout/geometry.ts'
import { type ChartLane, lanePath } from '../layout/lanes.ts'
import { MARKS } from '../marks/marks.ts'
import { type DomAttributes, markPaths, set, setAll, svg } from './elements.ts'

/** The nodes and edges that light up, because a person points at them or at something that belongs to them. */
export interface Highlighted {
  readonly nodes: ReadonlySet<NodeId>
  readonly edges: ReadonlySet<EdgeId>
}

/** The state of a request on a drawn chart. */
export interface Shown {
  readonly state: ChartState
  readonly steps: readonly Step[]
  readonly highlights: Highlighted
  /** New stamps appear with a motion. */
  readonly fresh: boolean
  /** On a question grid, for nodes whose check was not allowed: the rule that comes closest, "nearly: lines 30–34". */
  readonly nearly?: ReadonlyMap<NodeId, RichText>
  /** A question grid is dimmed, with these words on it: "Paused at line 33". With `go` they are a link there. */
  readonly paused?: { readonly words: RichText; go?(): void }
}

/**
 * A chart on a page, as SVG with the class `authz-chart` and the style dom/chart.css. Nodes have their id in
 * `data-node`; edges and their labels have the node that they lead to in `data-to`. With `data-suspense` on it, what is drawn
 * because this run comes to it appears when the request does.
 */
export interface ChartDrawing {
  readonly svg: SVGSVGElement
  readonly nodes: ReadonlyMap<NodeId, SVGGElement>
  show(shown: Shown): void
  /**
   * Puts the token at the position of the request. While the request travels, the browser animates the token for so
   * many ms. Without steps there is no token.
   */
  moveToken(steps: readonly Step[], time: ChartTime, travelTime: number): void
}

/** Draws a chart without a request. It has the size of the layout; set `width` and `height` to zoom. */
export function drawChart(layout: ChartLayout): ChartDrawing {
  const lanes = layout.lanes ?? []
  const edges = layout.edges.map((edge) => drawEdge(edge, lanes))
  const nodes = layout.nodes.map(drawNode)
  const asides = (layout.asides ?? []).map((aside) => ({ ...aside, words: wordsOf(linesIn(aside.box, aside.lines)) }))
  const stampLayer = svg('g', { 'aria-hidden': 'true' })
  const token = drawToken(layout)
  const lines = svg('g', {}, ...edges.map(({ line }) => line))
  const drawn = svg(
    'svg',
    {
      class: 'authz-chart',
      'data-run': layout.asides !== undefined,
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      width: layout.width,
      height: layout.height,
    },
    svg('g', { 'aria-hidden': 'true' }, ...lanes.map((lane) => svg('path', { class: 'lane', d: lanePath(lane) }))),
    svg('g', { 'aria-hidden': 'true' }, svg('g', {}, ...edges.map(({ wash }) => wash)), lines),
    svg('g', { 'aria-hidden': 'true' }, ...edges.flatMap(({ label }) => (label === undefined ? [] : [label]))),
    svg('g', { 'aria-hidden': 'true' }, ...asides.map(({ words }) => words)),
    svg('g', {}, ...nodes.map(({ group }) => group)),
    stampLayer,
    token.circle,
  )
  const stamps = new Map<NodeId, { readonly name: string; readonly group: SVGGElement }>()

  function showStamps({ state, steps, fresh }: Shown): void {
    for (const [id, { group }] of stamps) {
      if (state.stamps.has(id)) continue
      group.remove()
      stamps.delete(id)
    }
    for (const shape of stampsOn(layout, state, steps)) {
      const name = nameOf(shape)
      const before = stamps.get(shape.node)
      if (before?.name === name) continue
      const group = drawStamp(shape, fresh && shape.node === state.at)
      if (before === undefined) stampLayer.append(group)
      else before.group.replaceWith(group)
      stamps.set(shape.node, { name, group })
    }
  }

  return {
    svg: drawn,
    nodes: new Map(nodes.map(({ id, group }) => [id, group])),
    show(shown) {
      const { state, highlights } = shown
      for (const { id, group, outline, words } of nodes) {
        set(group, 'data-highlighted', highlights.nodes.has(id))
        set(group, 'data-look', state.nodes.get(id))
        setAll(outline, painted(nodePaint(state, id)))
        setAll(words, painted(nodeTextPaint(state.nodes.get(id))))
      }
      for (const { id, line, wash, words, label } of edges) {
        const look = state.edges.get(id)
        set(wash, 'data-highlighted', highlights.edges.has(id))
        setAll(line, painted(edgePaint(look)))
        // Heavy lines are drawn above thin ones.
        if (look === 'passed' && line.dataset.look !== look) lines.append(line)
        set(line, 'data-look', look)
        if (words) setAll(words, painted(edgeLabelPaint(look)))
        if (label) set(label, 'data-look', look)
      }
      for (const { node, words } of asides) {
        setAll(words, painted({ fill: '--ink-soft' }))
        const left = layout.edges.find(({ from }) => from === node)
        set(words, 'data-look', left && state.edges.get(left.id))
      }
      showStamps(shown)
    },
    moveToken: token.move,
  }
}

/** The token of a chart, and its movement. */
export function drawToken(layout: ChartLayout): {
  readonly circle: SVGCircleElement
  readonly move: ChartDrawing['moveToken']
} {
  const circle = svg('circle', {
    class: 'token',
    r: TOKEN.radius + TOKEN.ring / 2,
    'stroke-width': TOKEN.ring,
    'aria-hidden': 'true',
    hidden: true,
  })
  let tokenIs: string | undefined
  return {
    circle,
    move(steps, { position, phase }, travelTime) {
      const { node, edge } = steps[position] ?? {}
      const now = [position, phase, steps.length, node, edge].join(' ')
      if (now === tokenIs) return
      tokenIs = now
      for (const animation of circle.getAnimations()) animation.cancel()
      const to = tokenAt(layout, steps, position)
      set(circle, 'hidden', to === undefined)
      if (to === undefined) return
      circle.style.transform = translated(to)
      const travel = phase === 'travelling' && travelTime > 0 ? tokenTravel(layout, steps, position) : undefined
      if (travel === undefined) return
      circle.animate(
        travel.map((point) => ({ transform: translated(point) })),
        { duration: travelTime, easing: 'linear' },
      )
    },
  }
}

/**
 * A key that is equal for stamps of one node that look alike. Not JSON, because a page may have changed `toJSON` of its
 * objects.
 */
function nameOf({ box, pieces }: StampShape): string {
  return [box.left, ...pieces.map((piece) => (piece.kind === 'mark' ? piece.marked : piece.text))].join()
}

function drawNode({ id, shape, box, lines, asks, dashed, rare }: ChartNode) {
  const outline = svg('path', {
    class: 'outline',
    d: outlinePath(shape, box, asks),
    'stroke-dasharray': dashed ? DASHES.node : undefined,
  })
  const words = wordsOf(linesIn(box, lines))
  if (asks) words.firstElementChild?.classList.add('heading')
  return { id, outline, words, group: svg('g', { class: 'node', 'data-node': id, 'data-rare': rare }, outline, words) }
}

export function drawEdge({ id, to, path, points, joins, label, dashed, rare }: ChartEdge, lanes: readonly ChartLane[]) {
  const line = svg(
    'g',
    { class: 'edge', 'data-edge': id, 'data-to': to, 'data-rare': rare },
    svg('path', { d: path, fill: 'none', 'stroke-dasharray': dashed ? DASHES.edge : undefined }),
    ...(joins ? [] : [svg('path', { d: arrowheadPath(points), stroke: 'none' })]),
  )
  const wash = svg('path', { class: 'wash', d: path, 'data-to': to })
  const words = label && wordsOf(linesIn(label.box, label.lines))
  const drawnLabel =
    label &&
    words &&
    svg(
      'g',
      { class: 'label', 'data-to': to, 'data-rare': rare },
      svg('rect', { ...rect(label.box), fill: `var(${groundAt(lanes, label.box)})` }),
      words,
    )
  return { id, line, wash, words, label: drawnLabel }
}

export function rect({ left, top, width, height }: Rectangle): DomAttributes {
  return { x: left, y: top, width, height }
}

function drawStamp({ node, box, radius, stroke, pieces }: StampShape, fresh: boolean): SVGGElement {
  return svg(
    'g',
    { class: fresh ? 'stamp fresh' : 'stamp', 'data-stamps': node },
    svg('rect', {
      ...rect(box),
      rx: radius,
      fill: 'var(--ground)',
      stroke: `var(${stroke})`,
    }),
    ...pieces.map((piece) => {
      if (piece.kind === 'mark') return drawMark(piece)
      const { text, x, y, fill, strong } = piece
      return svg(
        'text',
        { x, y, fill: `var(${fill})`, 'text-anchor': 'middle', 'font-weight': strong ? 600 : undefined },
        text,
      )
    }),
  )
}

/** A mark with its upper left corner at a point. */
export function drawMark({ marked, x, y, size }: MarkPiece): SVGGElement {
  return svg(
    'g',
    {
      class: 'stamp-mark',
      color: `var(${MARKS[marked].token})`,
      transform: `translate(${x} ${y}) scale(${size / 16})`,
    },
    ...markPaths(MARKS[marked]),
  )
}

function wordsOf(lines: readonly WordLine[]): SVGTextElement {
  return svg(
    'text',
    { 'text-anchor': 'middle' },
    ...lines.map(({ words, x, y }) => svg('tspan', { x, y }, ...inlines(words))),
  )
}

/** Words of which some are code, for a text element. */
export function inlines(words: RichText): readonly (string | SVGElement)[] {
  return words.map((word) => (typeof word === 'string' ? word : svg('tspan', { class: 'noun' }, word.code)))
}

/** A paint as attributes. Colours are custom properties of the page. */
export function painted(paint: Paint): DomAttributes {
  return Object.fromEntries(
    Object.entries(paint).map(([name, value]) => [name, String(value).startsWith('--') ? `var(${value})` : value]),
  )
}

function translated({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`
}
