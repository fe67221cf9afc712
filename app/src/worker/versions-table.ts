import { DESIGN_LIST, readRequest, type Scenario } from '@authz-playground/engine'
import { targetOf } from '@authz-playground/engine/internal/http'
import { cellsOf, linesOfRulesForEveryVerb, stagesOf, withRules } from '@authz-playground/examples/versions'
import type { DesignRow } from '@authz-playground/pictures'
import type { VersionsTable } from './answer.ts'

/**
 * A scenario’s request on every server of an upgrade, under each set of its policy’s rules; undefined for a design that
 * no version changes. `decideAll` decides the cells when the worker has time.
 */
export async function versionsTable(
  scenario: Scenario,
  decideAll: (scenarios: readonly Scenario[]) => Promise<readonly DesignRow[] | undefined>,
): Promise<VersionsTable | undefined> {
  const design = DESIGN_LIST.find(({ id }) => id === scenario.design)
  const stages = design && stagesOf(design)
  if (stages === undefined) return undefined
  const { policy } = scenario
  const { request } = readRequest(scenario.request)
  const cells = cellsOf(scenario, stages)
  const rows = await decideAll(cells.map((cell) => cell.scenario))
  return {
    cells: cells.flatMap(({ stage, rules }, at) => {
      const row = rows?.[at]
      return row === undefined ? [] : [{ stage, rules, row }]
    }),
    policies: { old: withRules(policy, 'old'), new: withRules(policy, 'new'), both: policy },
    everyVerb: linesOfRulesForEveryVerb(policy),
    impersonates: request !== undefined && targetOf(request.headers).kind !== 'none',
  }
}
