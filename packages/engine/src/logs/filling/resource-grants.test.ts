import { expect, it } from 'vitest'
import { plainText } from '../../words/index.ts'
import { parseClusterOutput } from '../line/cluster-output.ts'
import { resourceGrants } from './resource-grants.ts'

const POLICY = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: read, namespace: shop}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: shop}
roleRef: {kind: Role, name: read, apiGroup: rbac.authorization.k8s.io}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
- {kind: ServiceAccount, name: bot, namespace: shop}
`

const said = (text: string, policy: string) => {
  const { refused } = parseClusterOutput(text)
  return refused && resourceGrants(refused, policy).map(plainText)
}

it('says who may do what with the resource of a 403 that names no more', () => {
  expect(said('Error from server (Forbidden): pods is forbidden', POLICY)).toEqual([
    'By RoleBinding readers of the policy, jane and service account shop/bot may get and list pods in namespace shop.',
  ])
  expect(said('secrets "db" is forbidden', POLICY)).toEqual(['No binding of the policy grants anything on secrets.'])
  expect(said('pods is forbidden: User cannot list resource pods in API group in the namespace.', POLICY)).toHaveLength(
    1,
  )
  expect(said('pods is forbidden', '')).toEqual([])
})

it.each([
  'Failed to watch *v1.Pod: unknown (get pods)',
  'the server responded with the status code 403 but did not return more information (get pods web)',
])('reads what client-go writes of a refusal without a message: %s', (text) => {
  expect(said(text, POLICY)).toHaveLength(1)
  expect(parseClusterOutput(text).problems.join()).toContain(
    'which is the verb get, list or watch, and the resource is pods',
  )
})

it('is silent where a text names more, or no resource', () => {
  expect(said('Access to this page is forbidden by the owner: ask them', POLICY)).toBeUndefined()
  expect(said('pods is forbidden: exceeded quota: q', POLICY)).toBeUndefined()
})
