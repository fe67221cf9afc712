import type { Rectangle, Size } from '@authz-playground/pictures'

/** Distance from the node, in px. */
const GAP = 12

/**
 * The position of the callout of a node: at its right, at its left, below or above it, the first of those that has room in
 * view and covers least of the other nodes. Always inside the view, if it fits there.
 */
export function calloutPlace(
  node: Rectangle,
  size: Size,
  view: Rectangle,
  others: readonly Rectangle[] = [],
): { readonly left: number; readonly top: number } {
  const right = node.left + node.width + GAP
  const left = node.left - GAP - size.width
  const below = node.top + node.height + GAP
  const above = node.top - GAP - size.height
  const across = within(node.left + (node.width - size.width) / 2, size.width, view.left, view.width)
  const down = within(node.top, size.height, view.top, view.height)
  const places = [
    ...(right + size.width <= view.left + view.width ? [{ left: right, top: down }] : []),
    ...(left >= view.left ? [{ left, top: down }] : []),
    ...(below + size.height <= view.top + view.height ? [{ left: across, top: below }] : []),
    ...(above >= view.top ? [{ left: across, top: above }] : []),
  ]
  const covered = places.map((place) => others.reduce((sum, other) => sum + shared({ ...place, ...size }, other), 0))
  return (
    places[covered.indexOf(Math.min(...covered))] ?? {
      left: across,
      top: within(below, size.height, view.top, view.height),
    }
  )
}

/** The area that two rectangles share, in px². */
function shared(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, width) * Math.max(0, height)
}

function within(wanted: number, length: number, start: number, room: number): number {
  return Math.max(start, Math.min(wanted, start + room - length))
}
