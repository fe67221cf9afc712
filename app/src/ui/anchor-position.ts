interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Distance from the edge of the window. Pixels. */
const MARGIN = 8

/** Distance between a bubble and the element that it explains. Pixels. */
const BUBBLE_GAP = 6

/** The position of a bubble: below a box, or above it where there is no room below, always inside the window. */
export function bubblePosition(
  box: Box,
  bubble: Size,
  viewport: Size,
): { readonly left: number; readonly top: number } {
  const below = box.top + box.height + BUBBLE_GAP
  const fits = below + bubble.height <= viewport.height - MARGIN
  const top = fits ? below : Math.max(MARGIN, box.top - bubble.height - BUBBLE_GAP)
  const centred = box.left + box.width / 2 - bubble.width / 2
  return { left: Math.max(MARGIN, Math.min(centred, viewport.width - bubble.width - MARGIN)), top }
}

interface Field {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly width: number
}

/** CSS lengths for a box that is fixed to the window. */
export interface ListPosition {
  readonly left: string
  readonly top: string
  readonly bottom: string
  readonly width: string
  readonly maxHeight: string
}

/** Distance between a field and its list. Pixels. */
const LIST_GAP = 2
/**
 * The list stays below the field where it has this height there. `MOST` limits its height, so that it does not hide too
 * much of the page. Pixels.
 */
const ENOUGH = 200
const MOST = 320

/**
 * The position of the list of a field: below it, or above it where there is little room below and more above.
 * `visibleHeight` is the height of the window without the keyboard on the screen.
 */
export function listPosition(
  { left, top, bottom, width }: Field,
  visibleHeight: number,
  windowHeight: number,
): ListPosition {
  const roomBelow = visibleHeight - MARGIN - bottom - LIST_GAP
  const roomAbove = top - LIST_GAP - MARGIN
  const down = roomBelow >= ENOUGH || roomBelow >= roomAbove
  return {
    left: `${left}px`,
    top: down ? `${bottom + LIST_GAP}px` : 'auto',
    bottom: down ? 'auto' : `${windowHeight - top + LIST_GAP}px`,
    width: `${width}px`,
    maxHeight: `${Math.max(0, Math.min(MOST, down ? roomBelow : roomAbove))}px`,
  }
}
