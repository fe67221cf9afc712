import { type Difference, runScenario } from '@authz-playground/engine/vectors'
import type { Answered } from './oracle.ts'

/** What a disagreement is about: the names of the fields that differ. Many have the same cause then. */
export function subjectOf(found: readonly Difference[]): string {
  return [...new Set(found.map(({ field }) => field.replace(/\[\d+\]$/, '')))].sort().join(', ')
}

/** Where the engine answers a scenario otherwise than the oracle, or undefined. A scenario that is no vector agrees. */
export function disagreement(answered: Answered): readonly Difference[] | undefined {
  if (answered.dropped !== undefined) return undefined
  try {
    const found = runScenario(answered).flatMap(({ verdict }) =>
      verdict.kind === 'disagrees' ? verdict.differences : [],
    )
    return found.length > 0 ? found : undefined
  } catch (error) {
    return [{ field: 'exception', expected: undefined, found: error instanceof Error ? error.message : String(error) }]
  }
}
