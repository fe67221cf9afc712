import { describe, expect, it } from 'vitest'
import { readPolicy } from './read-policy.ts'

const ROLE = `apiVersion: authorization.openshift.io/v1
kind: ClusterRole
metadata: {name: pod-reader}
rules:
- apiGroups: [""]
  attributeRestrictions: null
  resources: [pods]
  verbs: [get, list]
`
const BINDING = `apiVersion: authorization.openshift.io/v1
kind: RoleBinding
metadata: {name: pod-reader, namespace: prod}
groupNames: [devs]
userNames: [dana, "system:serviceaccount:ci:bot"]
roleRef: {name: pod-reader}
subjects:
- {kind: SystemUser, name: "system:admin"}
- {kind: Group, name: devs}
- {kind: ServiceAccount, name: bot, namespace: ci}
`

const subjectsOf = (text: string) =>
  readPolicy(text).bindings.flatMap(({ subjects }) => subjects.map(({ kind, name }) => `${kind} ${name}`))

describe('a role or binding of OpenShift', () => {
  it('is read as the one of RBAC that is stored for it, with one note', () => {
    const policy = readPolicy(`${ROLE}---\n${BINDING}`)
    expect(policy.roles).toMatchObject([{ kind: 'ClusterRole', name: 'pod-reader', rules: [{ resources: ['pods'] }] }])
    expect(policy.bindings).toMatchObject([
      { kind: 'RoleBinding', namespace: 'prod', roleRef: { kind: 'ClusterRole', name: 'pod-reader' } },
    ])
    expect(subjectsOf(BINDING)).toEqual(['User system:admin', 'Group devs', 'ServiceAccount bot'])
    expect(policy.diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['note', 'openshift-kind']])
  })

  it('refers to a Role by a namespace, and may have only the names of its subjects', () => {
    const [binding] = readPolicy(BINDING.replace('{name: pod-reader}\n', '{name: r, namespace: prod}\n')).bindings
    expect(binding?.roleRef).toMatchObject({ kind: 'Role', name: 'r' })
    expect(subjectsOf(BINDING.replace(/subjects:[\s\S]*/, ''))).toEqual([
      'User dana',
      'ServiceAccount bot',
      'Group devs',
    ])
  })

  it('is read in the list that oc prints, and refused where it is wrong', () => {
    const items = [ROLE, BINDING].map((one) => `- ${one.trim().replaceAll('\n', '\n  ')}\n`).join('')
    const list = readPolicy(`apiVersion: v1\nkind: List\nitems:\n${items}`)
    expect([list.roles.length, list.bindings.length, list.notRead.length]).toEqual([1, 1, 0])
    const [error] = readPolicy(BINDING.replace('kind: Group', 'kind: Team')).diagnostics
    expect(error).toMatchObject({ severity: 'error', code: 'wrong-subject-kind' })
  })
})

describe('a note about an object that is not read says what it has to do with decisions:', () => {
  it.each([
    ['apps/v1', 'Deployment', 'Deployment “x” of apps/v1 does not affect authorization and was not read.'],
    ['example.com/v1', 'Tenant', 'Tenant “x” of example.com/v1 grants nothing in RBAC and was not read.'],
    [
      'admissionregistration.k8s.io/v1',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionPolicy “x” of admissionregistration.k8s.io/v1 is not authorization and was not read. It is evaluated after that, and can refuse a write that is allowed here. Its expressions can ask the authorizers again, with “authorizer”.',
    ],
    [
      'security.openshift.io/v1',
      'SecurityContextConstraints',
      'SecurityContextConstraints “x” of security.openshift.io/v1 decides about pods after authorization and was not read. Its users and groups may use it without a rule for “use”; they are not counted here.',
    ],
  ])('%s %s', (apiVersion, kind, message) => {
    const { diagnostics } = readPolicy(`apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`)
    expect(diagnostics.map((one) => one.message)).toEqual([message])
  })
})
