import { create } from 'zustand'
import { VIEWS, type ViewId } from './views.ts'

interface Looking {
  /** The view that shows, or showed last. */
  readonly view: ViewId
  show(view: ViewId): void
}

/** Where people look in the comparison: kept while the page is open, so that it opens again as it was left. */
export const useLooking = create<Looking>()((set) => ({
  view: VIEWS[0].id,
  show: (view) => set({ view }),
}))
