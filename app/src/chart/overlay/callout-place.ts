import type { Rectangle, Size } from '@authz-playground/pictures'

/** Distance from the node, in px. */
const GAP = 12

/**
 * The position of the callout of a node: at its right or left where there is room in view, else below, else above.
 * Always inside the view, if it fits there.
 */
export function calloutPlace(
  node: Rectangle,
  size: Size,
  view: Rectangle,
): { readonly left: number; readonly top: number } {
  const right = node.left + node.width + GAP
  const left = node.left - GAP - size.width
  const below = node.top + node.height + GAP
  const above = node.top - GAP - size.height
  const across = within(node.left + (node.width - size.width) / 2, size.width, view.left, view.width)
  const down = within(node.top, size.height, view.top, view.height)
  if (right + size.width <= view.left + view.width) return { left: right, top: down }
  if (left >= view.left) return { left, top: down }
  if (below + size.height <= view.top + view.height) return { left: across, top: below }
  if (above >= view.top) return { left: across, top: above }
  return { left: across, top: within(below, size.height, view.top, view.height) }
}

function within(wanted: number, length: number, start: number, room: number): number {
  return Math.max(start, Math.min(wanted, start + room - length))
}
