/** What an author writes: the course, and how learners get it wrong. */
export interface Texts {
  readonly course: string
  /** Empty where nobody has written any. */
  readonly plays: string
}

/** The name of a text. */
export type TextName = keyof Texts

/** Texts before and after the present ones. The dialog has its own undo, also for what its buttons change. */
export interface TextHistory {
  readonly past: readonly Texts[]
  readonly future: readonly Texts[]
  /** The text of the last keystroke, and its time in milliseconds. Keystrokes within a pause are undone together. */
  readonly last?: { readonly text: TextName; readonly at: number }
}

export const NO_TEXT_HISTORY: TextHistory = { past: [], future: [] }

/** Keystrokes that follow each other faster than this are one step of undo. Milliseconds. */
const TYPING_PAUSE = 800

/** The most steps of undo. */
const DEPTH = 200

/** The most that all steps keep together: each may be a text of its own. UTF-16 code units. */
const ROOM = 40_000_000

/**
 * Adds the texts from before a change.
 *
 * @param typed the text that was typed into; undefined for a change by a button, which is a step of its own
 *
 * @param at milliseconds
 */
export function rememberTexts(
  { past, last }: TextHistory,
  left: Texts,
  typed: TextName | undefined,
  at: number,
): TextHistory {
  const goesOn = typed !== undefined && last?.text === typed && at - last.at < TYPING_PAUSE && past.length > 0
  const all = goesOn ? past : [...past, left].slice(-DEPTH)
  let room = ROOM
  const kept = all.toReversed().filter(({ course, plays }) => {
    room -= course.length + plays.length
    return room > 0
  })
  return { past: kept.reverse(), future: [], ...(typed !== undefined && { last: { text: typed, at } }) }
}

/** One step back; undefined where there is none. */
export function undoneTexts(
  { past, future }: TextHistory,
  now: Texts,
): readonly [texts: Texts, history: TextHistory] | undefined {
  const before = past.at(-1)
  return before && [before, { past: past.slice(0, -1), future: [now, ...future] }]
}

/** One step forward; undefined where there is none. */
export function redoneTexts(
  { past, future }: TextHistory,
  now: Texts,
): readonly [texts: Texts, history: TextHistory] | undefined {
  const [next, ...rest] = future
  return next && [next, { past: [...past, now], future: rest }]
}
