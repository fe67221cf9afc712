import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterOf } from '../cluster/index.ts'
import type { KubernetesVersion } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { completeGoal, goalNames, goalTemplates } from './complete-goal.ts'
import { readGoal } from './read-goal.ts'

const POLICY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: staging}
rules:
- {verbs: [get, "impersonate:user-info"], apiGroups: [apps], resources: [deployments/scale]}
- {verbs: [get], apiGroups: [example.com], resources: [foos], resourceNames: [db]}
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [uids], resourceNames: ["7"]}
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [userextras/reason], resourceNames: [audit, two words]}
- {verbs: ["impersonate:user-info"], apiGroups: [authentication.k8s.io], resources: [userextras/scopes]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: staging}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
- {apiGroup: rbac.authorization.k8s.io, kind: Group, name: ops}
- {apiGroup: rbac.authorization.k8s.io, kind: User, name: in}
- {apiGroup: rbac.authorization.k8s.io, kind: User, name: a/b}
`
const names = goalNames(clusterOf(readPolicy(POLICY)))
/** `|` is the cursor. */
const offered = (text: string) =>
  completeGoal(text.replace('|', ''), text.indexOf('|'), names).map(({ insert }) => insert)

describe('proposals in a goal', () => {
  it('name the resources of the version of the cluster', () => {
    const resources = (version: KubernetesVersion) => goalNames(clusterOf(readPolicy(''), { version })).resources
    expect(resources('1.37')).toContain('compositepodgroups')
    expect(resources('1.36')).not.toContain('compositepodgroups')
  })

  it.each([
    ['|', ['ci/deployer', 'ops', '"in"', 'the request', 'nobody', 'at most', 'under']],
    ['ci/deployer |', ['can', 'cannot', 'as', 'in group', 'with UID', 'with extra', ', GET /']],
    ['ci/deployer with |', ['UID', 'extra']],
    ['ci/deployer with UID |', ['7']],
    ['ci/deployer with UID 7 |', ['and extra', 'in group', 'can']],
    ['ci/deployer with extra |', ['reason=audit', 'reason="two words"', 'scopes=']],
    ['ci/deployer with extra re|', ['reason=audit']],
    ['ci/deployer with extra reason=audit |', ['and UID', 'and', 'can']],
    ['ci/deployer with extra reason=audit and |', ['UID', 'scopes=']],
    ['ci/deployer in |', ['group', 'groups']],
    ['ci/deployer in group |', ['ops']],
    ['ci/deployer as |', ['ci/deployer', '"in"', 'User/a/b']],
    ['ci/deployer, |', ['GET /', 'kubectl ']],
    ['ops can |', ['get', 'list', 'impersonate:user-info']],
    ['ops can get |', ['deployments/scale', 'foos.example.com', 'pods', 'and']],
    ['ops can get pods |', ['in', 'named', 'anywhere', 'and']],
    ['ops can get pods in |', ['staging', 'ci', 'all namespaces']],
    ['ops can get foos.example.com named |', ['db']],
    ['only ops |', ['can', 'and']],
    ['nobody |', ['else', 'can']],
    ['at |', ['most', 'least']],
    ['at most 3 |', ['rules', 'ClusterRoles']],
    ['no rule says |', ['impersonate', 'pods']],
    ['lint finds |', ['nothing', 'unlikely-url']],
    ['the request|', []],
    ['the request |', ['asks to', 'is from', 'does not say']],
    ['the request: |', ['200', '403']],
    ['ops, GET /api: |', ['200', '403']],
    ['ops, GET /api: 403, by |', ['impersonate:user-info', 'impersonate']],
    ['under |', ['legacy,']],
    ['under legacy, ops |', ['can']],
  ])('%s', (text, some) => expect(offered(text)).toEqual(expect.arrayContaining(some)))

  it('begin with what was typed, and replace the word at the cursor', () => {
    expect(offered('ops can get po|')[0]).toBe('pods')
    expect(offered('ops can get "po|')).toEqual([])
    const [first] = completeGoal('ops can g pods in prod', 9, names)
    expect(first).toEqual({ insert: 'get', start: 8, end: 9, detail: 'verb' })
    const comma = completeGoal('ops ', 4, names).find(({ insert }) => insert === ', GET /')
    expect(comma).toMatchObject({ start: 3, end: 4 })
  })

  it('are made for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, offset) => {
        for (const { start, end } of completeGoal(text, Math.min(offset, text.length), names)) {
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

it.each([
  ['of a policy', names],
  ['of no policy', goalNames(clusterOf(readPolicy('')))],
] as const)('the goals to begin with, with the names %s, can be read', (_, known) => {
  for (const { text } of goalTemplates(known)) expect(readGoal(text).problem, text).toBeUndefined()
})
