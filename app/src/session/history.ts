import type { Session } from './session.ts'

/** Scenarios behind and ahead of the present one, so that undo and redo work across policy, request and settings alike. */
export interface History {
  readonly past: readonly Session[]
  readonly future: readonly Session[]
  /** What the last edit was about; edits of the same thing within a pause of typing are undone together. */
  readonly last?: { readonly subject: string; readonly at: number }
}

export const NO_HISTORY: History = { past: [], future: [] }

/** Edits of one subject that follow each other faster than this are one step of undo. Milliseconds. */
const TYPING_PAUSE = 800

/** Enough for a workshop afternoon, little enough to keep a 5 MB policy in memory a hundred times over as shared strings. */
const DEPTH = 200

/** Remembers the scenario that an edit at time `at` (milliseconds) leaves behind. */
export function remember(history: History, left: Session, subject: string, at: number): History {
  const { past, last } = history
  const sameBurst = last !== undefined && last.subject === subject && at - last.at < TYPING_PAUSE && past.length > 0
  return { past: sameBurst ? past : [...past, left].slice(-DEPTH), future: [], last: { subject, at } }
}

/** One step back: the scenario to show and the history from there; undefined when there is nothing to undo. */
export function stepBack({ past, future }: History, present: Session): readonly [Session, History] | undefined {
  const start = past.at(-1)
  return start && [start, { past: past.slice(0, -1), future: [present, ...future] }]
}

export function stepForward({ past, future }: History, present: Session): readonly [Session, History] | undefined {
  const [start, ...rest] = future
  return start && [start, { past: [...past, present], future: rest }]
}
