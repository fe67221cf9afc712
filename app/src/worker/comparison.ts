import {
  DESIGN_LIST,
  type Decided,
  isNotInItsWords,
  questionInWords,
  type Scenario,
  settledAnswer,
} from '@authz-playground/engine'
import type { DesignRow, PlayedScenario } from './answer.ts'

/** The scenario under every design, in the order in which designs are offered. */
export function underEveryDesign(scenario: Scenario): readonly Scenario[] {
  return DESIGN_LIST.map(({ id }) => ({ ...scenario, design: id }))
}

/** The result of a scenario, in short. */
export function designRow({ design, trace, errors }: Decided): DesignRow {
  if (trace === undefined) {
    const [problem] = errors
    return { design: design.id, ...(problem && { problem }), checks: 0, message: '', constraint: '' }
  }
  const { outcome, constraint = '', impersonatedUser } = trace
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const blamed =
    outcome.kind === 'forbidden' ? checks.find(({ attributes }) => attributes === outcome.about) : undefined
  const decisive = blamed ?? checks.at(-1)
  return {
    design: design.id,
    outcome: { kind: outcome.kind, code: outcome.code },
    checks: checks.length,
    ...(decisive && {
      decisive: {
        question: questionInWords(decisive),
        decision: settledAnswer(decisive).decision,
        ...(settledAnswer(decisive).evidence && { evidence: settledAnswer(decisive).evidence }),
      },
    }),
    message: 'message' in outcome ? outcome.message : '',
    constraint,
    ...(impersonatedUser && { impersonatedUser }),
  }
}

/** The same, and whether the policy is written in the words of the design. */
export function comparedRow(decided: Decided, scenario: Scenario): DesignRow {
  const row = designRow(decided)
  return isNotInItsWords(decided, scenario) ? { ...row, notInItsWords: true } : row
}

/** The result of a scenario, with its trace. */
export function playedOf(decided: Decided): PlayedScenario {
  const { trace } = decided
  return { row: designRow(decided), ...(trace && { trace }) }
}
