import { type RequestVerdict, runScenario, type VectorScenario } from '@authz-playground/engine/vectors'

/** What of an answer designs with the same outcome agree in: not how they came to it, nor the words of a refusal. */
const OUTCOME = ['impersonatedUser', 'constraint', 'code'] as const

/** Whether a scenario is one of the released filters', which a design with their outcome must answer as they do. */
export function isReleased({ design = 'constrained', expect }: VectorScenario): boolean {
  return design === 'constrained' && expect !== undefined
}

/** Answers a scenario of the released filters under another design, which claims to have their outcome, and compares that. */
export function runAs(design: string, scenario: VectorScenario): readonly RequestVerdict[] {
  return runScenario({ ...scenario, design, compare: OUTCOME }).map((verdict) => ({
    ...verdict,
    scenario: `${verdict.scenario} under ${design}`,
  }))
}
