import { describe, expect, it } from 'vitest'
import { BINDING, ROLE, runArguments, SCENARIO_TEXT, VECTOR } from '../testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const POLICY = `${RBAC}
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [apps], resources: [deployments], verbs: [get, list]}
- {nonResourceURLs: [/metrics], verbs: [get]}
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: everywhere}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [{kind: User, name: jane}, {kind: Group, name: devs}]
---
${RBAC}
kind: Role
metadata: {name: writer, namespace: prod}
rules:
- {apiGroups: [apps], resources: [deployments], resourceNames: [web], verbs: [get, update]}
---
${RBAC}
kind: RoleBinding
metadata: {name: writers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: writer}
subjects: [{kind: User, name: jane}, {kind: ServiceAccount, name: bot}]
`
const FILES = {
  'rbac/a.yaml': POLICY,
  'scenario.yaml': SCENARIO_TEXT,
  'two.ndjson': [VECTOR, { ...VECTOR, id: 'again', policy: `${ROLE}---\n${BINDING}` }]
    .map((one) => JSON.stringify(one))
    .join('\n'),
  'broken.yaml': 'kind: [',
}
const ask = (...args: readonly string[]) => runArguments([...args, '--policy', 'rbac/'], FILES)

describe('who-can', () => {
  it('lists the subjects with every rule and binding, and their places', async () => {
    const { status, out, err } = await ask('who-can', 'get', 'deploy/web', '-n', 'prod')
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toBe(`who can get deployments.apps named web in namespace prod

Group system:masters
  superusers may do everything
User jane
  rbac/a.yaml:5 rule 1 of ClusterRole reader, by ClusterRoleBinding everywhere (rbac/a.yaml:8)
  rbac/a.yaml:18 rule 1 of Role prod/writer, by RoleBinding prod/writers (rbac/a.yaml:20)
Group devs
  rbac/a.yaml:5 rule 1 of ClusterRole reader, by ClusterRoleBinding everywhere (rbac/a.yaml:8)
ServiceAccount prod/bot
  rbac/a.yaml:18 rule 1 of Role prod/writer, by RoleBinding prod/writers (rbac/a.yaml:20)
