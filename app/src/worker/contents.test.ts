import { readPolicy } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import { outlineOf } from './page-questions.ts'

const POLICY = readPolicy(`apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: prod}
subjects:
  - {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
  - {kind: ServiceAccount, name: bot, namespace: ci}
  - {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
roleRef: {kind: Role, name: r, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: r, namespace: prod}
`)

test('the outline has every object at its line, in the order of the text', () => {
  expect(outlineOf(POLICY)).toMatchObject([
    { kind: 'RoleBinding', name: 'b', namespace: 'prod', line: 1 },
    { kind: 'Role', name: 'r', namespace: 'prod', line: 10 },
  ])
})
