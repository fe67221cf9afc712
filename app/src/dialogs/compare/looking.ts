import { create } from 'zustand'

/** How the list of every design is grouped. */
export type Grouping = 'answer' | 'document'

interface Looking {
  /** The id of the view that is or was shown last. Absent until one was chosen. */
  readonly view: string | undefined
  /** The designs that were chosen to be shown side by side: at most two, by their ids. */
  readonly picked: readonly string[]
  readonly grouping: Grouping
  /** The list of every design shows only those whose answer differs from that of the design on the page. */
  readonly onlyDiffering: boolean
  /** The id of the intent that is or was shown last. Absent until one was chosen. */
  readonly intent: string | undefined
  show(view: string): void
  chooseIntent(id: string): void
  pick(designs: readonly string[]): void
  group(by: Grouping): void
  leaveOut(alike: boolean): void
}

/** The view and choices of the comparison, kept while the page is open, so that it reopens as it was. */
export const useLooking = create<Looking>()((set) => ({
  view: undefined,
  intent: undefined,
  picked: [],
  grouping: 'answer',
  onlyDiffering: false,
  show: (view) => set({ view }),
  chooseIntent: (intent) => set({ intent }),
  pick: (picked) => set({ picked }),
  group: (grouping) => set({ grouping }),
  leaveOut: (onlyDiffering) => set({ onlyDiffering }),
}))
