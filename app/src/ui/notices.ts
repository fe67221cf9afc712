import { useSyncExternalStore } from 'react'

/** Things about the page itself that a person should know: what could not be kept, or not be read. */
let notices: readonly string[] = []
const listeners = new Set<() => void>()

function set(next: readonly string[]): void {
  notices = next
  for (const listener of listeners) listener()
}

/** Shows a notice until it is dismissed. The same words are shown once. */
export function notify(words: string): void {
  if (!notices.includes(words)) set([...notices, words])
}

export function dismiss(words: string): void {
  set(notices.filter((notice) => notice !== words))
}

export function useNotices(): readonly string[] {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => notices,
  )
}
