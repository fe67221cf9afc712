import type { Point, Rectangle, Size } from '@authz-playground/pictures'

/** The least and the greatest usual zoom, at which words of 12 px are 12 to 16 px on screen. */
const LEAST_USUAL = 1
const MOST_USUAL = 4 / 3
/** From the back row: 15 to 24 px. */
const LEAST_PRESENTED = 1.25
const MOST_PRESENTED = 2
/** Nobody presents on a pane narrower than this, in px: who looks at a phone holds it. */
const HELD = 480

/** How far a person may zoom. */
const LEAST = 0.25
const MOST = 4

/** The factor of one press of a button, or of one notch of the wheel. */
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

/** At this zoom words of 12 px are 9 px: the least at which a whole design is read. */
const LEAST_READ = 0.75

/** The zooms below the usual one at which words can be read, the largest first. */
export const READABLE_ZOOMS: readonly number[] = [0.95, 0.9, 0.85, 0.8, LEAST_READ]

/** Whether the words of a chart can be read where all of it is in view. */
export function isReadable(chart: Size, pane: Size): boolean {
  return fitZoom(chart, pane) >= LEAST_READ
}

/**
 * The first zoom of a chart: the whole chart if it is readable so, otherwise the smallest readable zoom. In the present
 * view that is larger, and the view follows the request.
 */
export function usualZoom(chart: Size, pane: Size, presenting: boolean): number {
  return presenting
    ? between(isHeld(pane) ? LEAST_USUAL : LEAST_PRESENTED, fitZoom(chart, pane), MOST_PRESENTED)
    : between(LEAST_USUAL, fitZoom(chart, pane), MOST_USUAL)
}

/** The zoom for a chart that is shown whole: all of it in view, with words no larger than at the usual zoom. */
export function wholeZoom(chart: Size, pane: Size, presenting = false): number {
  return presenting
    ? Math.min(fitZoom(chart, onSlide(pane)), MOST_PRESENTED)
    : Math.min(fitZoom(chart, pane), MOST_USUAL)
}

/** At this zoom words of 12 px are 18 px: those of a slide. */
const SLIDE = 1.5
/** Clear ground left and right of the chart of a slide, in px. */
const BESIDE_SLIDE = 12

function onSlide({ width, height }: Size): Size {
  return { width: width - 2 * BESIDE_SLIDE, height }
}

/** The room of a chart whose words are those of a slide, in px of the chart. */
export function slideRoom(pane: Size): Size {
  const { width, height } = onSlide(pane)
  return { width: Math.floor(width / SLIDE), height: Math.floor(height / SLIDE) }
}

/** Whether a pane is that of a phone: who looks at it holds it. */
export function isHeld({ width }: Size): boolean {
  return width < HELD
}

/**
 * The scroll offsets that show a target with a margin around it, moving as little as possible. Of a target larger than
 * the view, the beginning is shown. Offsets stay within the content.
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
 * The scroll offsets after a change of zoom, with which the point under `point` stays there. `point` is relative to the
 * view’s upper left corner; `before` and `after` are the offsets at which a chart smaller than the view is centred.
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
