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

/** Distance from what is explained, and from the edge of the window. Pixels. */
const GAP = 6
const MARGIN = 8

/** Where a bubble of a size goes: below a box, above it when there is no room, never off the window. */
export function beside(box: Box, bubble: Size, viewport: Size): { readonly left: number; readonly top: number } {
  const below = box.top + box.height + GAP
  const fits = below + bubble.height <= viewport.height - MARGIN
  const top = fits ? below : Math.max(MARGIN, box.top - bubble.height - GAP)
  const centred = box.left + box.width / 2 - bubble.width / 2
  return { left: Math.max(MARGIN, Math.min(centred, viewport.width - bubble.width - MARGIN)), top }
}
