import type { Audience } from '@authz-playground/examples/route'

/** The panes of the playground. */
export type PaneName = 'request' | 'policy' | 'goals' | 'answer' | 'chart' | 'folded'

/** The arrangement of the panes: two halves beside each other; one column; or the present view. */
export type PageLayout = 'halves' | 'small' | 'presenting'

/** The least width for two halves, as a media query. */
export const HALVES = '(min-width: 50rem)'

/** The halves of the page: the texts that people write, and the answer to them. */
export const PANES_OF = {
  texts: ['request', 'policy', 'goals'],
  outcome: ['answer', 'chart', 'folded'],
} as const satisfies Readonly<Record<string, readonly PaneName[]>>

export type Half = keyof typeof PANES_OF

/**
 * The order of the halves on screen, which is also the order of the Tab key and of reading. A person who debugs has
 * something to paste, so the policy comes first for them also where one pane is below the other.
 */
export function orderOf(room: PageLayout, audience: Audience): readonly Half[] {
  return room === 'small' && audience !== 'debug' ? ['outcome', 'texts'] : ['texts', 'outcome']
}

/** The panes of a half, in order. */
export function panesOf(half: Half, room: PageLayout, audience: Audience): readonly PaneName[] {
  if (half === 'texts' && room === 'small' && audience === 'debug') return ['policy', 'goals', 'request']
  return PANES_OF[half]
}

/** The room that the goals have: none, that of their title, or that of their list. */
export type GoalsRoom = 'none' | 'title' | 'list'

export function isShown(pane: PaneName, room: PageLayout, goals: GoalsRoom): boolean {
  if (room === 'presenting') return pane === 'chart'
  return pane !== 'goals' || goals !== 'none'
}
