import { useSyncExternalStore } from 'react'
import { tryAgain } from './retry.ts'

/** A notice about the page itself: something could not be stored, could not be read, or did not arrive. */
export interface Notice {
  readonly words: string
  /** Requests again what did not arrive; absent where nothing can be retried. */
  readonly tryAgain?: () => void
  /** Something that the person may do about it, with the words of its button. */
  readonly choice?: { readonly label: string; act(): void }
}

let notices: readonly Notice[] = []
const listeners = new Set<() => void>()

function changed(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a notice until it is dismissed. The same words are shown once. */
export function notify(words: string, tryAgain?: () => void): void {
  add({ words, ...(tryAgain && { tryAgain }) })
}

/** Shows a notice with one button beside “Dismiss”. */
export function notifyWithAction(words: string, label: string, act: () => void): void {
  add({ words, choice: { label, act } })
}

function add(notice: Notice): void {
  if (notices.some(({ words }) => words === notice.words)) return
  notices = [...notices, notice]
  changed()
}

export function dismissNotice({ words }: Notice): void {
  notices = notices.filter((notice) => notice.words !== words)
  changed()
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices)
}

/** The sentence about a part of the page that did not arrive. */
export function didNotArrive(name: string): string {
  return `“${name}” did not arrive: the connection is gone, or the page was updated since you opened it. Your work is kept.`
}

/**
 * Says that something did not arrive, where no part of the page can say so in its own place. “Try again” calls `retry`,
 * and runs again every effect of `useRetriedEffect`.
 */
export function reportLoadFailure(name: string, retry?: () => void): void {
  notify(didNotArrive(name), () => {
    retry?.()
    tryAgain()
  })
}
