import { type RequestVerdict, runScenario, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from './all-designs.ts'

/** The part of an answer in which designs with the same outcome agree: without the checks and the text of a refusal. */
const OUTCOME = ['impersonatedUser', 'constraint', 'code'] as const

/** Whether a scenario is one of the released filters', which a design with their outcome must answer as they do. */
export function isReleased({ design = 'constrained', expect }: VectorScenario): boolean {
  return design === 'constrained' && expect !== undefined
}

/** Answers a scenario of the released filters under another design that claims the same outcome, and compares. */
export function runAs(design: string, scenario: VectorScenario): readonly RequestVerdict[] {
  return runScenario({ ...scenario, design, compare: OUTCOME }, ALL_DESIGNS).map((verdict) => ({
    ...verdict,
    scenario: `${verdict.scenario} under ${design}`,
  }))
}
