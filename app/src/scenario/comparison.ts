import {
  type ClusterParts,
  DESIGN_LIST,
  type Decided,
  type Decider,
  questionInWords,
  type Scenario,
  settledAnswer,
} from '@authz-playground/engine'
import type { DesignRow } from './answer.ts'

/** The scenario under every design, in the order in which designs are offered. */
export function comparedTo(scenario: Scenario): readonly Scenario[] {
  return DESIGN_LIST.map(({ id }) => ({ ...scenario, design: id }))
}

/** What every design makes of the scenario’s request. The parts must be those for all of {@link comparedTo}. */
export function comparisonOf(scenario: Scenario, decide: Decider, parts: ClusterParts): readonly DesignRow[] {
  return comparedTo(scenario).map((one) => rowOf(decide(one, { parts })))
}

function rowOf({ design, trace }: Decided): DesignRow {
  if (trace === undefined) return { design: design.id, checks: 0, message: '', constraint: '' }
  const { outcome, constraint = '' } = trace
  const checks = trace.steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
  const blamed =
    outcome.kind === 'forbidden' ? checks.find(({ attributes }) => attributes === outcome.about) : undefined
  const decisive = blamed ?? checks.at(-1)
  return {
    design: design.id,
    outcome: { kind: outcome.kind, code: outcome.code },
    checks: checks.length,
    ...(decisive && { decisive: { question: questionInWords(decisive), decision: settledAnswer(decisive).decision } }),
    message: 'message' in outcome ? outcome.message : '',
    constraint,
  }
}
