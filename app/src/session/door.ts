import { useSyncExternalStore } from 'react'

/** The three ways into the page: for readers of the documentation, for engineers with a policy, and for reviewers. */
export type Door = 'learn' | 'debug' | 'designs'

export const DOORS: readonly Door[] = ['learn', 'debug', 'designs']

const KEY = 'authz-playground/door'

const listeners = new Set<() => void>()
let present = kept()

/** The door that this browser went through last. Who comes for the first time learns. */
function kept(): Door {
  try {
    const text = localStorage.getItem(KEY)
    return DOORS.find((door) => door === text) ?? 'learn'
  } catch {
    return 'learn'
  }
}

/** The door that is open. */
export function doorNow(): Door {
  return present
}

/** Goes through a door and remembers it, where the browser allows that. It changes no scenario, and undo ignores it. */
export function enter(door: Door): void {
  visit(door)
  try {
    localStorage.setItem(KEY, door)
  } catch {
    // Without storage the door stays open until the page is closed. Nobody needs a notice about that.
  }
}

/** Goes through a door without remembering it: a link chose it, and not the person. */
export function visit(door: Door): void {
  if (door === present) return
  present = door
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change of the door, until the returned function is called. */
export function onDoor(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useDoor(): Door {
  return useSyncExternalStore(onDoor, doorNow)
}
