import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT } from '../testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const ROLE = (verbs: string) => `${RBAC}
kind: Role
metadata: {name: deploy, namespace: prod}
rules:
- {apiGroups: [apps], resources: [deployments], verbs: [${verbs}]}
`
const BINDING = `${RBAC}
kind: RoleBinding
metadata: {name: deploy, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects: [{kind: ServiceAccount, name: deployer, namespace: ci}]
`
const REQUEST = (verb: string, auditID: string) =>
  JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    auditID,
    level: 'Metadata',
    stage: 'ResponseComplete',
    requestURI: '/apis/apps/v1/namespaces/prod/deployments/web',
    verb,
    user: {
      username: 'system:serviceaccount:ci:deployer',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ci', 'system:authenticated'],
    },
    objectRef: { resource: 'deployments', namespace: 'prod', name: 'web', apiGroup: 'apps', apiVersion: 'v1' },
    responseStatus: { code: 200 },
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
    requestReceivedTimestamp: '2026-11-01T10:00:00.000000Z',
  })
const FILES = {
  'old/role.yaml': ROLE('get'),
  'old/binding.yaml': BINDING,
  'new.yaml': `${ROLE('get, delete')}---\n${BINDING}`,
  'moved.yaml': `# the same\n${BINDING}---\n${ROLE('get')}`,
  'scenario.yaml': SCENARIO_TEXT,
  'broken.yaml': 'kind: [',
  'admin.yaml': `${RBAC}
kind: ClusterRoleBinding
metadata: {name: root}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: User, name: root}]
`,
  'empty.yaml': '',
  'audit.log': `${REQUEST('get', 'a')}\n${REQUEST('delete', 'b')}\n${REQUEST('delete', 'c')}\n`,
  'cut.log': `${REQUEST('get', 'a')}\n${REQUEST('delete', 'b').slice(0, 50)}\n`,
}
const diff = (...args: readonly string[]) => runArguments(['diff', ...args], FILES)

