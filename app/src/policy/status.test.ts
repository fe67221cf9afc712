import { readPolicy } from '@authz-playground/engine'
import { expect, test } from 'vitest'
import { statusOf } from './status.ts'

function status(text: string): readonly string[] {
  const { diagnostics, roles, bindings, notRead } = readPolicy(text)
  const policyRead = { roles: roles.length, bindings: bindings.length }
  return statusOf({ policyDiagnostics: diagnostics, policyRead, notRead }).map(({ words, places, more }) => {
    const named = places.map(({ text }) => text).join('; ')
    return `${words}${named === '' ? '' : `: ${named}`}${more === 0 ? '' : ` +${more}`}`
  })
}

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [list]}
`
const BINDING = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: readers}
roleRef: {kind: ClusterRole, name: reader, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`
const CONFIG = (name: string) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`

test('roles and bindings are counted', () => {
  expect(status(ROLE + BINDING)).toEqual(['1 role, 1 binding'])
  expect(status(ROLE)).toEqual(['1 role'])
  expect(status('')).toEqual(['No roles, no bindings'])
})

test('what is not read is named with its line, the first of many', () => {
  expect(status(ROLE + CONFIG('a'))).toEqual(['1 role', '1 not read: ConfigMap a, line 8'])
  expect(status(ROLE + ['a', 'b', 'c', 'd', 'e'].map(CONFIG).join(''))).toEqual([
    '1 role',
    '5 not read: ConfigMap a, line 8; ConfigMap b, line 12; ConfigMap c, line 16 +2',
  ])
})

test('errors come first, with their lines, and warnings after them', () => {
  const broken = ROLE.replace('verbs:', 'verb:')
  expect(status(`${BINDING}${CONFIG('a')}---\n${broken}`)).toEqual([
    '1 error: line 16',
    '1 warning: line 5',
    '1 binding',
    '1 not read: ConfigMap a, line 9',
  ])
})

test('where errors are too many to be listed, no number is given that is not true', () => {
  expect(status('---\napiVersion: v1\n'.repeat(1500))[0]).toBe('more than 1,000 errors: line 2; line 4; line 6 +997')
})
