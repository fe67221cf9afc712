import type { Statement } from '../designs/index.ts'
import { costInWords, type DesignCost } from './cost.ts'

/** What is said of a design. */
export interface SaidOfDesign {
  readonly statement: Statement
  /** Known of designs that are texts. */
  readonly costs?: readonly DesignCost[]
}

/** A point in which two designs differ, in the words of each. */
export interface DifferentPoint {
  readonly point: keyof Statement | 'cost'
  readonly title: string
  readonly base: string
  readonly own: string
}

const TITLES: Readonly<Record<keyof Statement, string>> = {
  checks: 'Checks',
  identity: 'About the target',
  headers: 'Headers',
  fallback: 'Fallback',
  error: 'Failure that the client sees',
  groups: 'Groups',
  audit: 'Audit',
}

/**
 * The points in which two designs differ. Empty where they differ in nothing that is said of a design; the verbs of reviews are
 * among it, names of steps are not.
 */
export function differentPoints(base: SaidOfDesign, own: SaidOfDesign): readonly DifferentPoint[] {
  const points = (Object.keys(TITLES) as (keyof Statement)[]).map((point) => ({
    point,
    title: TITLES[point],
    base: base.statement[point],
    own: own.statement[point],
  }))
  const cost = base.costs &&
    own.costs && { point: 'cost' as const, title: 'Reviews', base: inWords(base.costs), own: inWords(own.costs) }
  return [...points, ...(cost ? [cost] : [])].filter((one) => one.base !== one.own)
}

function inWords(costs: readonly DesignCost[]): string {
  return costs.map(costInWords).join(' ')
}
