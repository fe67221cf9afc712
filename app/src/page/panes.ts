import type { Door } from '../session/index.ts'

/** The five panes of the playground. */
export type PaneName = 'policy' | 'request' | 'chart' | 'answer' | 'timeline'

/** The arrangement of the panes: three columns; two and a folded one; one; or the present view for an audience. */
export type PageLayout = 'wide' | 'medium' | 'small' | 'presenting'

/** The least widths for three and for two columns, as media queries. */
export const WIDE = '(min-width: 72rem)'
export const MEDIUM = '(min-width: 50rem)'

const ORDER: Readonly<Record<PageLayout, readonly PaneName[]>> = {
  wide: ['policy', 'request', 'chart', 'answer', 'timeline'],
  medium: ['policy', 'request', 'chart', 'answer', 'timeline'],
  small: ['answer', 'chart', 'timeline', 'request', 'policy'],
  presenting: ['policy', 'request', 'chart', 'answer', 'timeline'],
}

/**
 * The order of the panes on screen, which is also the order of the Tab key and of reading. Who debugs has something to
 * paste, so that comes first where one pane is below the other.
 */
export function orderOf(room: PageLayout, door: Door): readonly PaneName[] {
  const order = ORDER[room]
  return room === 'small' && door === 'debug' ? ['policy', ...order.filter((name) => name !== 'policy')] : order
}

/** Panes that fold into the strip in the arrangement with two columns. */
export type Folding = 'policy' | 'request'

export function isShown(pane: PaneName, room: PageLayout, unfolded: Folding | undefined): boolean {
  if (room === 'presenting') return pane === 'chart'
  return room !== 'medium' || (pane !== 'policy' && pane !== 'request') || pane === unfolded
}
