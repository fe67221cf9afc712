import { DESIGN_LIST, type Decided, type Scenario } from '@authz-playground/engine'
import { isNotInItsWords } from '@authz-playground/engine/internal/report'
import { type DesignRow, designRow } from '@authz-playground/pictures'
import type { PlayedScenario } from './answer.ts'

/** The scenario under every design, in the order in which designs are offered. */
export function underEveryDesign(scenario: Scenario): readonly Scenario[] {
  return DESIGN_LIST.map(({ id }) => ({ ...scenario, design: id }))
}

/** The result of a scenario in short, and whether the policy is written in the words of the design. */
export function comparedRow(decided: Decided, scenario: Scenario): DesignRow {
  const row = designRow(decided)
  return isNotInItsWords(decided, scenario) ? { ...row, notInItsWords: true } : row
}

/** The result of a scenario, with its trace. */
export function playedOf(decided: Decided): PlayedScenario {
  const { trace } = decided
  return { row: designRow(decided), ...(trace && { trace }) }
}
