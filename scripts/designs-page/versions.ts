import { readRequest, type Scenario } from '@authz-playground/engine'
import { targetOf } from '@authz-playground/engine/internal/http'
import { EXAMPLES } from '@authz-playground/examples'
import {
  type Cell,
  type CellOutcome,
  cellAgreement,
  cellsOf,
  hasRulesElsewhere,
  MANUAL_TEST,
  type PlayedDesign,
  RULE_SETS,
  stagesOf,
  testScenario,
  UPGRADE_EXPECTED,
  upgradeScenario,
  verdicts,
} from '@authz-playground/examples/versions'
import { DESIGNS, outcomeIfDecided, outcomeOf, traceOf } from './decided.ts'
import { list, listed, prose, table } from './markdown.ts'

/** KEP-5284’s upgrade and downgrade, computed under the KEP’s design and the released one. */
export function versionsSection(): string {
  return [
    '## Upgrade and downgrade',
    'One impersonator lists pods as `someUser`, with the old permission (the verb `impersonate`), with the new ones, and with both: the client’s code, the reviews that the impersonation cost, and the audit event’s constraint. KEP-5284 says of every cell what must come of it.',
    versionsTable('constrained'),
    versionsTable('proposal'),
    manualTest(),
    claims(),
  ].join('\n\n')
}

function versionsTable(id: PlayedDesign): string {
  const stages = stagesOf(DESIGNS.find((design) => design.id === id) ?? {}) ?? []
  const cells = cellsOf(upgradeScenario(id), stages).map((cell) => ({ ...cell, found: foundIn(cell) }))
  const rows = stages.map(({ id: stage, title, cluster: { version, constrainedImpersonation: gate } }) => [
    `${title} (${version}${gate === undefined ? '' : `, gate ${gate ? 'on' : 'off'}`})`,
    ...RULE_SETS.map((rules) => cells.find((cell) => cell.stage === stage && cell.rules === rules)?.found.words ?? ''),
  ])
  const differing = cells.filter(({ found }) => !found.agrees).length
  const dearer = cells.flatMap(({ found: { words, said } }) => (said === undefined ? [] : [`${words}, not ${said}`]))
  return [
    `As \`${id}\` counts versions. ${differing === 0 ? 'Every code is the one that the KEP expects.' : `${differing} codes are not those that the KEP expects.`}${dearer.length === 0 ? '' : ` The reviews are fewer than the KEP’s “${prose('3 access review check if the new access rule is not passed')}” in ${dearer.length} cells: an identity or action that is refused is not followed by the other check.`}`,
    table(['', 'old rules', 'new rules', 'both'], rows),
  ].join('\n\n')
}

function foundIn({ stage, rules, scenario }: Cell) {
  const { code, checks: made } = outcomeOf(scenario)
  const { constraint = '' } = traceOf(scenario)
  const expected = UPGRADE_EXPECTED[stage][rules]
  return {
    words: [`${code} · ${made}`, ...(constraint === '' ? [] : [`\`${constraint}\``])].join(' · '),
    agrees: cellAgreement({ code, checks: made, constraint }, expected) === 'agrees',
    said: expected.reviews === undefined || expected.reviews.count === made ? undefined : expected.reviews.count,
  }
}

/** The test with bob and alice, by both counts of versions and in both readings. */
function manualTest(): string {
  const verified = (['constrained', 'proposal'] as const).flatMap((design) =>
    (['impersonators', 'impersonated'] as const).flatMap((reading) =>
      MANUAL_TEST.flatMap((step) =>
        step.verifies.map(({ who, expected }) => ({
          expected: expected.code,
          code: outcomeOf(testScenario(step, who, design, reading)).code,
        })),
      ),
    ),
  )
  const asExpected = verified.filter(({ code, expected }) => code === expected).length
  return `The manual test, with bob’s old permission and alice’s new ones, was decided for both counts of versions, with bob and alice as impersonators and as impersonated users, because the text says both: ${asExpected} of ${verified.length} requests have the result that it expects. Its list ends with the downgrade; the upgrade after it, which the question asks for, was added.`
}

/** What the KEP says of every request, held against every example that impersonates. */
function claims(): string {
  const tables = EXAMPLES.flatMap(({ id, scenario }) => {
    const stages = stagesOf(DESIGNS.find((design) => design.id === scenario.design) ?? {})
    if (stages === undefined || hasRulesElsewhere(scenario) || !impersonates(scenario)) return []
    const cells = cellsOf(scenario, stages).map((cell) => ({ ...cell, outcome: seenOf(cell.scenario) }))
    return [{ id, verdicts: verdicts(cells) }]
  })
  const first = tables[0]?.verdicts ?? []
  const items = first.map(({ quote, means }, at) => {
    const broken = tables.filter((one) => one.verdicts[at]?.holds !== true).map(({ id }) => `\`${id}\``)
    const where = broken.length === 0 ? 'Holds in all of them.' : `Holds in all but ${listed(broken)}.`
    return `“${quote.words}” ${means} ${where}`
  })
  return `What the KEP says of every request, held against the ${tables.length} examples that impersonate, each on all of these servers under each set of its rules:\n\n${list(items)}`
}

function seenOf(scenario: Scenario): Pick<CellOutcome, 'code'> {
  const { code } = outcomeIfDecided(scenario) ?? {}
  return code === undefined ? {} : { code }
}

function impersonates({ request }: Scenario): boolean {
  const read = readRequest(request).request
  return read !== undefined && targetOf(read.headers).kind === 'target'
}
