import type { EdgeId, NodeId } from '@authz-playground/engine'
import type { DrawnChart, DrawnEdge, DrawnNode } from '../charts/drawn-chart.ts'
import { middleOf, type Point, type Rectangle } from '../layout/geometry.ts'
import { pathPoints } from '../layout/path-points.ts'
import type { Look, Picture } from '../playing/picture.ts'
import { edgeLabelPaint, edgePaint, nodePaint, nodeTextPaint } from './paints.ts'
import { textAround } from './text.ts'
import { element, number } from './xml.ts'

/** Half an arrowhead’s length, which is its half width: the end of the line is its middle. */
const ARROW = 4

/** Classes of the parts that something else happens to, as in a picture that moves. */
export interface Classes {
  edge?(id: EdgeId): string | undefined
  edgeLabel?(id: EdgeId): string | undefined
  node?(id: NodeId): string | undefined
  nodeText?(id: NodeId): string | undefined
}

/** The chart with a request on it: edges below, then their labels, then the nodes. Stamps are apart. */
export function chartShapes({ nodes, edges }: DrawnChart, picture: Picture, classes: Classes = {}): readonly string[] {
  // Heavy lines above thin ones.
  const inOrder = edges.toSorted((a, b) => Number(isTaken(picture, a)) - Number(isTaken(picture, b)))
  return [
    element(
      'g',
      { fill: 'none' },
      inOrder.map((edge) => edgeLine(edge, picture.edges.get(edge.id), classes.edge?.(edge.id))),
    ),
    ...inOrder.map((edge) => edgeLabel(edge, picture.edges.get(edge.id), classes.edgeLabel?.(edge.id))),
    ...nodes.map((node) => nodeShape(node, picture, classes)),
  ]
}

function isTaken({ edges }: Picture, { id }: DrawnEdge): boolean {
  return edges.get(id) === 'passed'
}

function edgeLine({ d, apart }: DrawnEdge, look: Look | undefined, own: string | undefined): string {
  return element('g', { class: own, ...edgePaint(look) }, [
    element('path', { d, fill: 'none', 'stroke-dasharray': apart ? '3 3' : undefined }),
    element('path', { d: arrowhead(d), stroke: 'none' }),
  ])
}

function arrowhead(d: string): string {
  const points = pathPoints(d)
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const before = points.findLast(({ x, y }) => x !== end.x || y !== end.y) ?? { x: end.x, y: end.y - 1 }
  const length = Math.hypot(end.x - before.x, end.y - before.y)
  const along = { x: ((end.x - before.x) / length) * ARROW, y: ((end.y - before.y) / length) * ARROW }
  const corner = (side: 1 | -1): Point => ({ x: end.x - along.x - side * along.y, y: end.y - along.y + side * along.x })
  const at = ({ x, y }: Point): string => `${number(x)},${number(y)}`
  return `M${at(corner(1))}L${at({ x: end.x + along.x, y: end.y + along.y })}L${at(corner(-1))}Z`
}

function edgeLabel({ label }: DrawnEdge, look: Look | undefined, own: string | undefined): string {
  if (label === undefined) return ''
  const { left, top, width, height } = label.box
  return [
    element('rect', { x: left, y: top, width, height, fill: '--ground' }),
    ...textAround(label.lines, {
      ...middleOf(label.box),
      ...edgeLabelPaint(look),
      class: own,
    }),
  ].join('')
}

function nodeShape({ id, shape, box, lines, apart }: DrawnNode, picture: Picture, classes: Classes): string {
  const [name, geometry] = outline(shape, box)
  return [
    element(name, {
      ...geometry,
      ...nodePaint(picture, id),
      class: classes.node?.(id),
      'stroke-dasharray': apart ? '4 3' : undefined,
    }),
    ...textAround(lines, {
      ...middleOf(box),
      ...nodeTextPaint(picture.nodes.get(id)),
      class: classes.nodeText?.(id),
    }),
  ].join('')
}

/** What happens is rounded, where the way forks is a hexagon, what the client gets is a stadium: as mermaid draws them. */
function outline(
  shape: DrawnNode['shape'],
  { left, top, width, height }: Rectangle,
): [string, Record<string, string | number>] {
  if (shape !== 'question') return ['rect', { x: left, y: top, width, height, rx: shape === 'end' ? height / 2 : 5 }]
  const [slant, right, bottom, middle] = [height / 4, left + width, top + height, top + height / 2]
  const points = [
    [left + slant, top],
    [right - slant, top],
    [right, middle],
    [right - slant, bottom],
    [left + slant, bottom],
    [left, middle],
  ]
  return ['polygon', { points: points.map((point) => point.map(number).join(',')).join(' ') }]
}
