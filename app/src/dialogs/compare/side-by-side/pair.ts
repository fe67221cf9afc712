import type { Sided } from './alignment.ts'

/** What most other designs are compared with, and what that is compared with itself. */
const RELEASED = 'constrained'
const PROPOSED = 'proposal'

/** The two designs that are shown: those picked; else the released one beside the one on the page, or beside the proposal. */
export function pairOf([first, second]: readonly string[], onPage: string): Sided<string> {
  if (first !== undefined && second !== undefined) return [first, second]
  const other = first ?? onPage
  return [RELEASED, other === RELEASED ? PROPOSED : other]
}

/** The designs picked once another is ticked, or no longer. Of two the one that was picked first gives way. */
export function repicked(picked: readonly string[], design: string): readonly string[] {
  return picked.includes(design) ? picked.filter((one) => one !== design) : [...picked, design].slice(-2)
}

/** A pair with another design on one side. What stands on the other side already changes places with it. */
export function withSide([left, right]: Sided<string>, side: 0 | 1, design: string): Sided<string> {
  if (side === 0) return design === right ? [right, left] : [design, right]
  return design === left ? [right, left] : [left, design]
}
