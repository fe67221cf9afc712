import type { Chart, EdgeId, Graph, NodeId } from '@authz-playground/engine'
import {
  around,
  drawnTogether,
  labelPlace,
  lengthOf,
  type Point,
  pathPoints,
  type Rectangle,
  routes,
  type Size,
} from '@authz-playground/pictures'

export interface DrawnNode {
  readonly element: SVGGElement
  /** In px of the chart at zoom 1. */
  readonly box: Rectangle
}

export interface DrawnEdge {
  readonly path: SVGPathElement
  /** A broad path under the line: what is pointed at, and what lights up. */
  readonly wash: SVGPathElement
  readonly label?: SVGGElement
  /** The curve from its source to its target, in straight pieces. */
  readonly points: readonly Point[]
  readonly length: number
}

/** A design’s graph, and the mermaid chart that is made of it. */
export interface Drawable {
  readonly graph: Graph
  readonly chart: Chart
}

/** A chart on the page: the SVG that mermaid made, and where its parts are. */
export interface Drawing {
  readonly svg: SVGSVGElement
  readonly size: Size
  readonly nodes: ReadonlyMap<NodeId, DrawnNode>
  readonly edges: ReadonlyMap<EdgeId, DrawnEdge>
}

/** What mermaid prefixes its ids with, in the markup of every chart. */
export const RENDER_ID = 'fc'

/** Clear ground around the chart, in px: stamps and heavy lines reach beyond the nodes. */
const MARGIN = 12

const NOTHING: Rectangle = { left: 0, top: 0, width: 0, height: 0 }

/**
 * Puts mermaid’s SVG into an element that is laid out, draws it together, and finds its parts. The SVG is made of the
 * designs’ own words alone (see `mermaidChart`); everything a person typed is shown by components of ours. `id` is no
 * other chart’s.
 */
export function drawInto(host: HTMLElement, markup: string, { chart, graph }: Drawable, id: string): Drawing {
  host.innerHTML = markup
  const svg = host.querySelector('svg')
  if (svg === null) throw new Error('mermaid drew no SVG')
  // Mermaid looks the page over for the id it draws under: it would draw the next chart into this one.
  svg.removeAttribute('id')
  svg.removeAttribute('style')
  svg.removeAttribute('aria-roledescription')
  svg.setAttribute('role', 'none')
  // Our own style sheet draws the chart, with tokens that follow the theme.
  svg.querySelector('style')?.remove()
  // What an edge says is said by the nodes at its ends.
  for (const lines of svg.querySelectorAll('g.edgePaths, g.edgeLabels')) lines.setAttribute('aria-hidden', 'true')

  const paths = pathsOf(svg, chart.edgeByDataId)
  setTogether(nodesOf(svg), paths, graph)
  const nodes = nodesOf(svg)
  const edges = edgesAlong(paths)
  const labels = [...edges.values()].flatMap(({ label }) => (label ? [boxOf(label)] : []))
  const lines = [...edges.values()].map(({ path }) => boxOf(path))
  const drawn = around([...labels, ...lines, ...[...nodes.values()].map(({ box }) => box)]) ?? NOTHING
  const { left, top } = { left: drawn.left - MARGIN, top: drawn.top - MARGIN }
  const size = { width: drawn.width + 2 * MARGIN, height: drawn.height + 2 * MARGIN }
  makeIdsOwn(svg, id)
  svg.setAttribute('viewBox', `${left} ${top} ${size.width} ${size.height}`)
  svg.setAttribute('width', String(size.width))
  svg.setAttribute('height', String(size.height))
  return {
    svg,
    size,
    nodes: new Map(
      [...nodes].map(([id, { element, box }]) => [
        id,
        { element, box: { ...box, left: box.left - left, top: box.top - top } },
      ]),
    ),
    edges: new Map(
      [...edges].map(([id, edge]) => [
        id,
        { ...edge, points: edge.points.map(({ x, y }) => ({ x: x - left, y: y - top })) },
      ]),
    ),
  }
}

