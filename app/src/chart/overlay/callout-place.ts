import type { Point, Rectangle, Size } from '@authz-playground/pictures'

/** Distance from the node and from all that is shown, in px. */
const GAP = 12

/**
 * The place of words about a node: in view, over nothing that is shown, and as near to the node as possible. Undefined
 * where there is none.
 */
export function calloutPlace(
  node: Rectangle,
  size: Size,
  view: Rectangle,
  shown: readonly Rectangle[],
): Point | undefined {
  const taken = [node, ...shown].map((box) => ({
    left: box.left - GAP,
    top: box.top - GAP,
    right: box.left + box.width + GAP,
    bottom: box.top + box.height + GAP,
  }))
  const furthest = { x: view.left + view.width - size.width, y: view.top + view.height - size.height }
  // The nearest free place touches something, or the edge of the view, or is level with the node.
  const xs = [view.left, furthest.x, node.left, node.left + (node.width - size.width) / 2]
  const ys = [view.top, furthest.y, node.top, node.top + (node.height - size.height) / 2]
  for (const { left, top, right, bottom } of taken) {
    xs.push(right, left - size.width)
    ys.push(bottom, top - size.height)
  }
  const inView = ys.filter((y) => y >= view.top && y <= furthest.y)
  let nearest: (Point & { readonly far: number }) | undefined
  for (const x of xs) {
    if (x < view.left || x > furthest.x) continue
    for (const y of inView) {
      const far = distance(node, { left: x, top: y, ...size })
      if (nearest !== undefined && far >= nearest.far) continue
      const free = taken.every(
        ({ left, top, right, bottom }) => x >= right || x + size.width <= left || y >= bottom || y + size.height <= top,
      )
      if (free) nearest = { x, y, far }
    }
  }
  return nearest && { x: nearest.x, y: nearest.y }
}

/**
 * How far two rectangles are apart, in px. Down and up count twice, because the request travels down. Where they are
 * equally far, how far their middles are apart counts a little.
 */
function distance(a: Rectangle, b: Rectangle): number {
  const across = Math.max(b.left - a.left - a.width, a.left - b.left - b.width, 0)
  const down = Math.max(b.top - a.top - a.height, a.top - b.top - b.height, 0)
  const middles = Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2)
  return Math.hypot(across, 2 * down) + middles / 1000
}
