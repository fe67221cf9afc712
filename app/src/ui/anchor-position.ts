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

/** From the edge of the window. Pixels. */
const MARGIN = 8

/** Between a bubble and what it explains. Pixels. */
const BUBBLE_GAP = 6

/** Where a bubble of a size goes: below a box, above it when there is no room, never off the window. */
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

/** Between a field and its list. Pixels. */
const LIST_GAP = 2
/** A list this high is of use as it is; more than the most hides too much of the page. Pixels. */
const ENOUGH = 200
const MOST = 320

/**
 * Where the list of a field goes: below it, or above it where there is little room below and more above. `visibleHeight`
 * is what a keyboard on the screen leaves of the window.
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
