import type { Audience } from '@authz-playground/examples/route'

/** The panes of the playground. */
export type PaneName = 'policy' | 'goals' | 'request' | 'chart' | 'answer' | 'timeline'

/** The arrangement of the panes: three columns; two and a folded one; one; or the present view. */
export type PageLayout = 'wide' | 'medium' | 'small' | 'presenting'

/** The least widths for three and for two columns, as media queries. */
export const WIDE = '(min-width: 72rem)'
export const MEDIUM = '(min-width: 50rem)'

const ORDER: Readonly<Record<PageLayout, readonly PaneName[]>> = {
  wide: ['policy', 'goals', 'request', 'chart', 'answer', 'timeline'],
  medium: ['policy', 'goals', 'request', 'chart', 'answer', 'timeline'],
  small: ['answer', 'chart', 'timeline', 'request', 'policy', 'goals'],
  presenting: ['policy', 'goals', 'request', 'chart', 'answer', 'timeline'],
}

/**
 * The order of the panes on screen, which is also the order of the Tab key and of reading. Who debugs has something to
 * paste, so that comes first where one pane is below the other.
 */
export function orderOf(room: PageLayout, audience: Audience): readonly PaneName[] {
  const order = ORDER[room]
  const first: readonly PaneName[] = ['policy', 'goals']
  return room === 'small' && audience === 'debug' ? [...first, ...order.filter((name) => !first.includes(name))] : order
}

/** The room that the goals have: none, that of their title, or that of their list. */
export type GoalsRoom = 'none' | 'title' | 'list'

/** Panes that fold into the strip in the arrangement with two columns. */
export type Folding = 'policy' | 'request'

export function isShown(
  pane: PaneName,
  room: PageLayout,
  { unfolded, goals }: { readonly unfolded: Folding | undefined; readonly goals: GoalsRoom },
): boolean {
  if (room === 'presenting') return pane === 'chart'
  if (pane === 'goals') return goals !== 'none' && (room !== 'medium' || unfolded === 'policy')
  return room !== 'medium' || (pane !== 'policy' && pane !== 'request') || pane === unfolded
}
