import { describe, expect, it } from 'vitest'
import { decisionAnswer } from '../answers/index.ts'
import { decider, type Scenario } from '../decide/index.ts'
import { plainText } from './phrases.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-jane}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ['impersonate:user-info']}
- {apiGroups: [''], resources: [pods], verbs: ['impersonate-on:user-info:list']}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as-jane}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-jane}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: ctl}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: pods}
rules: [{apiGroups: [''], resources: [pods], verbs: [list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: pods}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: pods}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: jane}]
`

async function headlineOf(text: string, policy = POLICY): Promise<string> {
  const scenario: Scenario = {
    version: 2,
    design: 'constrained',
    cluster: { version: '1.36', authorizationModes: ['RBAC'], defaultRoles: false },
    requestor: { username: 'ctl' },
    request: { form: 'http', text },
    policy,
  }
  const decide = await decider()
  return plainText(decisionAnswer(decide(scenario), scenario).headline)
}

const asJane = (line: string) => `${line} HTTP/1.1\nImpersonate-User: jane\n`

describe('the headline of an answer', () => {
  it('says at which question a request to act as somebody was refused', async () => {
    expect(await headlineOf(asJane('DELETE /api/v1/namespaces/prod/pods/web'))).toBe(
      '403 at question 1: may it do this as somebody else?',
    )
    expect(await headlineOf(asJane('GET /api/v1/pods'), POLICY.replace('[jane]', '[erin]'))).toBe(
      '403 at question 2: may it be that somebody?',
    )
    expect(
      await headlineOf(
        asJane('GET /api/v1/pods'),
        POLICY.replace("[''], resources: [pods], verbs: [list]", "[''], resources: [pods], verbs: [get]"),
      ),
    ).toBe('403 at question 3: may that somebody do it?')
  })

  it('is about the identity where an extra key is refused without a check', async () => {
    const withKey = `${asJane('GET /api/v1/pods')}Impersonate-Extra-Principalid: u-1\n`
    expect(await headlineOf(withKey)).toBe('403 at question 2: may it be that somebody?')
  })

  it('says of every writer that the role grants more than its writer holds', async () => {
    const writers = POLICY.replaceAll('[pods]', '[pods, clusterroles]')
      .replaceAll("apiGroups: ['']", "apiGroups: ['', rbac.authorization.k8s.io]")
      .replaceAll(':list', ':create')
      .replace('verbs: [list]', 'verbs: [create]')
    const role =
      '\n{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"x"},"rules":[{"apiGroups":[""],"resources":["secrets"],"verbs":["get"]}]}'
    const post = 'POST /apis/rbac.authorization.k8s.io/v1/clusterroles'
    expect(await headlineOf(`${asJane(post)}Content-Type: application/json\n${role}`, writers)).toBe(
      '403: grants more than its writer holds',
    )
  })

  it('says as whom a request was allowed', async () => {
    expect(await headlineOf(asJane('GET /api/v1/pods'))).toBe('200: allowed as jane')
  })

  it('is the first clause of the sentence where nobody is impersonated', async () => {
    expect(await headlineOf('GET /api/v1/pods HTTP/1.1\n')).toBe('403: ctl may not list pods cluster-wide')
    expect(await headlineOf('GET /api/v1/pods HTTP/1.1\nImpersonate-Group: dev\n')).toBe(
      '400: the headers ask for a group, UID or extra, but not for a user',
    )
  })

  it('is the sentence where nothing is decided', async () => {
    expect(await headlineOf('GET /api/v1/pods HTTP/1.1\n', 'kind: Pod\n  x: y\n')).toMatch(/^Not decided: /)
  })
})
