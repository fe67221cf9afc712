import type { Sided } from '../../../chart/index.ts'
import { choose, useChoices } from '../../../session/index.ts'

/** The design that others are compared with by default. */
const RELEASED = 'constrained'
const PROPOSED = 'proposal'

/** The two designs to show: the picked ones; else the released one with the one on the page, or with the proposal. */
export function pairOf([first, second]: readonly string[], onPage: string): Sided<string> {
  if (first !== undefined && second !== undefined) return [first, second]
  const other = first ?? onPage
  return [RELEASED, other === RELEASED ? PROPOSED : other]
}

/** The picked designs after a click on one. A third one replaces the one that was picked first. */
export function repicked(picked: readonly string[], design: string): readonly string[] {
  return picked.includes(design) ? picked.filter((one) => one !== design) : [...picked, design].slice(-2)
}

/** A pair with another design on one side. A design that is already on the other side changes places. */
export function withSide([left, right]: Sided<string>, side: 0 | 1, design: string): Sided<string> {
  if (side === 0) return design === right ? [right, left] : [design, right]
  return design === left ? [right, left] : [left, design]
}

/** The designs that were chosen to be shown side by side: at most two, by their ids. A link may name unknown ones. */
export function usePicked(): readonly string[] {
  const { of = '' } = useChoices('compare/side-by-side')
  return of.split(',').filter(Boolean).slice(0, 2)
}

export function pick(designs: readonly string[]): void {
  choose('compare/side-by-side', { of: designs.length === 0 ? undefined : designs.join(',') })
}
