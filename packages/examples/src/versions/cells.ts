import type { Scenario } from '@authz-playground/engine'
import { type RuleSet, withRules } from './rule-sets.ts'
import type { Stage, StageId } from './stages.ts'

export const RULE_SETS: readonly RuleSet[] = ['old', 'new', 'both']

/** A request on one server under one set of rules, to be decided. */
export interface Cell {
  readonly stage: StageId
  readonly rules: RuleSet
  readonly scenario: Scenario
}

/** The result of a cell. */
export interface CellOutcome {
  /** Absent where the scenario is not understood. */
  readonly code?: number
  /** The number of checks, including that of the request itself. */
  readonly checks: number
  /** The audit event's constraint; empty for none. */
  readonly constraint: string
}

/** A scenario’s request on each server under each set of its policy’s rules; set by set, so that each policy is read once. */
export function cellsOf(scenario: Scenario, stages: readonly Stage[]): readonly Cell[] {
  return RULE_SETS.flatMap((rules) => {
    const policy = withRules(scenario.policy, rules)
    return stages.map(({ id, cluster }) => ({
      stage: id,
      rules,
      scenario: onServer({ ...scenario, policy }, cluster),
    }))
  })
}

/** Whether another authorizer answers, whose rules are in every set: a webhook, access rules. */
export function hasRulesElsewhere({ cluster }: Scenario): boolean {
  return cluster.authorizationModes.some((mode) => mode !== 'RBAC' && mode !== 'Node')
}

/** The scenario on another server. An individually set gate is as the server has it. */
export function onServer(scenario: Scenario, { version, constrainedImpersonation: gate }: Stage['cluster']): Scenario {
  const { constrainedImpersonation: _, ...cluster } = scenario.cluster
  return {
    ...scenario,
    cluster: { ...cluster, version, ...(gate !== undefined && { constrainedImpersonation: gate }) },
  }
}
