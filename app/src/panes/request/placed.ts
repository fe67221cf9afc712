interface Field {
  readonly left: number
  readonly top: number
  readonly bottom: number
  readonly width: number
}

/** CSS lengths for a box that is fixed to the window. */
export interface Placed {
  readonly left: string
  readonly top: string
  readonly bottom: string
  readonly width: string
  readonly maxHeight: string
}

/** Between field and list, and from the edge of the window. Pixels. */
const GAP = 2
const MARGIN = 8
/** A list this high is of use as it is; more than the most hides too much of the page. Pixels. */
const ENOUGH = 200
const MOST = 320

/**
 * Where the list of a field goes: below it, or above it where there is little room below and more above. `visibleHeight`
 * is what a keyboard on the screen leaves of the window.
 */
export function placed({ left, top, bottom, width }: Field, visibleHeight: number, windowHeight: number): Placed {
  const roomBelow = visibleHeight - MARGIN - bottom - GAP
  const roomAbove = top - GAP - MARGIN
  const down = roomBelow >= ENOUGH || roomBelow >= roomAbove
  return {
    left: `${left}px`,
    top: down ? `${bottom + GAP}px` : 'auto',
    bottom: down ? 'auto' : `${windowHeight - top + GAP}px`,
    width: `${width}px`,
    maxHeight: `${Math.max(0, Math.min(MOST, down ? roomBelow : roomAbove))}px`,
  }
}
