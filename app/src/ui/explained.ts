import { useSyncExternalStore } from 'react'
import type { TERMS, TermName } from './terms.ts'

let terms: typeof TERMS | undefined
const listeners = new Set<() => void>()

/** Has the explanations of terms loaded, which nobody reads before the first answer. Without them terms are only words. */
export async function loadTerms(): Promise<void> {
  try {
    terms = (await import('./terms.ts')).TERMS
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

/** The explanation of a term; empty until it is loaded. */
export function useExplanation(name: TermName): string {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => terms?.[name] ?? '',
  )
}
