import { create } from 'zustand'

/** The parts of the page that are folded into one line until a person opens them. */
export const FOLDED_AT_FIRST = ['request', 'changes', 'timeline', 'details'] as const

export type FoldingPart = (typeof FOLDED_AT_FIRST)[number]

const KEY = 'authz-playground/unfolded'

const unfolded = create<{ readonly parts: readonly FoldingPart[] }>(() => ({ parts: kept() }))

/** The parts that were open last in this browser; none on the first visit. */
function kept(): readonly FoldingPart[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return FOLDED_AT_FIRST.filter((part) => Array.isArray(names) && names.includes(part))
  } catch {
    return []
  }
}

/** Opens or folds a part, and remembers that. It changes no scenario, and undo ignores it. */
export function unfold(part: FoldingPart, open: boolean): void {
  const { parts } = unfolded.getState()
  if (parts.includes(part) === open) return
  const now = FOLDED_AT_FIRST.filter((one) => (one === part ? open : parts.includes(one)))
  unfolded.setState({ parts: now })
  try {
    localStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // Without storage the choice lasts until the page is closed. Nobody needs a notice about that.
  }
}

/** Whether a part is open. */
export function useUnfolded(part: FoldingPart): boolean {
  return unfolded(({ parts }) => parts.includes(part))
}
