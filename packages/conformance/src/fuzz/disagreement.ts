import { type Difference, runScenario } from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from '../all-designs.ts'
import type { OracleAnswer } from './oracle.ts'

/** The names of the differing fields. Disagreements with the same names mostly have the same cause. */
export function subjectOf(found: readonly Difference[]): string {
  return [...new Set(found.map(({ field }) => field.replace(/\[\d+\]$/, '')))].sort().join(', ')
}

/**
 * The difference between the answers of the engine and of the oracle, or undefined. A scenario that is not a vector
 * agrees.
 */
export function disagreement(answered: OracleAnswer): readonly Difference[] | undefined {
  if (answered.dropped !== undefined) return undefined
  try {
    const found = runScenario(answered, ALL_DESIGNS).flatMap(({ verdict }) =>
      verdict.kind === 'disagrees' ? verdict.differences : [],
    )
    return found.length > 0 ? found : undefined
  } catch (error) {
    return [{ field: 'exception', expected: undefined, found: error instanceof Error ? error.message : String(error) }]
  }
}
