import { create } from 'zustand'
import { VIEWS, type ViewId } from './views.ts'

interface Looking {
  /** The view that shows, or showed last. */
  readonly view: ViewId
  /** The designs that were chosen to be shown side by side: at most two, by their ids. */
  readonly picked: readonly string[]
  show(view: ViewId): void
  pick(designs: readonly string[]): void
}

/** Where people look in the comparison: kept while the page is open, so that it opens again as it was left. */
export const useLooking = create<Looking>()((set) => ({
  view: VIEWS[0].id,
  picked: [],
  show: (view) => set({ view }),
  pick: (picked) => set({ picked }),
}))
