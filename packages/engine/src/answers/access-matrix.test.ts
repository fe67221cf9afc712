import { expect, it } from 'vitest'
import { clusterOf } from '../cluster/index.ts'
import { readPolicy } from '../policy/index.ts'
import { accessMatrixAnswer, extentAt } from './access-matrix.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const roleRef = (kind: string, name: string) =>
  `roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name}}`
const POLICY = `${RBAC}
kind: ClusterRole
metadata: {name: admin}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
${RBAC}
kind: Role
metadata: {name: web, namespace: prod}
rules:
- {apiGroups: ["", metrics.k8s.io], resources: [pods], verbs: [get]}
- {apiGroups: [""], resources: [secrets], resourceNames: [db], verbs: [get]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: admins}
${roleRef('ClusterRole', 'admin')}
subjects: [{kind: User, name: root}]
---
${RBAC}
kind: RoleBinding
metadata: {name: web, namespace: prod}
${roleRef('Role', 'web')}
subjects: [{kind: User, name: jane}]
`

function answerIn(namespace: string, policy = POLICY) {
  const steps = accessMatrixAnswer(namespace, clusterOf(readPolicy(policy)))
  for (;;) {
    const next = steps.next()
    if (next.done) return next.value
  }
}

it('the matrix has a column for each resource that somebody may use who may not use all of them', () => {
  const { lead, sections } = answerIn('')
  expect(lead).toBe('What 2 subjects may do with 22 resources.')
  const [get, list] = sections
  expect(get?.columns.map((one) => [one.whole, one.short, extentAt(one, 0), extentAt(one, 1)])).toEqual([
    ['pods', 'pods', 'all', 'namespaces'],
    ['secrets', 'secrets', 'all', 'names'],
    ['pods.metrics.k8s.io', 'pods.metrics.k8s.io', 'all', 'namespaces'],
  ])
  expect(get?.note).toBe('19 of 22 resources have no column: only a subject that may get all 22 may get them.')
  expect(list?.columns).toEqual([])
})

it('the matrix of a namespace has what counts there', () => {
  expect(answerIn('dev').sections[0]?.columns).toEqual([])
  expect(answerIn('prod').sections[0]?.columns).toHaveLength(3)
})

it('the matrix says that bindings name no subjects', () => {
  expect(answerIn('', '').lead).toBe('The bindings of the policy name no subjects.')
})
