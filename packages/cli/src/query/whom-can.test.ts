import { describe, expect, it } from 'vitest'
import { runArguments } from '../testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'

const PORTAL = `${RBAC}
kind: Role
metadata: {name: portal, namespace: team-a}
rules:
- {apiGroups: [""], resources: [serviceaccounts], verbs: [impersonate]}
- {apiGroups: [""], resources: [pods], verbs: [create, get]}
---
${RBAC}
kind: RoleBinding
metadata: {name: portal, namespace: team-a}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: portal}
subjects: [{kind: User, name: portal}]
`

const ROBOT = `${RBAC}
kind: ClusterRoleBinding
metadata: {name: robot}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: ServiceAccount, name: ci, namespace: team-a}]
`

const FILES = { 'rbac/portal.yaml': PORTAL, 'rbac/robot.yaml': ROBOT }
const NOTE =
  'note: Groups come from authentication: of each user, only those count that its name implies, or that are given.\n'

const whomCan = (...args: readonly string[]) => runArguments(['whom-can', ...args, '--policy', 'rbac/'], FILES)

describe('whom-can', () => {
  it('lists whom a user can become, other ways, and the path to cluster-admin', async () => {
    const { status, out, err } = await whomCan('portal')
    expect({ status, err }).toEqual({ status: 0, err: NOTE })
    expect(out).toBe(`Whom portal may impersonate
  portal may become any service account in namespace team-a (legacy), to do anything that the target may do.
    rbac/portal.yaml:5 rule 1 of Role portal
    rbac/portal.yaml:8 RoleBinding portal

Other ways to the rights of somebody else
  portal may create pods in namespace team-a, which may run as any service account there.
    rbac/portal.yaml:6 rule 2 of Role portal
    rbac/portal.yaml:8 RoleBinding portal

The shortest path to cluster-admin
  portal can do everything: become service account team-a/ci (legacy).
    rbac/portal.yaml:5 rule 1 of Role portal
    rbac/portal.yaml:8 RoleBinding portal
    default roles:10 rule 1 of ClusterRole cluster-admin
    rbac/robot.yaml:1 ClusterRoleBinding robot
`)
  })

  it('names what a RoleBinding grants on identities that no check asks for in a namespace', async () => {
    const users = PORTAL.replaceAll('Role', 'ClusterRole')
      .replace('{name: portal, namespace: team-a}', '{name: portal}')
      .replace('kind: ClusterRoleBinding', 'kind: RoleBinding')
      .replace('[serviceaccounts]', '[users, groups]')
    const { status, out, err } = await runArguments(['whom-can', 'portal', '--policy', 'rbac.yaml'], {
      'rbac.yaml': users,
    })
    expect(status).toBe(0)
    expect(out).toMatch(/^Whom portal may impersonate\n {2}Nobody\.\n/)
    expect(err).toContain(
      'rbac.yaml:8:1: warning: RoleBinding team-a/portal grants impersonate on users and groups in namespace team-a only, and the check is cluster-wide. Use a ClusterRoleBinding.',
    )
  })

  it('counts no rule where no authorizer reads roles', async () => {
    const { out, err } = await whomCan('portal', '--authorization-mode', 'Webhook')
    expect(out).toMatch(/^Whom portal may impersonate\n {2}Nobody\.\n/)
    expect(err).toContain('This cluster does not ask RBAC, so only system:masters counts.')
  })

  it('says so where there is nobody', async () => {
    const { status, out } = await whomCan('jane')
    expect(status).toBe(0)
    expect(out).toBe(
      'Whom jane may impersonate\n  Nobody.\n\nOther ways to the rights of somebody else\n  None.\n\nThe shortest path to cluster-admin\n  There is none.\n',
    )
  })

  it('counts the groups of a user, and asks about members of a group alone', async () => {
    const files = { 'rbac.yaml': PORTAL.replace('kind: User, name: portal', 'kind: Group, name: ops') }
    const asked = (...args: readonly string[]) => runArguments(['whom-can', ...args, '--policy', 'rbac.yaml'], files)
    expect((await asked('jane')).out).toContain('Nobody.')
    expect((await asked('jane', '--group', 'ops')).out).toContain('jane may become any service account')
    expect((await asked('--group', 'ops')).out).toContain('members of group ops may become any service account')
  })

  it.each(['team-a/ci', 'ServiceAccount/team-a/ci', 'system:serviceaccount:team-a:ci'])(
    'asks about a service account as what-can names it: %s',
    async (word) => {
      expect((await whomCan(word)).out).toMatch(/^Whom service account team-a\/ci may impersonate\n/)
      expect((await whomCan('--to', word)).out).toContain('Who may impersonate service account team-a/ci\n')
    },
  )

  it('lists who can become somebody', async () => {
    const { out } = await whomCan('--to', 'system:serviceaccount:team-a:other')
    expect(out).toContain('Who may impersonate service account team-a/other\n')
    expect(out).toContain(
      '  portal may become service account team-a/other (legacy), to do anything that the target may do.\n',
    )
    expect(out).toContain('  portal may create pods in namespace team-a, which may run as any service account there.\n')
    expect((await whomCan('--to-group', 'ops')).out).toContain(
      'service account team-a/ci may become a user in group ops (legacy)',
    )
  })

  it('lists who can do everything, and how', async () => {
    const { out } = await whomCan('--cluster-admin')
    expect(out.split('\n').filter((line) => /^ {2}\S/.test(line))).toEqual([
      '  members of group system:masters may do everything: membership in system:masters.',
      '  portal can do everything: become service account team-a/ci (legacy).',
      '  service account team-a/ci may do everything: the rule in default roles:10 of ClusterRole cluster-admin, bound by ClusterRoleBinding robot in rbac/robot.yaml:1.',
    ])
  })

  it('follows the version of the cluster', async () => {
    const out = async (version: string) =>
      (await whomCan('system:serviceaccount:team-a:ci', '--kubernetes-version', version)).out
    expect(await out('1.36')).toContain('(user-info)')
    expect(await out('1.34')).not.toContain('(user-info)')
  })

  it('prints JSON with the places of rules', async () => {
    const value = JSON.parse((await whomCan('portal', '-o', 'json')).out)
    expect(value.subject).toEqual({ username: 'portal', groups: ['system:authenticated'] })
    const evidence = {
      authorizer: 'RBAC',
      role: { kind: 'Role', namespace: 'team-a', name: 'portal' },
      rule: { index: 0, at: 'rbac/portal.yaml:5:3' },
      binding: { kind: 'RoleBinding', namespace: 'team-a', name: 'portal', at: 'rbac/portal.yaml:8:1' },
      subject: { kind: 'User', name: 'portal' },
    }
    expect(value.modes).toMatchObject([
      {
        mode: 'legacy',
        missing: [],
        usernames: [{ kind: 'serviceaccount', names: 'any', namespace: 'team-a', evidence }],
      },
    ])
    expect(value.ways).toMatchObject([{ kind: 'pod', accounts: 'any', namespace: 'team-a' }])
    expect(value.clusterAdmin).toMatchObject({
      certain: true,
      limited: false,
      steps: [{ kind: 'impersonation', mode: 'legacy', as: { username: 'system:serviceaccount:team-a:ci' } }],
    })
    const to = JSON.parse((await whomCan('--to', 'system:serviceaccount:team-a:x', '-o', 'json')).out)
    expect(to.becomers.at(-1)).toMatchObject({ subject: { kind: 'ServiceAccount' }, mode: 'legacy' })
    expect(to.ways).toContainEqual(
      expect.objectContaining({ kind: 'pod', subject: { kind: 'User', name: 'portal', namespace: '' } }),
    )
    expect(JSON.parse((await whomCan('--cluster-admin', '-o', 'json')).out).paths).toHaveLength(3)
  })

  it.each([
    [['--policy', 'rbac.yaml'], 'whom-can: error: Nothing is asked.'],
    [['a', '--cluster-admin', '--policy', 'rbac.yaml'], 'whom-can: error: Several questions are asked at once.'],
    [['a', 'b', '--policy', 'rbac.yaml'], 'b: error: Two subjects are named.'],
    [['a'], 'a: error: There is no such file'],
    [['--group', 'a'], '--policy: error: There is no policy.'],
    [['a', '--policy', 'bad.yaml'], 'bad.yaml:1:7: error:'],
  ])('refuses %j', async (args, said) => {
    const files = { 'rbac.yaml': PORTAL, 'bad.yaml': 'kind: Role\n' }
    const { status, out, err } = await runArguments(['whom-can', ...args], files)
    expect(err).toContain(said)
    expect([status, out]).toEqual([2, ''])
  })

  it('asks about the requestors of scenarios, or the question of a flag in each', async () => {
    const document = (user: string) =>
      `version: 1\ntitle: ${user}\npolicy: |\n${PORTAL.replaceAll(/^(?=.)/gm, '  ')}requestor: {username: ${user}}\nrequest: {http: GET /healthz}\n`
    const vector = {
      id: 'v',
      policy: PORTAL,
      requestor: { username: 'portal' },
      requests: [{ method: 'GET', url: '/' }],
    }
    const files = {
      'two.yaml': `${document('portal')}---\n${document('jane')}`,
      'one.ndjson': `${JSON.stringify(vector)}\n`,
    }
    const asked = (...args: readonly string[]) => runArguments(['whom-can', ...args], files)
    const text = await asked('two.yaml')
    expect(text.status).toBe(0)
    expect(text.out).toContain(
      'two.yaml:1\nportal\nWhom portal may impersonate\n  portal may become any service account',
    )
    expect(text.out).toContain('two.yaml:8 rule 1 of Role portal')
    expect(text.out).toContain('Whom jane may impersonate\n  Nobody.')
    const values = (await asked('-o', 'ndjson', 'two.yaml', 'one.ndjson')).out.trimEnd().split('\n')
    expect(values.map((line) => JSON.parse(line).id)).toEqual(['two.yaml:1', 'two.yaml:19', 'v'])
    const to = await asked('-o', 'ndjson', '--to', 'system:serviceaccount:team-a:ci', 'two.yaml')
    expect(to.out.match(/portal may become service account team-a\/ci/g)).toHaveLength(2)
  })

  it('says that the answer is that of the released API server, where another design decides', async () => {
    const under = async (design: string) => {
      const policy = PORTAL.replaceAll(/^(?=.)/gm, '  ')
      const document = `version: 2\npolicy: |\n${policy}requestor: {username: portal}\nrequest: {http: GET /healthz}\n${design}`
      return (await runArguments(['whom-can', 'one.yaml'], { 'one.yaml': document })).err
    }
    const other = 'This is for the released API server. It may differ in the design that decides the request'
    expect(await under('design: intersection\n')).toContain(`${other}, “`)
    expect(await under('design: own\ndesignText: "{design: a, steps: {L: {ask: legacy}}, decide: L}"\n')).toContain(
      `${other}.`,
    )
    expect(await under('design: constrained\n')).not.toContain(other)
  })
})