`)
  })

  it('prints JSON with the question and the ways', async () => {
    const { out } = await ask('who-can', 'update', 'deployments.apps/web', '-n', 'prod', '-o', 'json')
    expect(JSON.parse(out)).toEqual({
      question: { verb: 'update', apiGroup: 'apps', resource: 'deployments', namespace: 'prod', name: 'web' },
      subjects: [
        { kind: 'Group', name: 'system:masters', ways: [{ superuser: true }] },
        ...[{ kind: 'User' }, { kind: 'ServiceAccount', namespace: 'prod' }].map((one) => ({
          ...one,
          name: one.kind === 'User' ? 'jane' : 'bot',
          ways: [
            {
              role: 'Role prod/writer',
              rule: 1,
              line: 18,
              of: 'policy',
              at: 'rbac/a.yaml:18',
              binding: 'RoleBinding prod/writers',
              bindingLine: 20,
              bindingAt: 'rbac/a.yaml:20',
            },
          ],
        })),
      ],
    })
  })

  it('reads words as kubectl does: a path, all namespaces, a subresource, a resource outside of namespaces', async () => {
    const headOf = async (...args: readonly string[]) => (await ask('who-can', ...args)).out.split('\n')[0]
    expect(await headOf('get', '/metrics')).toBe('who can get /metrics')
    expect(await headOf('list', 'po', '-A')).toBe('who can list pods cluster-wide')
    expect(await headOf('create', 'pods/web', '--subresource', 'exec', '-n', 'dev')).toBe(
      'who can create pods/exec named web in namespace dev',
    )
    expect(await headOf('get', 'nodes/n1')).toBe('who can get nodes named n1 cluster-wide')
    expect(await headOf('get', 'ns/prod')).toBe('who can get namespaces named prod in namespace prod')
    expect(await headOf('impersonate', 'users/jane', '-A')).toBe('who can impersonate users named jane cluster-wide')
    expect(await headOf('get', '*', '-A')).toBe('who can get * cluster-wide')
    const identity = await ask('who-can', 'impersonate', 'uids')
    expect(identity.out).toMatch(/^who can impersonate uids\.authentication\.k8s\.io cluster-wide\n/)
    expect(identity.err).toBe('')
  })

  it('says what it assumed', async () => {
    expect((await ask('who-can', 'get', 'pods')).err).toContain(
      'pods: note: The namespace default is assumed; -n names',
    )
    expect((await ask('who-can', 'get', 'nodez', '-A')).err).toContain(
      'asked for as written, in the core group. Did you mean “node',
    )
    expect((await ask('who-can', 'get', 'pods/log', '-A')).err).toContain(
      'Write pods --subresource log for the subresource.',
    )
    expect((await ask('who-can', 'get', 'nodes', '-n', 'prod')).err).toContain('so the namespace has no effect')
    expect((await ask('who-can', 'get', 'nodes', '--authorization-mode', 'Node')).out).not.toContain('jane')
  })

  it('counts no role, not even a default one, where no authorizer reads roles', async () => {
    const { out, err } = await ask('who-can', 'get', '/version', '--default-roles', '--authorization-mode', 'Node')
    expect(out).toBe('who can get /version\n\nGroup system:masters\n  superusers may do everything\n')
    expect(err).toContain('This cluster does not ask RBAC, so only system:masters counts.')
  })

  it('takes a request in any form, whoever sends it, and files as run does', async () => {
    const question = 'who can get deployments.apps named web in namespace prod'
    const http = await ask('who-can', '--request', 'GET /apis/apps/v1/namespaces/prod/deployments/web')
    expect(http).toMatchObject({ status: 0, err: '' })
    expect(http.out).toContain(`${question}\n\nGroup system:masters\n`)
    const kubectl = await runArguments(
      ['who-can', '--policy', 'rbac/', '--', 'kubectl', 'get', 'deploy', 'web', '-n', 'prod'],
      FILES,
    )
    expect(kubectl.out).toBe(http.out)
    const file = await runArguments(['who-can', 'scenario.yaml'], FILES)
    expect(file.out).toContain('The deputy lists pods\nwho can list pods in namespace prod\n')
    expect(file.out).toContain('scenario.yaml:14 rule 2 of ClusterRole as-jane')
    const many = await runArguments(['who-can', 'two.ndjson', '-o', 'ndjson'], FILES)
    expect(
      many.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).question),
    ).toEqual([
      { verb: 'get', path: '/healthz' },
      { verb: 'get', path: '/healthz' },
    ])
  })

  it('refuses what it does not understand, with the place', async () => {
    expect(await ask('who-can', 'get')).toMatchObject({ status: 2, out: '' })
    expect(await ask('who-can', 'get', 'pods', 'more')).toMatchObject({ status: 2, out: '' })
    expect(await ask('who-can', 'get', 'pods', '-n', 'a', '-A')).toMatchObject({ status: 2, out: '' })
    expect(await ask('who-can', 'get', '/metrics', '-n', 'a')).toMatchObject({ status: 2, out: '' })
    expect(await ask('who-can', 'get', '/metrics', '--subresource', 'x')).toMatchObject({ status: 2, out: '' })
    expect(await runArguments(['who-can', 'scenario.yaml', '-n', 'prod'], FILES)).toMatchObject({ status: 2, out: '' })
    const broken = await runArguments(['who-can', 'get', 'pods', '-A', '--policy', 'broken.yaml'], FILES)
    expect(broken).toMatchObject({ status: 2, out: '' })
    expect(broken.err).toMatch(/^broken\.yaml:1:\d+: error: /)
  })
})

describe('what-can', () => {
  it('lists what a subject may do, where, for which names, and by which rules', async () => {
    const { status, out } = await ask('what-can', 'jane')
    expect(status).toBe(0)
    expect(out).toBe(`User jane, in system:authenticated

deployments.apps
  get everywhere
    rbac/a.yaml:5 rule 1 of ClusterRole reader, by ClusterRoleBinding everywhere (rbac/a.yaml:8)
  get in prod, named web
    rbac/a.yaml:18 rule 1 of Role prod/writer, by RoleBinding prod/writers (rbac/a.yaml:20)
  list everywhere
    rbac/a.yaml:5 rule 1 of ClusterRole reader, by ClusterRoleBinding everywhere (rbac/a.yaml:8)
  update in prod, named web
    rbac/a.yaml:18 rule 1 of Role prod/writer, by RoleBinding prod/writers (rbac/a.yaml:20)
/metrics
  get
    rbac/a.yaml:6 rule 2 of ClusterRole reader, by ClusterRoleBinding everywhere (rbac/a.yaml:8)
