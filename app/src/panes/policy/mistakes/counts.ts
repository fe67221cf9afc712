import type { Severity } from '@authz-playground/engine'
import type { Mistake } from '../../../worker/index.ts'

/** The severities, with the most urgent one first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note']

export type Counts = Readonly<Record<Severity, number>>

export function countsIn(mistakes: readonly Pick<Mistake, 'severity'>[]): Counts {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of mistakes) counts[severity] += 1
  return counts
}

/** “2 warnings, 1 note”; “none”. */
export function inWords(counts: Counts): string {
  const words = SEVERITIES.filter((one) => counts[one] > 0).map((one) => countOf(one, counts[one]))
  return words.length === 0 ? 'none' : words.join(', ')
}

/** “2 warnings”. */
export function countOf(severity: Severity, count: number): string {
  return `${count.toLocaleString('en')} ${severity}${count === 1 ? '' : 's'}`
}
