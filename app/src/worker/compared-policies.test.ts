import { plainText, type Scenario } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, it } from 'vitest'
import { policyDiffView } from './compared-policies.ts'
import { decide } from './decisions.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: dana}]
`

async function changed(cluster: Partial<Scenario['cluster']>) {
  const [example] = EXAMPLES
  if (example === undefined) throw new Error('no example')
  const usual = { version: '1.36', authorizationModes: ['RBAC'] } as const
  const scenario: Scenario = { ...example.scenario, cluster: { ...usual, ...cluster }, policy: POLICY }
  const decision = { scenario, decided: await decide(scenario) }
  const view = await policyDiffView(
    decision,
    '',
    { before: scenario.cluster.version, after: scenario.cluster.version },
    async () => undefined,
    () => true,
  )
  if (view === undefined || !('answer' in view)) throw new Error('not compared')
  const { lead, gains } = view.answer
  return { lead: plainText(lead), dangers: gains.shown.map(({ dangers }) => dangers.length) }
}

it('what changed is asked of the authorizers of the page', async () => {
  expect((await changed({})).lead).toMatch(/^dana may now /)
  expect(await changed({ authorizationModes: ['Node'] })).toEqual({
    lead: 'This cluster does not ask RBAC, so roles and bindings change nothing.',
    dangers: [],
  })
})

it('its gains and their dangers are those of the version and the gate of the page', async () => {
  expect((await changed({})).dangers).toEqual([1])
  expect((await changed({ version: '1.34' })).dangers).toEqual([])
  expect((await changed({ constrainedImpersonation: false })).dangers).toEqual([])
  expect((await changed({ version: '1.35', constrainedImpersonation: true })).dangers).toEqual([1])
})
