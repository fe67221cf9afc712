import { describe, expect, it } from 'vitest'
import { userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf } from '../rights/index.ts'
import { printAccessList } from './access-list.ts'
import { rulesFor, rulesReviewStatus, subjectRules } from './rules-for.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const POLICY = readPolicy(`${RBAC}
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: ["", apps], resources: [pods, deployments/scale], verbs: [get, list]}
- {apiGroups: [""], resources: [pods], verbs: [watch, get]}
- {apiGroups: [""], resources: [secrets], resourceNames: [b, a], verbs: [get]}
- {nonResourceURLs: [/healthz, /version], verbs: [get]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: everywhere}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
roleRef: {kind: ClusterRole, name: reader, apiGroup: rbac.authorization.k8s.io}
---
${RBAC}
kind: RoleBinding
metadata: {name: here, namespace: prod}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
- {kind: Group, name: system:nodes, apiGroup: rbac.authorization.k8s.io}
roleRef: {kind: Role, name: gone, apiGroup: rbac.authorization.k8s.io}
`)

const bound = rightsOf(POLICY)
const JANE = userInfo({ username: 'jane' })
const NODE = userInfo({ username: 'system:node:n1', groups: ['system:nodes'] })

describe('the rules of a user', () => {
  it('are those of all bindings in scope, in order, with their places', () => {
    const { resourceRules, nonResourceRules, incomplete, evaluationError } = rulesFor(bound, JANE, 'prod')
    expect(resourceRules.map(({ evidence }) => [evidence.binding?.name, evidence.rule?.range.line])).toEqual([
      ['everywhere', 5],
      ['everywhere', 6],
      ['everywhere', 7],
    ])
    expect(nonResourceRules.map(({ rule }) => rule.nonResourceURLs)).toEqual([['/healthz', '/version']])
    expect({ incomplete, evaluationError }).toEqual({
      incomplete: false,
      evaluationError: 'role.rbac.authorization.k8s.io "gone" not found',
    })
    expect(rulesFor(bound, JANE, '').evaluationError).toBe('')
  })

  it('are incomplete where an authorizer cannot list its own', () => {
    expect(subjectRules(bound, ['Node', 'RBAC'], JANE, 'prod').incomplete).toBe(false)
    expect(rulesReviewStatus(subjectRules(bound, ['Node', 'RBAC', 'Webhook'], NODE, 'prod'))).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError:
        '[node authorizer does not support user rule resolution, role.rbac.authorization.k8s.io "gone" not found, ' +
        'webhook authorizer does not support user rule resolution]',
    })
  })

  it('are none of its own for a superuser, as the API server lists them', () => {
    const admin = userInfo({ username: 'root', groups: ['system:masters'] })
    expect(rulesReviewStatus(subjectRules(bound, ['Node', 'RBAC'], admin, 'prod'))).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: false,
    })
  })
})

describe('kubectl auth can-i --list', () => {
  it('merges the verbs of a resource and a name, and breaks up paths', () => {
    expect(printAccessList(subjectRules(bound, ['RBAC'], JANE, 'prod'))).toEqual({
      out: `Resources                Non-Resource URLs   Resource Names   Verbs
pods                     []                  []               [get list watch]
deployments/scale        []                  []               [get list]
deployments.apps/scale   []                  []               [get list]
pods.apps                []                  []               [get list]
                         [/healthz]          []               [get]
                         [/version]          []               [get]
secrets                  []                  [a]              [get]
secrets                  []                  [b]              [get]
`,
      err: '',
    })
  })

  it('warns where the list may be incomplete, and leaves out the header', () => {
    expect(printAccessList(subjectRules(bound, ['Webhook'], JANE, 'prod'), { noHeaders: true })).toEqual({
      out: '',
      err: 'Warning: the list may be incomplete: webhook authorizer does not support user rule resolution\n',
    })
  })
})
