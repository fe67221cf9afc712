import type { Point, Rectangle, Size } from '@authz-playground/pictures'

/** How large words of the chart, drawn at 12 px, must be on screen at the usual zoom and may be: 12 to 16 px. */
const LEAST_USUAL = 1
const MOST_USUAL = 4 / 3
/** From the back row: 18 to 24 px. */
const LEAST_PRESENTED = 1.5
const MOST_PRESENTED = 2

/** How far a person may zoom. */
const LEAST = 0.25
const MOST = 4

/** One press of a button, or one notch of a wheel. */
export const ZOOM_STEP = 1.25

export function clampZoom(zoom: number): number {
  return between(LEAST, zoom, MOST)
}

function between(least: number, wanted: number, most: number): number {
  return Math.min(most, Math.max(least, wanted))
}

/** The zoom at which the whole chart is in view. */
export function fitZoom(chart: Size, pane: Size): number {
  return clampZoom(Math.min(pane.width / chart.width, pane.height / chart.height))
}

/**
 * The zoom that a chart starts with: all of it in view if it can be read so, otherwise as small as can be read.
 * Presented, as large as its width allows, and large in any case: the view follows the request.
 */
export function usualZoom(chart: Size, pane: Size, presenting: boolean): number {
  return presenting
    ? between(LEAST_PRESENTED, pane.width / chart.width, MOST_PRESENTED)
    : between(LEAST_USUAL, fitZoom(chart, pane), MOST_USUAL)
}

/**
 * Where to scroll so that a target is in view with a margin around it, moving no more than needed. A target larger
 * than the view shows from its beginning. Scrolling stays within the content.
 */
export function scrolledToShow(
  view: Rectangle,
  target: Rectangle,
  content: Size,
  margin: number,
): { left: number; top: number } {
  return {
    left: along(view.left, view.width, target.left, target.width, content.width, margin),
    top: along(view.top, view.height, target.top, target.height, content.height, margin),
  }
}

function along(at: number, shown: number, start: number, length: number, content: number, margin: number): number {
  const room = Math.max(0, Math.min(margin, (shown - length) / 2))
  const first = start + length + room - shown
  const last = start - room
  const wanted = length + 2 * room > shown ? last : Math.min(Math.max(at, first), last)
  return Math.min(Math.max(0, wanted), Math.max(0, content - shown))
}

/**
 * Where to scroll after the zoom changed, so that what is under a point of the view stays there. `point` is relative
 * to the view’s upper left corner; `before` and `after` are the offsets at which a chart smaller than the view is centred.
 */
export function scrolledAfterZoom(
  view: Pick<Rectangle, 'left' | 'top'>,
  point: Point,
  ratio: number,
  before: Point,
  after: Point,
): { left: number; top: number } {
  return {
    left: (view.left + point.x - before.x) * ratio + after.x - point.x,
    top: (view.top + point.y - before.y) * ratio + after.y - point.y,
  }
}
