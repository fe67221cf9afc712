/** What a person did to the scenario on the page: edits, and what was chosen to be opened. What a link opens does not count. */
let acts = 0

/** Called where a person changes the scenario, or chooses another one. */
export function act(): void {
  acts += 1
}

/** The turn of what is on its way to the page. What a person does before it arrives stays. */
export interface Turn {
  /** Whether a person has done nothing since the turn began. Once refused, it stays so. */
  readonly isFree: () => boolean
  /** Whether it was refused. */
  readonly isOver: () => boolean
}

/** Begins the turn of what is asked for now. */
export function beginTurn(): Turn {
  const before = acts
  let over = false
  return {
    isFree() {
      over ||= acts !== before
      return !over
    },
    isOver: () => over,
  }
}

/** The sentence where something chosen on the page was not opened. */
export const OVERTAKEN =
  'You did something else before what you chose arrived, so that was not opened. Choose it again to see it.'
