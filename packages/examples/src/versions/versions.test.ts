import { decider, loadDesigns, readRequest, type Scenario } from '@authz-playground/engine'
import { CEL } from '@authz-playground/engine/cel'
import { targetOf } from '@authz-playground/engine/internal/http'
import { describe, expect, it } from 'vitest'
import { http, scenario, user } from '../example.ts'
import { EXAMPLES } from '../index.ts'
import { binding, documents, role } from '../rbac.ts'
import {
  type BobAndAlice,
  type CellOutcome,
  cellAgreement,
  cellsOf,
  hasRulesElsewhere,
  MANUAL_TEST,
  type PlayedDesign,
  reviewsOf,
  stagesOf,
  testScenario,
  UPGRADE_EXPECTED,
  upgradeScenario,
  verdicts,
} from './index.ts'

const DESIGNS = await loadDesigns()

const decide = await decider()
const PLAYED: readonly PlayedDesign[] = ['proposal', 'constrained']

function outcomeOf(played: Scenario): CellOutcome & { readonly verbs: string } {
  const { trace, errors } = decide(played, { cel: CEL })
  expect(errors).toEqual([])
  const checks = trace?.steps.flatMap(({ check }) => (check === undefined ? [] : [check])) ?? []
  return {
    ...(trace && { code: trace.outcome.code }),
    checks: checks.length,
    constraint: trace?.constraint ?? '',
    verbs: checks.map(({ attributes, answer }) => `${answer.decision} ${attributes.verb}`).join(', '),
  }
}

function stagesFor(id: string) {
  return stagesOf(DESIGNS.find((design) => design.id === id) ?? {}) ?? []
}

const tableOf = (played: Scenario) =>
  cellsOf(played, stagesFor(played.design)).map((cell) => ({ ...cell, outcome: outcomeOf(cell.scenario) }))

describe('the servers', () => {
  it('are those of the release for what was released, and those of the manual test for what the KEP proposed', () => {
    const clusters = (id: string) =>
      stagesFor(id).map(({ cluster: { version, constrainedImpersonation: gate } }) => `${version} ${gate ?? 'default'}`)
    expect(clusters('constrained')).toEqual([
      '1.34 default',
      '1.35 default',
      '1.36 default',
      '1.36 false',
      '1.34 default',
      '1.36 default',
    ])
    expect(clusters('proposal')).toEqual([
      '1.33 default',
      '1.34 false',
      '1.34 true',
      '1.34 false',
      '1.33 default',
      '1.34 true',
    ])
    expect(clusters('legacy')).toEqual([])
  })

  it('keep no gate that a scenario set individually', () => {
    const played = upgradeScenario('constrained')
    const set = { ...played, cluster: { ...played.cluster, constrainedImpersonation: false } }
    expect(tableOf(set).map(({ outcome }) => outcome)).toEqual(tableOf(played).map(({ outcome }) => outcome))
  })
})

const LEGACY_ON: Readonly<Record<PlayedDesign, string>> = {
  proposal: 'NoOpinion impersonate:user-info, Allow impersonate, Allow list',
  constrained: 'NoOpinion impersonate-on:user-info:list, Allow impersonate, Allow list',
}
const CONSTRAINED: Readonly<Record<PlayedDesign, string>> = {
  proposal: 'Allow impersonate:user-info, Allow impersonate-on:list, Allow list',
  constrained: 'Allow impersonate-on:user-info:list, Allow impersonate:user-info, Allow list',
}

describe.each(PLAYED)('upgrade and downgrade, %s', (design) => {
  const table = tableOf(upgradeScenario(design))
  const off = ['200 Allow impersonate, Allow list', '403 NoOpinion impersonate', '200 Allow impersonate, Allow list']
  const on = [
    `200 ${LEGACY_ON[design]}`,
    `200 impersonate:user-info ${CONSTRAINED[design]}`,
    `200 impersonate:user-info ${CONSTRAINED[design]}`,
  ]

  it.each([
    ['old', off],
    ['off', off],
    ['on', on],
    ['rolled-back', off],
    ['downgraded', off],
    ['on-again', on],
  ])('%s: old rules, new rules, both', (stage, wanted) => {
    const row = table.filter((cell) => cell.stage === stage)
    expect(row.map(({ rules }) => rules)).toEqual(['old', 'new', 'both'])
    expect(
      row.map(({ outcome: { code, constraint, verbs } }) => [code, constraint, verbs].filter(Boolean).join(' ')),
    ).toEqual(wanted)
  })

  it('comes out as the KEP expects in every cell', () => {
    expect(table).toHaveLength(18)
    for (const { stage, rules, outcome } of table) {
      expect([stage, rules, cellAgreement(outcome, UPGRADE_EXPECTED[stage][rules])]).toEqual([stage, rules, 'agrees'])
    }
  })

  it('costs what the KEP says, but for legacy with the gate on: two reviews, and not three', () => {
    const dearer = table.flatMap(({ stage, rules, outcome }) => {
      const { reviews } = UPGRADE_EXPECTED[stage][rules]
      const made = reviewsOf(outcome)
      return reviews === undefined || reviews.count === made ? [] : [`${stage} ${rules}: ${made}, not ${reviews.count}`]
    })
    expect(dearer).toEqual(['on old: 2, not 3', 'on-again old: 2, not 3'])
  })

  it('holds to every claim of the KEP', () => {
    expect(verdicts(table).map(({ holds }) => holds)).toEqual([true, true, true, true])
  })
})

