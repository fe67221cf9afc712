import { decider, plainText, type Scenario } from '@authz-playground/engine'
import { describe, expect, it } from 'vitest'
import { readLog } from './log-files.ts'
import {
  type AskedConstraint,
  constrainPlan,
  constrainRequests,
  constrainText,
  constrainWidenings,
} from './migration.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: portal}
rules:
- {apiGroups: [""], resources: [users, groups], verbs: [impersonate]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: portal}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: portal}
subjects: [{kind: User, name: portal, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`

const REQUEST = {
  request: { form: 'kubectl', text: 'kubectl get pods -n prod --as jane' },
  requestor: { username: 'portal' },
} as const

const NOTHING: AskedConstraint = { logs: { first: 0, second: 0 }, requests: [], widen: [] }

async function decisionOf(policy: string) {
  const scenario: Scenario = {
    version: 2,
    policy,
    ...REQUEST,
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
  const decide = await decider()
  return { scenario, decided: decide(scenario) }
}

describe('a plan for the page', () => {
  it('is made from the requests of the page where there is no log, each once', async () => {
    const decision = await decisionOf(POLICY)
    const asked = { ...NOTHING, requests: [REQUEST, REQUEST] }
    const view = constrainPlan(decision, asked)
    if (view === undefined || view === 'forgotten') throw new Error('no plan')
    expect(view.observed).toBe(1)
    const [portal] = view.impersonators
    expect(plainText(portal?.closed ?? [])).toBe(
      'portal could do anything as anybody; now it may list pods as jane, in namespace prod.',
    )
    expect(portal).toMatchObject({
      used: '1 request, as 1 user',
      modes: ['user-info'],
      verdicts: { moves: 1, stays: 0 },
    })
    expect(portal?.rights[0]?.at).toMatchObject({ line: 5 })
  })

  it('has each request before and after, and a text that is a scenario again', async () => {
    const decision = await decisionOf(POLICY)
    const asked = { ...NOTHING, requests: [REQUEST] }
    const view = constrainRequests(decision, asked, 'User/portal')
    if (view === undefined || view === 'forgotten') throw new Error('no requests')
    expect(view.requests).toMatchObject([
      {
        verdict: 'moves',
        before: { mark: 'Allowed', constraint: '' },
        after: { mark: 'Allowed', constraint: 'impersonate:user-info' },
      },
    ])
    const sent = view.requests[0]?.sent
    expect(sent && constrainPlan(decision, { ...asked, requests: [sent] })).toMatchObject({ observed: 1 })
    expect(constrainText(decision, asked, 'whole')).not.toContain('verbs: [impersonate]')
    expect(constrainText(decision, asked, 'both')).toContain(`${POLICY}---\n`)
    expect(constrainText(decision, asked, 'diff')).toContain('verbs: [impersonate]')
    expect(constrainText(decision, asked, 'markdown')).toContain('## From `impersonate` to constrained impersonation')
    expect(constrainText(decision, asked, 'scenario')).toContain('expect:')
  })

  it('says what a switch opens, until it is on', async () => {
    const decision = await decisionOf(POLICY)
    const asked = { ...NOTHING, requests: [REQUEST] }
    const costOf = (widen: AskedConstraint['widen']) => {
      const found = constrainWidenings(decision, { ...asked, widen })
      if (found === undefined || found === 'forgotten') throw new Error('no switches')
      return found.find(({ widening }) => widening === 'users')?.cost
    }
    expect(plainText(costOf([])?.sentence ?? [])).toContain('portal')
    expect(costOf(['users'])).toBeUndefined()
  })

  it('is not made while the policy has errors, nor without the logs that the page had read', async () => {
    expect(constrainPlan(await decisionOf(`${POLICY}---\nkind: Role\nrules: 5\n`), NOTHING)).toBeUndefined()
    const asked = { ...NOTHING, logs: { first: 1, second: 0 } }
    expect(constrainPlan(await decisionOf(POLICY), asked)).toBe('forgotten')
    await readLog('first', [])
    expect(constrainPlan(await decisionOf(POLICY), asked)).not.toBe('forgotten')
  })
})