/** Two charts can be on a page: of mermaid’s ids, which are alike in all, only those of arrowheads are needed on. */
function makeIdsOwn(svg: SVGSVGElement, own: string): void {
  for (const element of svg.querySelectorAll('[id]')) {
    if (element.localName === 'marker') element.id = `${own}-${element.id}`
    else element.removeAttribute('id')
  }
  for (const path of svg.querySelectorAll('path')) {
    for (const end of ['marker-start', 'marker-end']) {
      const arrowhead = path.getAttribute(end)
      if (arrowhead !== null) path.setAttribute(end, arrowhead.replace('#', `#${own}-`))
    }
  }
}

function nodesOf(svg: SVGSVGElement): Map<NodeId, DrawnNode> {
  const found = new Map<NodeId, DrawnNode>()
  for (const element of svg.querySelectorAll<SVGGElement>('g.node')) {
    const id = new RegExp(`^${RENDER_ID}-flowchart-(.+)-\\d+$`).exec(element.id)?.[1]
    if (id !== undefined) found.set(id, { element, box: boxOf(element) })
  }
  return found
}

type DrawnPath = Pick<DrawnEdge, 'path' | 'wash' | 'label'>

function pathsOf(svg: SVGSVGElement, edgeByDataId: Chart['edgeByDataId']): Map<EdgeId, DrawnPath> {
  const labels = new Map<string, SVGGElement>()
  for (const label of svg.querySelectorAll<SVGGElement>('g.label[data-id]')) {
    const group = label.closest<SVGGElement>('g.edgeLabel')
    if (label.dataset.id !== undefined && group !== null && label.textContent !== '')
      labels.set(label.dataset.id, group)
  }
  const found = new Map<EdgeId, DrawnPath>()
  for (const path of svg.querySelectorAll<SVGPathElement>('path[data-id]')) {
    const dataId = path.dataset.id ?? ''
    const id = edgeByDataId[dataId]
    if (id === undefined) continue
    const wash = path.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'path')
    wash.setAttribute('d', path.getAttribute('d') ?? '')
    wash.dataset.wash = ''
    path.before(wash)
    const label = labels.get(dataId)
    found.set(id, { path, wash, ...(label && { label }) })
  }
  return found
}

/** Moves nodes, edges and labels to where they are drawn together, where that applies. */
function setTogether(nodes: ReadonlyMap<NodeId, DrawnNode>, paths: ReadonlyMap<EdgeId, DrawnPath>, graph: Graph): void {
  const placed = graph.edges.flatMap(({ id, from, to }) => {
    const drawn = paths.get(id)
    if (drawn === undefined) return []
    const label = drawn.label && boxOf(drawn.label)
    return [{ id, from, to, points: pointsOf(drawn.path), ...(label && { label }) }]
  })
  const layout = drawnTogether(
    [...nodes].map(([id, { box }]) => ({ id, box })),
    placed,
  )
  if (layout === undefined) return
  for (const [id, { element, box }] of nodes) {
    const to = layout.nodes.get(id)
    if (to) moveBy(element, to.left - box.left, to.top - box.top)
  }
  for (const [id, d] of routes(layout, placed)) {
    const { path, wash, label } = paths.get(id) ?? {}
    path?.setAttribute('d', d)
    wash?.setAttribute('d', d)
    const place = labelPlace(layout, id)
    if (label && place) label.setAttribute('transform', `translate(${place.x}, ${place.y})`)
  }
}

function moveBy(element: SVGGElement, x: number, y: number): void {
  const { e = 0, f = 0 } = element.transform.baseVal.consolidate()?.matrix ?? {}
  element.setAttribute('transform', `translate(${e + x}, ${f + y})`)
}

/** The box of an element in px of the chart. Only its own transform counts: its parents have none. */
export function boxOf(element: SVGGraphicsElement): Rectangle {
  const { e = 0, f = 0 } = element.transform.baseVal.consolidate()?.matrix ?? {}
  const { x, y, width, height } = element.getBBox()
  return { left: x + e, top: y + f, width, height }
}

function edgesAlong(paths: ReadonlyMap<EdgeId, DrawnPath>): ReadonlyMap<EdgeId, DrawnEdge> {
  return new Map(
    [...paths].map(([id, drawn]) => {
      const points = pointsOf(drawn.path)
      return [id, { ...drawn, points, length: lengthOf(points) }]
    }),
  )
}

function pointsOf(path: SVGPathElement): readonly Point[] {
  return pathPoints(path.getAttribute('d') ?? '')
}
