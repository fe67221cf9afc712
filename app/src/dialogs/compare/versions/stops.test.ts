import { AS_RELEASED, UPGRADE_EXPECTED, upgradeScenario } from '@authz-playground/examples/versions'
import { describe, expect, it } from 'vitest'
import { cellOutcome, serverInWords, testStops, walkStops } from './stops.ts'

describe('the cells of a table', () => {
  const scenario = upgradeScenario('constrained')
  const policies = { old: 'o', new: 'n', both: 'b' }

  it('open from left to right, each with its server and its rules', () => {
    const stops = walkStops(scenario, AS_RELEASED, policies)
    expect(stops.slice(0, 4).map(({ title }) => title)).toEqual([
      'Old server, old rules',
      'Old server, new rules',
      'Old server, old and new rules',
      'Upgraded, gate off, old rules',
    ])
    expect(stops.map(({ scenario: { cluster, policy } }) => `${serverInWords(cluster)}: ${policy}`)).toEqual(
      [
        'Kubernetes 1.34',
        'Kubernetes 1.35',
        'Kubernetes 1.36',
        'Kubernetes 1.36, gate off',
        'Kubernetes 1.34',
        'Kubernetes 1.36',
      ].flatMap((server) => ['o', 'n', 'b'].map((policy) => `${server}: ${policy}`)),
    )
    expect(stops.every((stop) => stop.expected === undefined)).toBe(true)
  })

  it('carry what the KEP expects of them', () => {
    const codes = walkStops(scenario, AS_RELEASED, policies, UPGRADE_EXPECTED).map(({ expected }) => expected?.code)
    const off = [200, 403, 200]
    const on = [200, 200, 200]
    expect(codes).toEqual([off, off, on, off, off, on].flat())
  })
})

describe('the requests of the manual test', () => {
  it('go from step to step, on the servers as they are counted', () => {
    const words = (design: 'proposal' | 'constrained') =>
      testStops(design, 'impersonators').map(
        ({ title, scenario, expected }) => `${title}: ${serverInWords(scenario.cluster)}: ${expected.code}`,
      )
    expect(words('proposal')).toEqual([
      'Manual test, step 2: bob: Kubernetes 1.33: 200',
      'Manual test, step 4: bob: Kubernetes 1.34, gate on: 200',
      'Manual test, step 5: alice: Kubernetes 1.34, gate on: 200',
      'Manual test, step 6: bob: Kubernetes 1.33: 200',
      'Manual test, step 6: alice: Kubernetes 1.33: 403',
      'Manual test, step 7: bob: Kubernetes 1.34, gate on: 200',
      'Manual test, step 7: alice: Kubernetes 1.34, gate on: 200',
    ])
    expect(words('constrained')[4]).toBe('Manual test, step 6: alice: Kubernetes 1.34: 403')
  })
})

it('takes an outcome from the row of the worker, and none where nothing is decided', () => {
  const row = { design: 'constrained', checks: 2, message: '', constraint: 'impersonate:user-info' }
  expect(cellOutcome(row)).toEqual({ checks: 2, constraint: 'impersonate:user-info' })
  expect(cellOutcome({ ...row, outcome: { kind: 'allowed', code: 200 } })).toMatchObject({ code: 200 })
})