const READINGS: readonly BobAndAlice[] = ['impersonators', 'impersonated']

describe.each(PLAYED.flatMap((design) => READINGS.map((reading) => [design, reading] as const)))(
  'the manual test, %s, bob and alice as %s',
  (design, reading) => {
    it('comes out at each step as the KEP expects', () => {
      const found = MANUAL_TEST.flatMap((step) =>
        step.verifies.map(({ who, expected }) => {
          const outcome = outcomeOf(testScenario(step, who, design, reading))
          return [step.number, who, outcome.code, outcome.constraint, cellAgreement(outcome, expected)].join(' ')
        }),
      )
      expect(found).toEqual([
        '2 bob 200  agrees',
        '4 bob 200  agrees',
        '5 alice 200 impersonate:user-info agrees',
        '6 bob 200  agrees',
        '6 alice 403  agrees',
        '7 bob 200  agrees',
        '7 alice 200 impersonate:user-info agrees',
      ])
    })

    it('has nobody’s permissions before they are created', () => {
      const codes = MANUAL_TEST.map((step) =>
        (['bob', 'alice'] as const).map((who) => outcomeOf(testScenario(step, who, design, reading)).code).join(),
      )
      expect(codes).toEqual(['403,403', '200,403', '200,403', '200,403', '200,200', '200,403', '200,200'])
    })
  },
)

describe('what the KEP claims of every request', () => {
  const impersonating = EXAMPLES.filter(({ scenario }) => {
    // A webhook's table is not a rule that could be commented out.
    if (scenario.webhook !== undefined) return false
    const { request } = readRequest(scenario.request)
    return request !== undefined && targetOf(request.headers).kind === 'target' && !hasRulesElsewhere(scenario)
  })

  it('holds for every example that impersonates, but where a rule grants every verb', () => {
    const broken = impersonating.flatMap(({ id, scenario }) =>
      verdicts(tableOf(scenario)).flatMap(({ holds, means }) => (holds === true ? [] : [`${id}: ${means}`])),
    )
    expect(broken).toEqual([
      'compiled-everything: With the new rules alone, nothing is allowed without the gate, or with it off.',
      'star-is-constrained: With the new rules alone, nothing is allowed without the gate, or with it off.',
    ])
  })

  it('does not hold for a node under such a rule: with the gate on it is in system:nodes, and may do more', () => {
    const policy = documents(
      role('everything', 'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["*"]'),
      binding('admin', 'ClusterRole everything', 'User admin'),
      role('list-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]'),
      binding('nodes', 'ClusterRole list-pods', 'Group system:nodes'),
    )
    const table = tableOf(
      scenario(policy, user('admin'), http('GET /api/v1/pods', { 'Impersonate-User': 'system:node:n1' })),
    )
    const [asIs] = verdicts(table)
    expect(asIs).toMatchObject({ quote: { words: expect.stringContaining('as-is') }, holds: false })
    expect(table.flatMap(({ rules, outcome }) => (rules === 'old' ? [outcome.code] : []))).toEqual([
      403, 403, 200, 403, 403, 200,
    ])
  })

  it('is not judged while a cell is not decided', () => {
    const cells = cellsOf(upgradeScenario('constrained'), stagesFor('constrained'))
    expect(verdicts(cells.map((cell) => ({ ...cell, outcome: {} }))).map(({ holds }) => holds)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    )
    expect(cellAgreement({ checks: 0, constraint: '' }, { code: 200 })).toBe('not decided')
    expect(cellAgreement({ code: 403, checks: 0, constraint: '' }, { code: 200 })).toBe('differs')
  })
})