`)
  })

  it('understands users, groups and service accounts in every form', async () => {
    const subjectOf = async (...args: readonly string[]) =>
      JSON.parse((await ask('what-can', ...args, '-o', 'json')).out).subject
    const bot = {
      kind: 'ServiceAccount',
      namespace: 'prod',
      name: 'bot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:prod', 'system:authenticated'],
    }
    expect(await subjectOf('prod/bot')).toEqual(bot)
    expect(await subjectOf('ServiceAccount/prod/bot')).toEqual(bot)
    expect(await subjectOf('system:serviceaccount:prod:bot')).toEqual(bot)
    expect(await subjectOf('devs')).toEqual({ kind: 'Group', name: 'devs', groups: ['devs', 'system:authenticated'] })
    expect(await subjectOf('User/devs', '--group', 'ops')).toEqual({
      kind: 'User',
      name: 'devs',
      groups: ['ops', 'system:authenticated'],
    })
    expect(await subjectOf('--user', 'devs')).toMatchObject({ kind: 'User', name: 'devs' })
    expect(await subjectOf('system:masters')).toMatchObject({ kind: 'Group' })
  })

  it('may be limited to a namespace', async () => {
    const inDev = JSON.parse((await ask('what-can', 'prod/bot', '-n', 'dev', '-o', 'json')).out)
    expect(inDev).toMatchObject({ namespace: 'dev', superuser: false, resources: [], paths: [] })
    const everywhere = JSON.parse((await ask('what-can', 'prod/bot', '-A', '-o', 'json')).out)
    expect(everywhere.resources).toMatchObject([
      {
        apiGroup: 'apps',
        resource: 'deployments',
        verbs: [
          { verb: 'get', extent: 'names', reaches: [{ namespace: 'prod', names: ['web'], ways: [{ rule: 1 }] }] },
          { verb: 'update', extent: 'names' },
        ],
      },
    ])
    expect((await ask('what-can', 'nobody')).out).toContain('\nNothing.\n')
    expect((await ask('what-can', 'system:masters')).out).toContain('everything: members of system:masters')
  })

  it('warns where no API server serves a resource in any group of the rules that name it', async () => {
    const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: batterys.lab.example.org}
spec:
  group: lab.example.org
  scope: Namespaced
  names: {kind: Battery, plural: batterys, singular: battery}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---
`
    const rule = '{apiGroups: [lab.example.org, apps], resources: [batteries, deployments], verbs: [get]}'
    const policy = POLICY.replace('rules:\n', `rules:\n- ${rule}\n`)
    const { err } = await runArguments(['what-can', 'jane', '--policy', 'crd.yaml'], { 'crd.yaml': crd + policy })
    expect(err.match(/^.*: warning: .*$/gm)).toEqual([
      'crd.yaml:14:3: warning: The text defines Battery in “lab.example.org” by the plural “batterys”, and it does not define “batteries”. Write batterys.lab.example.org.',
    ])
    expect((await ask('what-can', 'jane')).err).not.toContain('warning')
  })

  it('prints the list of kubectl, and the review behind it', async () => {
    const { out, err } = await ask('what-can', 'jane', '--list', '-n', 'prod', '--authorization-mode', 'RBAC,Webhook')
    expect(out).toBe(`Resources          Non-Resource URLs   Resource Names   Verbs
deployments.apps   []                  []               [get list]
deployments.apps   []                  [web]            [get update]
                   [/metrics]          []               [get]
`)
    expect(err).toContain('the list may be incomplete: webhook authorizer does not support user rule resolution')
    const bare = await ask('what-can', 'devs', '--list', '--no-headers')
    expect(bare.out.split('\n')[0]).toMatch(/^deployments\.apps /)
    expect(JSON.parse((await ask('what-can', 'devs', '--list', '-o', 'json')).out)).toMatchObject({
      kind: 'SelfSubjectRulesReview',
      status: { resourceRules: [{ verbs: ['get', 'list'] }], nonResourceRules: [{}], incomplete: false },
    })
  })

  it('asks about the requestors of files', async () => {
    const { out } = await runArguments(['what-can', 'scenario.yaml'], FILES)
    expect(out).toContain('The deputy lists pods\nUser deputy\n')
    const many = await runArguments(['what-can', 'two.ndjson', '-o', 'ndjson'], FILES)
    expect(
      many.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).superuser),
    ).toEqual([true, true])
  })

  it('refuses what it does not understand', async () => {
    expect(await ask('what-can')).toMatchObject({ status: 2, out: '' })
    expect(await ask('what-can', 'jane', 'more')).toMatchObject({ status: 2, out: '' })
    expect(await ask('what-can', 'jane', '--user', 'x')).toMatchObject({ status: 2, out: '' })
    expect(await ask('what-can', 'jane', '--list', '-A')).toMatchObject({ status: 2, out: '' })
    expect(await ask('what-can', 'jane', '--no-headers')).toMatchObject({ status: 2, out: '' })
    expect(await ask('what-can', 'ServiceAccount/bot')).toMatchObject({ status: 2, out: '' })
  })
})
