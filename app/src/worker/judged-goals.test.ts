import type { Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { decide } from './decisions.ts'
import { goalProposals, goalsInFile, judgedGoals, keptGoals } from './judged-goals.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: staging}
rules:
- {verbs: [get, list], apiGroups: [apps], resources: [deployments]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: staging}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
const scenario: Scenario = {
  version: 2,
  policy: POLICY,
  request: { form: 'http', text: 'GET /apis/apps/v1/namespaces/staging/deployments HTTP/1.1\n' },
  requestor: {
    username: 'system:serviceaccount:ci:deployer',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:ci', 'system:authenticated'],
  },
  cluster: { version: '1.36', authorizationModes: ['RBAC'] },
  design: 'constrained',
}
const idle = async () => undefined
const yes = () => true
const isOfPage = () => false
const judged = async (goals: readonly string[], more: Partial<Scenario> = {}) =>
  (await judgedGoals({ scenario: { ...scenario, ...more }, goals }, idle, yes, isOfPage)) ?? []

describe('the views of goals', () => {
  it('have the sentence with its names, the places of the rules, and a request to play', async () => {
    const [holds, fails, count] = await judged([
      'ci/deployer can list deployments in staging',
      'ci/deployer can watch deployments in staging',
      'at most 3 rules',
    ])
    expect(holds).toMatchObject({
      state: 'holds',
      sentence: [
        { code: 'ci/deployer' },
        ' can ',
        { code: 'list' },
        ' ',
        { code: 'deployments' },
        ' in ',
        { code: 'staging' },
      ],
      play: { design: 'constrained', requestor: { username: 'system:serviceaccount:ci:deployer' } },
    })
    expect(holds?.places[0]).toMatchObject({ source: 'policy', line: 5 })
    expect(fails).toMatchObject({ state: 'fails' })
    expect(fails?.near?.[0]).toMatch(/^Line 5 comes closest/)
    expect(fails?.places[0]).toMatchObject({ source: 'policy', line: 5 })
    expect(count).toMatchObject({ state: 'holds', places: [] })
    expect(count?.play).toBeUndefined()
  })

  it('have the place of what is not understood, in the sentence or in the policy', async () => {
    const [view] = await judged(['ci/deployer can gett pods in prod'])
    expect(view).toMatchObject({ state: 'not-decided', problem: { start: 16, end: 20 } })
    const [broken] = await judged(['at most 3 rules'], { policy: 'kind: [' })
    expect(broken).toMatchObject({ state: 'not-decided', errors: [{ range: { source: 'policy' } }] })
  })

  it('are plain data', async () => {
    const views = await judged(['ci/deployer can list deployments in staging', 'nobody can get secrets in prod', 'x'])
    expect(structuredClone(views)).toEqual(views)
  })

  it('are not made once a newer question came in, or the page has another policy', async () => {
    const input = { scenario, goals: ['at most 3 rules'] }
    expect(await judgedGoals(input, idle, () => false, isOfPage)).toBeUndefined()
    let asked = 0
    expect(await judgedGoals(input, idle, yes, () => asked++ === 0)).toBeUndefined()
    expect((await judgedGoals(input, idle, yes, yes))?.[0]?.state).toBe('holds')
  })

  it('are judged with conditions, where a goal names a design that has them', async () => {
    const [view] = await judged(['under compound, ci/deployer can list deployments in staging'])
    expect(view?.state).toBe('holds')
  })
})

describe('goals that are made', () => {
  it('say what an answer shows', async () => {
    expect(keptGoals({ scenario, decided: await decide(scenario) }).goals).toEqual([
      'ci/deployer can list deployments in staging',
    ])
  })

  it('begin with whole sentences, and go on with the names of the policy', async () => {
    const decision = { scenario, decided: await decide(scenario) }
    const [first] = goalProposals(decision, '', 0)
    expect(first).toMatchObject({ insert: 'ci/deployer can get pods in staging', detail: 'Somebody can do something' })
    const [place] = goalProposals(decision, 'ci/deployer can get pods in ', 28)
    expect(place).toMatchObject({ insert: 'staging', detail: 'namespace' })
  })
})

describe('a file with goals', () => {
  it('gives its sentences', () => {
    const text = 'version: 1\ngoals:\n- jane can list pods in prod\n- jane, GET /healthz: 403\n'
    expect(goalsInFile(text, scenario)).toEqual({ goals: ['jane can list pods in prod', 'jane, GET /healthz: 403'] })
  })

  it('gives nothing but the places of what is not understood', () => {
    const text = 'version: 1\ngoals:\n- jane can list pods in prod\n- jane can gett pods in prod\n'
    expect(goalsInFile(text, scenario).diagnostics).toMatchObject([{ range: { line: 4, column: 12 } }])
    expect(goalsInFile('version: 1\ngoal: []\ngoals: [at most 3 rules]\n', scenario).diagnostics).toMatchObject([
      { range: { line: 2 } },
    ])
  })
})
