/** A stretch of the screen from top to bottom, in pixels. */
export interface VerticalRange {
  readonly top: number
  readonly bottom: number
}

/** Room that is left between a row and the edge of its pane. Pixels. */
const MARGIN = 16

/** How far a pane must scroll for a row to be seen; 0 when it is seen already. The top of a row too tall for its pane wins. */
export function scrollNeeded(row: VerticalRange, pane: VerticalRange): number {
  const above = row.top - MARGIN - pane.top
  const below = row.bottom + MARGIN - pane.bottom
  if (above < 0) return above
  return below > 0 ? Math.min(below, above) : 0
}

/** The part of the page that scrolls a row, or undefined when that is the page itself, which is not ours to move. */
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
