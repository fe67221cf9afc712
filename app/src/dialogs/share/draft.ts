import { create } from 'zustand'

interface Draft {
  /** The scenario as text, as somebody began to change it; undefined where nobody did. */
  readonly text: string | undefined
  keep(text: string | undefined): void
}

/** What was typed into the scenario as text and is not on the page yet: kept while the page is open. */
export const useDraft = create<Draft>()((set) => ({ text: undefined, keep: (text) => set({ text }) }))
