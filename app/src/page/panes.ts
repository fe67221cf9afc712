/** The five panes of the playground. */
export type PaneName = 'policy' | 'request' | 'chart' | 'answer' | 'timeline'

/** How much room there is: three columns; two and a folded one; one; or a room full of people looking on. */
export type PageLayout = 'wide' | 'medium' | 'small' | 'presenting'

/** Where the columns begin to fit, in CSS pixels at the usual size of text. */
export const WIDE = '(min-width: 72rem)'
export const MEDIUM = '(min-width: 50rem)'

/** The order in which panes are read, walked with Tab, and stand below each other: as they look. */
export const ORDER: Readonly<Record<PageLayout, readonly PaneName[]>> = {
  wide: ['policy', 'request', 'chart', 'answer', 'timeline'],
  medium: ['policy', 'request', 'chart', 'answer', 'timeline'],
  small: ['answer', 'chart', 'timeline', 'request', 'policy'],
  presenting: ['policy', 'request', 'chart', 'answer', 'timeline'],
}

/** Panes that fold into the strip where there is room for two columns only. */
export type Folding = 'policy' | 'request'

export function isShown(pane: PaneName, room: PageLayout, unfolded: Folding | undefined): boolean {
  if (room === 'presenting') return pane === 'chart'
  return room !== 'medium' || (pane !== 'policy' && pane !== 'request') || pane === unfolded
}