describe('diff', () => {
  it('says who gains what, with the place of the rule, and exits with 1', async () => {
    const { status, out, err } = await diff('old/', 'new.yaml')
    expect({ status, err }).toEqual({ status: 1, err: '' })
    expect(
      out,
    ).toBe(`service account ci/deployer may now delete any deployments.apps in namespace prod; nobody loses anything.

Gains
  service account ci/deployer may now delete any deployments.apps in namespace prod
    new.yaml:5 rule 1 of Role prod/deploy, by RoleBinding prod/deploy (new.yaml:7)

Objects
  changed Role prod/deploy (new.yaml:3)
`)
  })

  it('says who loses what, with the place in the old policy', async () => {
    const { status, out } = await diff('new.yaml', 'old/binding.yaml,old/role.yaml')
    expect(status).toBe(1)
    expect(out).toContain('service account ci/deployer may no longer delete any deployments.apps in namespace prod')
    expect(out).toContain('new.yaml:5 rule 1')
  })

  it('exits with 0 where the text alone differs', async () => {
    const { status, out } = await diff('old/', 'moved.yaml')
    expect({ status, out }).toEqual({
      status: 0,
      out: 'Nothing changes: the texts differ in comments, layout or order only.\n',
    })
  })

  it('knows cluster-admin without the other default roles', async () => {
    const { status, out } = await diff('empty.yaml', 'admin.yaml')
    expect(status).toBe(1)
    expect(out).toContain('root may now do anything with every resource cluster-wide')
    expect(out).toContain('danger: Every verb is allowed')
  })

  it('reads the policies of scenario documents', async () => {
    const { status, out } = await diff('empty.yaml', 'scenario.yaml')
    expect(status).toBe(1)
    expect(out).toContain(
      'deputy and jane may now act as user jane (with a right on the action: impersonate:user-info)',
    )
    expect(out).toContain('scenario.yaml:13 rule 1 of ClusterRole as-jane')
  })

  it('exits with 2 where a policy has errors, and prints no answer', async () => {
    const { status, out, err } = await diff('old/', 'broken.yaml')
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain('broken.yaml:1')
    expect((await diff('old/')).status).toBe(2)
    expect((await diff('old/', 'new.yaml', 'empty.yaml')).status).toBe(2)
  })

  it('lists the requests of a log that are answered otherwise, the most frequent first', async () => {
    const { status, out, err } = await diff('new.yaml', 'old/', '--log', 'audit.log')
    expect(err).toBe('')
    expect(status).toBe(1)
    expect(out).toContain(`1 of 2 different requests have another answer.

Requests that are refused now
  service account ci/deployer: delete deployments.apps named web in namespace prod
    `)
    expect(out).toContain('    2 ×, last 2026-11-01T10:00:00.000000Z, audit.log:2, audit.log:3\n')
    const allowed = await diff('old/', 'new.yaml', '--log', 'audit.log')
    expect(allowed.out).toContain('the rule in new.yaml:5 of Role deploy, bound by RoleBinding deploy in new.yaml:7')
  })

  it('exits with 2 where a part of a log was not understood', async () => {
    const { status, err } = await diff('old/', 'moved.yaml', '--log', 'cut.log')
    expect(status).toBe(2)
    expect(err).toContain('cut.log:2')
  })

  it('takes the requests of scenario documents', async () => {
    const { status, out } = await diff('empty.yaml', 'scenario.yaml', '--requests', 'scenario.yaml')
    expect(status).toBe(1)
    expect(out).toContain('Requests that are allowed now\n  deputy: list pods in namespace prod, as jane')
  })

  it('compares one policy in two versions, also with another policy and with gates of one side', async () => {
    const { status, out, err } = await diff('scenario.yaml', '--from-version', '1.34', '--to-version', '1.36')
    expect({ status, err }).toEqual({ status: 1, err: '' })
    expect(out).toMatch(/^From Kubernetes 1\.34 to 1\.36: /)
    expect(out).toContain('may now act as user jane (with a right on the action: impersonate:user-info)')
    expect(out).toContain('scenario.yaml:13 rule 1 of ClusterRole as-jane')
    const off = await diff('scenario.yaml', '--from-version=1.34', '--to-feature-gates=ConstrainedImpersonation=false')
    expect(off).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^Nothing changes from Kubernetes 1\.34 to 1\.37 with /),
    })
    const json = await diff('empty.yaml', 'scenario.yaml', '--from-version', '1.34', '-o', 'json')
    expect(JSON.parse(json.out).gains[0]).toMatchObject({ versionRight: 'identity', rule: { resources: ['users'] } })
    const requests = await diff('scenario.yaml', '--from-version', '1.34', '--requests', 'scenario.yaml')
    expect(requests.out).toContain('Requests that are allowed now\n  deputy: list pods in namespace prod, as jane')
    const unknown = await diff(
      'scenario.yaml',
      '--from-version',
      '1.34',
      '--from-feature-gates',
      'ConstrainedImpersonation=true',
    )
    expect(unknown.status).toBe(2)
    expect(unknown.err).toContain('--from-feature-gates')
  })

  it('compares what RBAC allows where it is an authorizer of one side only, and says what it does not compare', async () => {
    const modes = (from: string, to: string, ...more: readonly string[]) =>
      diff('new.yaml', '--from-authorization-mode', from, '--to-authorization-mode', to, ...more)
    const removed = await modes('Node,RBAC', 'Node', '--log', 'audit.log')
    expect(removed.status).toBe(1)
    expect(removed.out).toMatch(
      /^From Kubernetes 1\.37 with authorization-mode=Node,RBAC to 1\.37 with authorization-mode=Node: service account ci\/deployer may no longer get and delete any deployments\.apps in namespace prod; nobody gains anything\.\n/,
    )
    expect(removed.out).toContain('2 of 2 different requests have another answer.')
    expect(removed.err).toContain('note: The Node authorizer may allow more to nodes')
    const added = await modes('RBAC', 'Webhook,RBAC')
    expect(added.status).toBe(2)
    expect(added.err).toContain('error: Webhook is an authorizer of one of the clusters only')
    expect(added.out).toContain('Nothing that could be judged changes')
    const moved = await modes('Webhook,RBAC', 'RBAC,Webhook')
    expect(moved.status).toBe(2)
    expect(moved.err).toContain('error: Webhook comes in another order')
    expect(await modes('Node,RBAC', 'RBAC,Node')).toMatchObject({ status: 0 })
    expect((await modes('Webhook', 'Node')).out).toContain('does not ask RBAC')
    expect((await modes('RBAC', 'Webhok')).err).toContain('--to-authorization-mode')
  })

  it('takes the authorizers of scenario documents, on both sides where one names them', async () => {
    const webhook = SCENARIO_TEXT.replace('request:\n', 'cluster: {authorizationModes: [Webhook, RBAC]}\nrequest:\n')
    const files = { ...FILES, 'webhook.yaml': webhook }
    const own = (...args: readonly string[]) => runArguments(['diff', ...args], files)
    expect((await own('webhook.yaml', 'scenario.yaml')).err).toContain(
      'Webhook is an authorizer of one of the clusters',
    )
    const manifest = await own('empty.yaml', 'webhook.yaml')
    expect(manifest).toMatchObject({ status: 1, err: expect.stringContaining('note: The webhook is not asked') })
    const several = await own('webhook.yaml,scenario.yaml', 'empty.yaml')
    expect(several.status).toBe(2)
    expect(several.err).toContain('different authorization modes')
  })

  it('prints JSON', async () => {
    const { out } = await diff('old/', 'new.yaml', '--log', 'audit.log', '-o', 'json')
    expect(JSON.parse(out)).toMatchObject({
      changes: true,
      gains: [
        {
          words: 'service account ci/deployer may now delete any deployments.apps in namespace prod',
          subjects: [{ kind: 'ServiceAccount', namespace: 'ci', name: 'deployer' }],
          namespaces: ['prod'],
          rule: {
            verbs: ['delete'],
            apiGroups: ['apps'],
            resources: ['deployments'],
            resourceNames: [],
            nonResourceURLs: [],
          },
          except: [],
          dangers: [],
          by: [{ role: 'Role prod/deploy', rule: 1, at: 'new.yaml:5' }],
        },
      ],
      losses: [],
      objects: [{ change: 'changed', kind: 'Role', namespace: 'prod', name: 'deploy', at: 'new.yaml:3' }],
      requests: { same: 1, changed: [{ change: 'allowed', count: 2, before: { code: 403 }, after: { code: 200 } }] },
    })
  })

  it('prints Markdown for a pull request', async () => {
    const { out } = await diff('old/', 'new.yaml', '-o', 'markdown')
    expect(out).toContain(
      '## Service account `ci/deployer` may now `delete` any `deployments.apps` in namespace `prod`; nobody loses anything.\n',
    )
    expect(out).toContain(
      '| Who | May now | By |\n| --- | --- | --- |\n| service account `ci/deployer` | `delete` any `deployments.apps` in namespace `prod` | Role `deploy` (new.yaml:5), RoleBinding `deploy` (new.yaml:7) |',
    )
    expect(out).toContain('<summary>1 object differs</summary>')
  })
})
