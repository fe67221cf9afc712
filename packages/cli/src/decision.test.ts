import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'

/** A role to read pods, bound in the namespace `ci` to a subject. */
const bound = (subject: string) => `${RBAC}
kind: Role
metadata: {name: reader, namespace: ci}
rules: [{apiGroups: [""], resources: [pods], verbs: [list]}]
---
${RBAC}
kind: RoleBinding
metadata: {name: readers, namespace: ci}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [${subject}]
`
const BUILDER = '{kind: ServiceAccount, name: builder, namespace: ci}'
const group = (name: string) => `{kind: Group, name: "${name}", apiGroup: rbac.authorization.k8s.io}`
const account = (name: string) => `system:serviceaccount:${name}`

const LIST = ['--request', 'GET /api/v1/namespaces/ci/pods'] as const

const errOf = async (subject: string, user: string, ...more: readonly string[]) =>
  (await runArguments(['run', '--policy', 'p.yaml', '--user', user, ...more, ...LIST], { 'p.yaml': bound(subject) }))
    .err

describe('groups that authentication adds', () => {
  it('are named where they change the answer, with the flags that add them', async () => {
    const version = ['run', '--user', 'jane', '--default-roles', '--request', 'GET /version']
    const { status, out, err } = await runArguments(version)
    expect([status, out]).toEqual([0, expect.stringContaining('403: ')])
    expect(err).toBe(
      'note: Authentication adds the group system:authenticated to jane, and with it the answer is 200. Add --group system:authenticated; in a document, add to the groups of the requestor.\n',
    )
    const given = await runArguments([...version, '--group', 'system:authenticated'])
    expect(given).toMatchObject({ err: '', out: expect.stringContaining('200: ') })
  })

  it('are three for a service account', async () => {
    expect(await errOf(group('system:serviceaccounts:ci'), account('ci:other'))).toContain(
      'Authentication adds the groups system:serviceaccounts, system:serviceaccounts:ci, system:authenticated to system:serviceaccount:ci:other, and with them the answer is 200. Add --group system:serviceaccounts --group system:serviceaccounts:ci --group system:authenticated;',
    )
  })

  it('are not named where they change nothing', async () => {
    expect(await errOf(BUILDER, account('ci:builder'))).toBe('')
    expect(await errOf(group('ops'), 'jane')).not.toContain('Authentication adds')
  })
})

describe('a user that no binding names', () => {
  it('is said to be one, with the user that was probably meant', async () => {
    expect(await errOf(BUILDER, account('ci:biulder'))).toBe(
      'note: No binding of the policy names the service account “biulder” of namespace “ci”. Did you mean the service account “builder” of namespace “ci”?\n',
    )
    expect(await errOf(BUILDER, account('prod:builder'))).toContain(
      'Did you mean the service account “builder” of namespace “ci”?',
    )
    expect(await errOf(BUILDER, 'jane', '--group', 'devs')).toBe(
      'note: No binding of the policy names the user “jane”, and none names one of its groups.\n',
    )
  })

  it('is the target where the target was refused', async () => {
    const policy = `${bound('{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}')}---
${RBAC}
kind: ClusterRole
metadata: {name: impersonator}
rules: [{apiGroups: [""], resources: [users], verbs: [impersonate]}]
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: impersonators}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: impersonator}
subjects: [{kind: User, name: deputy, apiGroup: rbac.authorization.k8s.io}]
`
    const words = ['run', '--policy', 'p.yaml', '--user', 'deputy', '--as', 'jnae', ...LIST]
    expect((await runArguments(words, { 'p.yaml': policy })).err).toBe(
      'note: No binding of the policy names the user “jnae”, and none names one of its groups. Did you mean the user “jane”?\n',
    )
  })

  it('is not one that a group binds, or whom RBAC did not refuse', async () => {
    expect(await errOf(group('ops'), 'jane', '--group', 'ops', '--as', 'eve')).toBe('')
    expect(await errOf(BUILDER, 'root', '--group', 'system:masters')).toBe('')
    const node = ['--group', 'system:nodes', '--authorization-mode', 'Node,RBAC']
    expect(await errOf(BUILDER, 'system:node:n1', ...node)).toBe(
      'note: There are no stored objects, so a cluster may allow more to this node by the Node authorizer.\n',
    )
  })

  it('is not looked for in a policy without bindings', async () => {
    expect((await runArguments(['run', '--user', 'eve', ...LIST])).err).toBe('')
  })
})
