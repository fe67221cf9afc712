/** A vertical range of the screen, in pixels. */
export interface VerticalRange {
  readonly top: number
  readonly bottom: number
}

/** Distance between a row and the edge of its pane. Pixels. */
const MARGIN = 16

/**
 * How far a pane must scroll to show a row; 0 when it is visible. Of a row that is taller than its pane, the top is
 * shown.
 */
export function scrollNeeded(row: VerticalRange, pane: VerticalRange): number {
  const above = row.top - MARGIN - pane.top
  const below = row.bottom + MARGIN - pane.bottom
  if (above < 0) return above
  return below > 0 ? Math.min(below, above) : 0
}

/** The part of a pane in which rows are visible: below what stays at its top. */
export function visiblePart(pane: Element): VerticalRange {
  const { top, bottom } = pane.getBoundingClientRect()
  return { top: top + (Number.parseFloat(getComputedStyle(pane).scrollPaddingBlockStart) || 0), bottom }
}

/** The element that scrolls a row; undefined when the page itself does, which this code must not scroll. */
export function paneOf(row: Element): Element | undefined {
  for (
    let element = row.parentElement;
    element !== null && element !== document.body;
    element = element.parentElement
  ) {
    const { overflowY } = getComputedStyle(element)
    if ((overflowY === 'auto' || overflowY === 'scroll') && element.scrollHeight > element.clientHeight) return element
  }
  return undefined
}
