interface Announcement {
  readonly id: number
  readonly text: string
}

/** Long enough for a screen reader to take a message up. Milliseconds. */
const KEPT_FOR = 2000

/** The most messages that wait; more drop the oldest. */
const MOST = 4

let said: readonly Announcement[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Announcement[]): void {
  said = next
  for (const listener of listeners) listener()
}

/** Announces a text to screen readers, after the messages before it. A text that is being announced is not repeated. */
export function announce(text: string): void {
  if (text === '' || said.at(-1)?.text === text) return
  const id = ++lastId
  set([...said, { id, text }].slice(-MOST))
  setTimeout(() => set(said.filter((announcement) => announcement.id !== id)), KEPT_FOR)
}

export function announcements(): readonly Announcement[] {
  return said
}

export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
