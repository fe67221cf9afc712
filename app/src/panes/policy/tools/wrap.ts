import { useSyncExternalStore } from 'react'
import { useAudience } from '../../../session/index.ts'

const KEY = 'authz-playground/wrap'

const listeners = new Set<() => void>()
let chosen = kept()

/** What the person chose last in this browser; undefined where they never did. */
function kept(): boolean | undefined {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? undefined : text === 'true'
  } catch {
    return undefined
  }
}

/** Chooses whether long lines of the policy wrap, and remembers it, where the browser allows that. */
export function setWrap(wrap: boolean): void {
  chosen = wrap
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(KEY, String(wrap))
  } catch {
    // Without storage the choice lasts until the page is closed. Nobody needs a notice about that.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether long lines of the policy wrap. Engineers, who write, find them wrapped: then nothing scrolls sideways while they
 * type at the end of a line.
 */
export function useWrap(): boolean {
  const audience = useAudience()
  return useSyncExternalStore(subscribe, () => chosen) ?? audience === 'debug'
}
