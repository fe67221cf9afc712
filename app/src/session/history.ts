import type { Session } from './session.ts'

/** Scenarios before and after the present one, so that undo and redo cover policy, request and settings. */
export interface History {
  readonly past: readonly Session[]
  /** When each of `past` was left, in milliseconds. */
  readonly leftAt: readonly number[]
  readonly future: readonly Session[]
  /**
   * The subject of the last edit, and its time in milliseconds. Edits of one subject within a pause of typing are
   * undone together.
   */
  readonly last?: { readonly subject: string; readonly at: number }
}

export const NO_HISTORY: History = { past: [], leftAt: [], future: [] }

/** Edits of one subject that follow each other faster than this are one step of undo. Milliseconds. */
const TYPING_PAUSE = 800

/**
 * The most steps of undo: enough for an afternoon, and few enough for a policy of 5 MB, whose text is shared between
 * steps.
 */
const DEPTH = 200

/** Adds the scenario from before an edit. `at` is the time of the edit in milliseconds. */
export function remember(history: History, left: Session, subject: string, at: number): History {
  const { past, leftAt, last } = history
  const sameBurst = last !== undefined && last.subject === subject && at - last.at < TYPING_PAUSE && past.length > 0
  const kept = sameBurst
    ? { past, leftAt }
    : { past: [...past, left].slice(-DEPTH), leftAt: [...leftAt, at].slice(-DEPTH) }
  return { ...kept, future: [], last: { subject, at } }
}

/**
 * The history of a page that is drawn for the first time: what was opened before that, one after the other, has not been seen.
 *
 * @param startSeen whether the scenario that the page started with has been seen, on a visit before
 */
export function beginningAt(history: History, startSeen: boolean): History {
  const seen = startSeen ? 1 : 0
  return { ...history, past: history.past.slice(0, seen), leftAt: history.leftAt.slice(0, seen) }
}

/** One step back: the scenario to show and the history from there; undefined when there is nothing to undo. */
export function stepBack({ past, leftAt, future }: History, present: Session): readonly [Session, History] | undefined {
  const start = past.at(-1)
  return start && [start, { past: past.slice(0, -1), leftAt: leftAt.slice(0, -1), future: [present, ...future] }]
}

/** `at`: the time of the step in milliseconds. */
export function stepForward(
  { past, leftAt, future }: History,
  present: Session,
  at: number,
): readonly [Session, History] | undefined {
  const [start, ...rest] = future
  return start && [start, { past: [...past, present], leftAt: [...leftAt, at], future: rest }]
}

/** A policy that the page had before. */
interface EarlierPolicy {
  readonly policy: string
  /** When it was replaced. Milliseconds, as `History.leftAt`. */
  readonly until: number
}

/** The policies of a history that are not the present one, the latest first, each only once. */
export function earlierPolicies({ past, leftAt }: History, present: string): readonly EarlierPolicy[] {
  const found = new Map<string, EarlierPolicy>()
  for (const [index, { scenario }] of past.entries()) {
    const { policy } = scenario
    const next = past[index + 1]?.scenario.policy ?? present
    // An edit of the request leaves the policy.
    if (policy === next || policy === present || policy.trim() === '') continue
    found.delete(policy)
    found.set(policy, { policy, until: leftAt[index] ?? 0 })
  }
  return [...found.values()].reverse()
}
