import type { NodeId } from '@authz-playground/engine'
import { boundingBox, type ChartLayout, type Rectangle, type Size } from '@authz-playground/pictures'

/**
 * A node with as much around it as there is room for: the words of the edges that leave it, the nodes to which they lead, and
 * the edge and the node that the request comes from. What has no room is left out; the node itself never is.
 *
 * @param box the node, with its stamp
 *
 * @param room the size of the view, in px of the chart
 *
 * @param edge the edge by which the request came
 */
export function surroundingsOf(
  { nodes, edges }: ChartLayout,
  { node, edge, box }: { readonly node: NodeId; readonly edge?: string | undefined; readonly box: Rectangle },
  room: Size,
): Rectangle {
  const boxOf = (id: NodeId) => nodes.find((one) => one.id === id)?.box
  const leaving = edges.filter(({ from }) => from === node)
  const coming = edges.filter(({ id }) => id === edge)
  const near = (other: Rectangle | undefined): number => (other === undefined ? 0 : distance(box, other))
  const parts = [
    ...leaving.map(({ label }) => label?.box),
    ...leaving.map(({ to }) => boxOf(to)).toSorted((a, b) => near(a) - near(b)),
    ...coming.flatMap(({ label, from }) => [label?.box, boxOf(from)]),
  ]
  let shown = box
  for (const part of parts) {
    const larger = part && boundingBox([shown, part])
    if (larger && larger.width <= room.width && larger.height <= room.height) shown = larger
  }
  return shown
}

/** How far the middles of two rectangles are apart, in px. */
function distance(a: Rectangle, b: Rectangle): number {
  return Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2)
}
