import { create } from 'zustand'

/** What has its place together in the list of every design. */
export type Grouping = 'answer' | 'document'

interface Looking {
  /** The id of the view that shows, or showed last. Absent until one was chosen. */
  readonly view: string | undefined
  /** The designs that were chosen to be shown side by side: at most two, by their ids. */
  readonly picked: readonly string[]
  readonly grouping: Grouping
  /** Of every design, only those that answer otherwise than the one on the page are listed. */
  readonly onlyDiffering: boolean
  show(view: string): void
  pick(designs: readonly string[]): void
  group(by: Grouping): void
  leaveOut(alike: boolean): void
}

/** Where people look in the comparison: kept while the page is open, so that it opens again as it was left. */
export const useLooking = create<Looking>()((set) => ({
  view: undefined,
  picked: [],
  grouping: 'answer',
  onlyDiffering: false,
  show: (view) => set({ view }),
  pick: (picked) => set({ picked }),
  group: (grouping) => set({ grouping }),
  leaveOut: (onlyDiffering) => set({ onlyDiffering }),
}))
