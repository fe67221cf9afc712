import type { Audience } from '@authz-playground/examples/route'
import { useSyncExternalStore } from 'react'

/** Whom the page is laid out for; the gallery marks its routes with the same words. */
export const AUDIENCES: readonly Audience[] = ['learn', 'debug', 'designs']

// The key since the first version: browsers still have it.
const KEY = 'authz-playground/door'

const listeners = new Set<() => void>()
let present = kept()

/** The audience that was chosen last in this browser; “learn” on the first visit. */
function kept(): Audience {
  try {
    const text = localStorage.getItem(KEY)
    return AUDIENCES.find((audience) => audience === text) ?? 'learn'
  } catch {
    return 'learn'
  }
}

/** The audience for which the page is laid out now. */
export function currentAudience(): Audience {
  return present
}

/** Chooses an audience and remembers it, where the browser allows that. It changes no scenario, and undo ignores it. */
export function chooseAudience(audience: Audience): void {
  showAudience(audience)
  try {
    localStorage.setItem(KEY, audience)
  } catch {
    // Without storage the choice lasts until the page is closed. Nobody needs a notice about that.
  }
}

/** Shows the page for an audience that a link chose, without remembering it. */
export function showAudience(audience: Audience): void {
  if (audience === present) return
  present = audience
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the audience, until the returned function is called. */
export function onAudience(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useAudience(): Audience {
  return useSyncExternalStore(onAudience, currentAudience)
}
