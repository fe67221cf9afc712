import type { CellOutcome } from './cells.ts'

/** A quotation of KEP-5284, one line at most, and its section. */
export interface Quote {
  readonly section: string
  readonly words: string
}

/** The expected result of a cell according to KEP-5284. */
export interface ExpectedCell {
  readonly code: 200 | 403
  readonly quote: Quote
  /** The number of access reviews of the impersonation, where the text gives it, without the request’s own. */
  readonly reviews?: { readonly count: number; readonly quote: Quote }
}

export type CellAgreement = 'agrees' | 'differs' | 'not decided'

/** Whether the outcome is the one that the text expects. */
export function cellAgreement({ code }: CellOutcome, expected: Pick<ExpectedCell, 'code'>): CellAgreement {
  if (code === undefined) return 'not decided'
  return code === expected.code ? 'agrees' : 'differs'
}

/** Access reviews of the impersonation alone: where the client got its 200, the last check was the request’s own. */
export function reviewsOf({ code, checks }: CellOutcome): number {
  return code === 200 ? checks - 1 : checks
}
