import type { Example } from '@authz-playground/examples'
import { FIRST } from '@authz-playground/examples/first'
import { START } from '@authz-playground/examples/first-steps'
import type { Route } from '@authz-playground/examples/route'
import { useSyncExternalStore } from 'react'

/** The loaded examples: only the first one, with which the page begins, until the others were loaded. */
interface Examples {
  readonly examples: readonly Example[]
  readonly routes: readonly Route[]
  readonly state: 'first' | 'loading' | 'all' | 'failed'
}

let present: Examples = { examples: [FIRST], routes: [START], state: 'first' }
const listeners = new Set<() => void>()

function set(next: Examples): void {
  present = next
  for (const listener of listeners) listener()
}

let arriving: Promise<void> | undefined

/** Loads all examples. While they load it is the same attempt; after a failure it tries again. */
export function loadExamples(): Promise<void> {
  arriving ??= attempt()
  return arriving
}

async function attempt(): Promise<void> {
  set({ ...present, state: 'loading' })
  try {
    const { EXAMPLES, ROUTES } = await import('@authz-playground/examples')
    set({ examples: EXAMPLES, routes: ROUTES, state: 'all' })
  } catch {
    arriving = undefined
    set({ ...present, state: 'failed' })
  }
}

/** The example of an id; undefined where there is none, or where the examples did not arrive. */
export async function exampleOf(id: string): Promise<Example | undefined> {
  await loadExamples()
  return present.examples.find((example) => example.id === id)
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
