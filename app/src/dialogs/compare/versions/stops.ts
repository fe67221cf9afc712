import type { Scenario } from '@authz-playground/engine'
import {
  type BobAndAlice,
  type CellOutcome,
  type ExpectedCell,
  MANUAL_TEST,
  onServer,
  type PlayedDesign,
  RULE_SETS,
  type RuleSet,
  type Stage,
  type StageId,
  type TestStep,
  testScenario,
  type Verified,
} from '@authz-playground/examples/versions'
import type { DesignRow } from '@authz-playground/pictures'
import type { WalkStop } from '../../../session/index.ts'
import type { VersionsTable } from '../../../worker/index.ts'

/** A cell of a table, with its outcome. */
export interface DecidedStop {
  readonly stop: WalkStop
  readonly row: DesignRow
}

export const RULE_TITLES: Readonly<Record<RuleSet, string>> = {
  old: 'Old rules',
  new: 'New rules',
  both: 'Both',
}

/** A server in words: `Kubernetes 1.36, gate off`. Without the gate where it has its default. */
export function serverInWords({ version, constrainedImpersonation: gate }: Stage['cluster']): string {
  return `Kubernetes ${version}${gate === undefined ? '' : `, gate ${gate ? 'on' : 'off'}`}`
}

/** The cells of a table from left to right, server by server. */
export function walkStops(
  scenario: Scenario,
  stages: readonly Stage[],
  policies: VersionsTable['policies'],
  expected?: Readonly<Record<StageId, Readonly<Record<RuleSet, ExpectedCell>>>>,
): readonly WalkStop[] {
  return stages.flatMap(({ id, title, cluster }) =>
    RULE_SETS.map((rules) => ({
      title: `${title}, ${rules === 'both' ? 'old and new rules' : RULE_TITLES[rules].toLowerCase()}`,
      scenario: onServer({ ...scenario, policy: policies[rules] }, cluster),
      ...(expected && { expected: expected[id][rules] }),
    })),
  )
}

/** The cells of a table with their outcomes, in the order of the stops. */
export function decidedStops(
  stops: readonly WalkStop[],
  stages: readonly Stage[],
  table: VersionsTable | undefined,
): readonly DecidedStop[] {
  return stages.flatMap(({ id }, line) =>
    RULE_SETS.flatMap((rules, column) => {
      const stop = stops[line * RULE_SETS.length + column]
      const row = table?.cells.find((cell) => cell.stage === id && cell.rules === rules)?.row
      return stop === undefined || row === undefined ? [] : [{ stop, row }]
    }),
  )
}

/** A request of the manual test as it opens on the page. */
export interface TestStop extends WalkStop {
  readonly step: TestStep
  readonly who: Verified['who']
  readonly expected: ExpectedCell
}

/** Every request that the manual test sends, in its order. */
export function testStops(design: PlayedDesign, reading: BobAndAlice): readonly TestStop[] {
  return MANUAL_TEST.flatMap((step) =>
    step.verifies.map(({ who, expected }) => ({
      title: `Manual test, step ${step.number}: ${who}`,
      scenario: testScenario(step, who, design, reading),
      expected,
      step,
      who,
    })),
  )
}

/** The outcome of a cell, from a row of the worker. */
export function cellOutcome({ outcome, checks, constraint }: DesignRow): CellOutcome {
  return { ...(outcome && { code: outcome.code }), checks, constraint }
}
