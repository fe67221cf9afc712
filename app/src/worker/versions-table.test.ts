import { decider, type Scenario } from '@authz-playground/engine'
import { FIRST } from '@authz-playground/examples/first'
import { designRow } from '@authz-playground/pictures'
import { expect, it } from 'vitest'
import { versionsTable } from './versions-table.ts'

const decide = await decider()
const tableOf = (scenario: Scenario) =>
  versionsTable(scenario, async (scenarios) => scenarios.map((one) => designRow(decide(one))))

it('has what came of the request on every server, under each set of rules', async () => {
  const table = await tableOf(FIRST.scenario)
  expect(table?.cells.map(({ stage, rules, row }) => `${stage} ${rules} ${row.outcome?.code}`)).toEqual([
    ...['old', 'off', 'on', 'rolled-back', 'downgraded', 'on-again'].map((stage) => `${stage} old 403`),
    ...['new', 'both'].flatMap((rules) => [
      `old ${rules} 403`,
      `off ${rules} 403`,
      `on ${rules} 200`,
      `rolled-back ${rules} 403`,
      `downgraded ${rules} 403`,
      `on-again ${rules} 200`,
    ]),
  ])
  expect(table).toMatchObject({ everyVerb: [], impersonates: true, policies: { both: FIRST.scenario.policy } })
  expect(table?.policies.old).toMatch(/^ *#.*impersonate-on:user-info:list/m)
  expect(table?.policies.new).toBe(FIRST.scenario.policy)
})

it('says of a request whether it impersonates, and of a policy which rules are in every set', async () => {
  const policy = `${FIRST.scenario.policy}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: all}
rules:
- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}
`
  const request = { form: 'http', text: 'GET /api/v1/pods HTTP/1.1' } as const
  expect(await tableOf({ ...FIRST.scenario, policy, request })).toMatchObject({
    everyVerb: [policy.split('\n').length - 1],
    impersonates: false,
  })
})

it('gives the problem of a cell that cannot be decided', async () => {
  const table = await tableOf({ ...FIRST.scenario, policy: 'kind: [' })
  expect(table?.cells).toHaveLength(18)
  expect(table?.cells.every(({ row }) => row.outcome === undefined && row.problem?.severity === 'error')).toBe(true)
})

it('is not made for a design that reads no gate', async () => {
  expect(await tableOf({ ...FIRST.scenario, design: 'legacy' })).toBeUndefined()
})
