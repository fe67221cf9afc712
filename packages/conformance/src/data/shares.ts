import type { VectorScenario } from '@authz-playground/engine/internal/vectors'

/** How many requests of some vectors had each result. */
export interface Shares {
  /** Requests, and policies that the API server refuses. */
  readonly vectors: number
  readonly scenarios: number
  /** By status code. */
  readonly codes: ReadonlyMap<number, number>
  /**
   * By the constraint of the audit event; `legacy` for impersonation without a constraint, `none` without
   * impersonation.
   */
  readonly modes: ReadonlyMap<string, number>
}

export function sharesOf(scenarios: readonly VectorScenario[]): Shares {
  const codes = new Map<number, number>()
  const modes = new Map<string, number>()
  let vectors = 0
  for (const { expect, error } of scenarios) {
    if (error !== undefined) vectors++
    for (const { code, impersonatedUser, constraint } of expect ?? []) {
      vectors++
      codes.set(code, (codes.get(code) ?? 0) + 1)
      const mode = impersonatedUser === undefined ? 'none' : (constraint ?? 'legacy')
      modes.set(mode, (modes.get(mode) ?? 0) + 1)
    }
  }
  return { vectors, scenarios: scenarios.length, codes, modes }
}
