import type { Example } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { useSyncExternalStore } from 'react'

/** The loaded examples: only the first one, with which the page begins, until the others were loaded. */
interface Examples {
  readonly examples: readonly Example[]
  readonly state: 'first' | 'loading' | 'all' | 'failed'
}

let present: Examples = { examples: [FIRST], state: 'first' }
const listeners = new Set<() => void>()

function set(next: Examples): void {
  present = next
  for (const listener of listeners) listener()
}

/** Loads all examples. Does nothing while they load or once they are loaded; after a failure it tries again. */
export async function loadExamples(): Promise<void> {
  if (present.state === 'loading' || present.state === 'all') return
  set({ ...present, state: 'loading' })
  try {
    const { EXAMPLES } = await import('@authz-playground/examples')
    set({ examples: EXAMPLES, state: 'all' })
  } catch {
    set({ ...present, state: 'failed' })
  }
}

export function useExamples(): Examples {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => present,
  )
}
