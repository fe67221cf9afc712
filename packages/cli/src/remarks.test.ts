import { describe, expect, it } from 'vitest'
import { SARIF, violations } from './lint/sarif-schema.ts'
import { BINDING, ROLE, runArguments, SCENARIO_TEXT } from './testing.ts'

const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n'
const KUBECONFIG = 'apiVersion: v1\nkind: Config\nclusters: []\n'
const CRDS = Array.from(
  { length: 4 },
  (_, index) => `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: c${index}}\n`,
)
const FILES = {
  'rbac.yaml': `${ROLE}---\n${BINDING}`,
  'install.yaml': [ROLE, BINDING, DEPLOYMENT, ...CRDS].join('---\n'),
  'deploy.yaml': DEPLOYMENT,
  'empty.yaml': '',
  'config.yaml': KUBECONFIG,
  'scenario.yaml': SCENARIO_TEXT,
}

const run = (policy: string, ...more: readonly string[]) =>
  runArguments(['run', '--policy', policy, '--user', 'deputy', ...more], FILES)
const GET = ['--request', 'GET /healthz'] as const

describe('notes', () => {
  it('are printed after warnings, and leave the exit status', async () => {
    const { status, err, out } = await run('rbac.yaml', '--', 'kubectl', 'exec', 'web-0', '--', 'sh')
    expect(status).toBe(0)
    expect(out).toContain('403: deputy may not get pods named web-0')
    expect(err).toMatch(/command:1:1: note: kubectl sends 3 requests .*\n {2}Error from server/)
    expect(err).toMatch(/^command:1:\d+: note: .*POST/m)
    expect(err).toMatch(/^command:1:\d+: note: The command has no namespace/m)
  })

  it('are in JSON, YAML and Markdown too', async () => {
    const kubectl = ['--', 'kubectl', 'get', 'pods'] as const
    const json = JSON.parse((await run('rbac.yaml', '-o', 'json', ...kubectl)).out)
    expect(json.diagnostics).toEqual([
      {
        severity: 'note',
        at: 'command:1:9',
        message:
          'The command has no namespace: kubectl uses that of the kubeconfig’s context, the playground uses default.',
        fix: '-n default',
      },
    ])
    expect((await run('rbac.yaml', '-o', 'yaml', ...kubectl)).out).toContain('diagnostics:\n')
    expect((await run('rbac.yaml', '-o', 'markdown', ...kubectl)).out).toMatch(
      /\n\n- `command:1:9`: \*\*note\*\*: The command has no namespace: .* Write: -n default\n$/,
    )
  })

  it('are not in the answer where there are none', async () => {
    expect(JSON.parse((await run('rbac.yaml', '-o', 'json', ...GET)).out)).not.toHaveProperty('diagnostics')
  })

  it('count objects of other kinds where there are many', async () => {
    const { err } = await run('install.yaml', ...GET)
    expect(err).toMatch(
      /^install\.yaml:\d+: note: 5 objects from here on grant nothing in RBAC and were not read: 4 CustomResourceDefinition, 1 Deployment\.\n$/,
    )
  })

  it('are printed once for all requests of an audit log', async () => {
    const log =
      'Error from server (Forbidden): pods is forbidden: User "deputy" cannot list resource "pods" in API group "" at the cluster scope\n'
    const { err } = await runArguments(['run', '--policy', 'install.yaml', '--from', '-'], FILES, { stdin: log + log })
    expect(err.match(/were not read/g)).toHaveLength(1)
  })

  it('are not printed beside a picture', async () => {
    const text = SCENARIO_TEXT.replace(/http: \|\n.*\n.*\n/, 'kubectl: kubectl get pods --as=jane\n')
    const { status, err } = await runArguments(['render', 's.yaml'], { 's.yaml': text })
    expect({ status, err }).toEqual({ status: 0, err: '' })
  })

  it('are printed beside a script, and beside an expectation, whether it holds or not', async () => {
    const words = ['--policy', 'install.yaml', '--user', 'deputy', ...GET]
    expect((await runArguments(['replay', ...words], FILES)).err).toContain('were not read')
    const wrong = SCENARIO_TEXT.replace(/http: \|\n.*\n.*\n/, 'kubectl: kubectl get pods --as=jane\n')
    const expecting = (code: number) => ({ 's.yaml': `${wrong}expect: [{code: ${code}}]\n` })
    const differs = await runArguments(['check', 's.yaml'], expecting(500))
    expect(differs).toMatchObject({ status: 1, err: expect.stringContaining('The command has no namespace') })
    const holds = await runArguments(['check', 's.yaml'], expecting(200))
    expect(holds).toMatchObject({ status: 0, err: expect.stringContaining('The command has no namespace') })
  })
})

/** A 403 of a cluster about a request that the policy allows. */
const DENIED =
  'pipelines.tekton.dev is forbidden: User "system:serviceaccount:my-account:default" cannot deletecollection resource "pipelines" in API group "tekton.dev" in the namespace "my-namespace"\n'
const PIPELINES = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: my-role, namespace: my-namespace}
rules:
- {apiGroups: [tekton.dev], resources: [pipelines], verbs: [deletecollection]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: my-role-binding, namespace: my-namespace}
subjects: [{kind: User, name: "system:serviceaccount:my-account:default"}]
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: my-role}
`
const AGAINST_CLUSTER = 'The cluster answered 403, the playground “allowed”.'

describe('what there is to say beside an answer', () => {
  const files = {
    'policy.yaml': PIPELINES,
    '403.txt': DENIED,
    'role.yaml': ROLE,
    'install.yaml': FILES['install.yaml'],
  }
  const from = (command: string, ...more: readonly string[]) =>
    runArguments([command, '--policy', 'policy.yaml', '--from', '403.txt', ...more], files)

  it.each(['run', 'explain', 'fix', 'who-can', 'what-can'])(
    'is printed by %s, as text and in its value',
    async (command) => {
      const { err, status } = await from(command)
      expect([status, err]).toEqual([0, expect.stringContaining(`403.txt:1: warning: ${AGAINST_CLUSTER}`)])
      const asValue = await from(command, '-o', 'json')
      expect(asValue.err).toBe(err.replace(/^.*the policy stays as it is\.\n/m, ''))
      const { diagnostics } = JSON.parse(asValue.out)
      expect(diagnostics[0]).toMatchObject({ severity: 'note', at: '403.txt:1' })
      expect(diagnostics).toContainEqual({
        severity: 'warning',
        at: '403.txt:1',
        message: expect.stringContaining(AGAINST_CLUSTER),
      })
    },
  )

  it('is without notes by -q, in every format, and with warnings', async () => {
    const { err, out } = await from('explain', '-q', '-o', 'json')
    expect(err).toMatch(/^403\.txt:1: warning: .*\n$/)
    expect(JSON.parse(out).diagnostics).toHaveLength(1)
    const markdown = await from('run', '--quiet', '-o', 'markdown')
    expect(markdown.out.match(/\*\*(?:warning|note)\*\*/g)).toEqual(['**warning**'])
  })

  it('is one line with a count and its places where many lines are equal', async () => {
    const policy = PIPELINES.replaceAll(/(kind: )(?=Role)/g, '$1Cluster')
      .replaceAll(', namespace: my-namespace', '')
      .replace(
        '{kind: User, name: "system:serviceaccount:my-account:default"}',
        '{kind: Group, name: system:serviceaccounts}',
      )
      .replace('kind: Role,', 'kind: ClusterRole,')
    const denied = Array.from({ length: 61 }, (_, at) => DENIED.replace('"my-namespace"', `"my-namespace-${at}"`))
    const { err, out } = await runArguments(
      ['explain', '--policy', 'policy.yaml', '--from', '-', '-o', 'ndjson'],
      { ...files, 'policy.yaml': policy },
      { stdin: denied.join('\n') },
    )
    const lines = err.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^stdin:1: warning: The cluster answered 403.* \(61 times; also stdin:3, stdin:5, …\)$/)
    expect(new Set(lines.map((line) => /\(61 times/.test(line)))).toEqual(new Set([true]))
    // Each answer is a value of its own, and has its own place.
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).diagnostics.at(-1).at),
    ).toContain('stdin:121')
  })

  it('is in the Markdown and the values of comparisons and plans', async () => {
    const compared = (form: string) => runArguments(['diff', 'role.yaml', 'install.yaml', '-o', form], files)
    const unread = '5 objects from here on grant nothing in RBAC and were not read'
    expect((await compared('text')).err).toContain(unread)
    expect((await compared('markdown')).out).toContain(`**note**: ${unread}`)
    expect(JSON.parse((await compared('json')).out).diagnostics).toMatchObject([{ severity: 'note' }])
    const log = {
      'log.txt':
        'Error from server (Forbidden): pods is forbidden: User "eve" cannot list resource "pods" in API group "" at the cluster scope\n',
    }
    const planned = (form: string) =>
      runArguments(['constrain', '--policy', 'install.yaml', '--log', 'log.txt', '-o', form], { ...files, ...log })
    expect((await planned('markdown')).out).toContain(`**note**: ${unread}`)
    expect(JSON.parse((await planned('json')).out).diagnostics).toMatchObject([
      { severity: 'note' },
      { severity: 'warning' },
    ])
    const become = await runArguments(['whom-can', 'jane', '--policy', 'install.yaml', '-o', 'json'], files)
    expect(JSON.parse(become.out).diagnostics[0].message).toContain(unread)
  })

  it('is in TAP as comments, and in JUnit as what a suite wrote', async () => {
    const goals = { ...files, 'goals.yaml': 'version: 1\ngoals: [deputy can list pods anywhere]\n' }
    const checked = (form: string) =>
      runArguments(['check', 'goals.yaml', '--policy', 'install.yaml', '-o', form], goals)
    expect((await checked('tap')).out).toMatch(/^# install\.yaml:\d+: note: 5 objects from here on .*$/m)
    expect((await checked('junit')).out).toMatch(
      /<system-err>install\.yaml:\d+: note: 5 objects from here on .*<\/system-err>/,
    )
  })

  it('is what the lint has not read', async () => {
    const linted = (...words: readonly string[]) =>
      runArguments(['lint', ...words], { ...FILES, 'all/a.yaml': DEPLOYMENT })
    const { err, status } = await linted('install.yaml')
    expect([status, err]).toEqual([0, expect.stringContaining('note: 5 objects from here on')])
    expect((await linted('all/', '-q')).err).toBe(
      'all/a.yaml:2: warning: This policy has no roles and no bindings. Not read: 1 Deployment. Name the files with Role, ClusterRole, RoleBinding and ClusterRoleBinding.\n',
    )
    expect((await linted('scenario.yaml')).err).toBe('')
    expect((await linted('empty.yaml')).err).toMatch(/^empty\.yaml: warning: This policy is empty/)
    expect(JSON.parse((await linted('install.yaml', '-o', 'json')).out).diagnostics).toMatchObject([
      { severity: 'note' },
    ])
    expect((await linted('install.yaml', '-o', 'junit')).out).toContain('<system-err>install.yaml:')
    const sarif = JSON.parse((await linted('install.yaml', '-o', 'sarif')).out)
    expect(violations(sarif, SARIF)).toEqual([])
    expect(sarif.runs[0].invocations).toMatchObject([
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          { level: 'note', locations: [{ physicalLocation: { artifactLocation: { uri: 'install.yaml' } } }] },
        ],
      },
    ])
  })
})

describe('a fix', () => {
  it('names the flags of the command line', async () => {
    const view = BINDING.replaceAll('name: as-jane}', 'name: view}')
    const words = ['run', '--policy', 'b.yaml', '--user', 'eve', '--default-roles=false', ...GET]
    expect((await runArguments(words, { 'b.yaml': view })).err).toContain(
      'Every cluster has it from the start. To let it count, leave out --default-roles=false, and defaultRoles: false in a document; documents of version 1 mean that without it.',
    )
    const kubectl = ['--design', 'fine-grained', '--', 'kubectl', 'edit', 'pod', 'web', '-n', 'prod']
    expect((await run('rbac.yaml', ...kubectl)).err).toContain('write --request and --body FILE')
    const token = ['--', 'kubectl', 'get', 'pods', '-n', 'prod', '--token=abc'] as const
    expect((await run('rbac.yaml', ...token)).err).toContain('Name the requestor by --user and --group;')
  })
})

describe('a policy without roles and bindings', () => {
  it.each([
    ['deploy.yaml', 'This policy has no roles and no bindings. Not read: 1 Deployment.'],
    ['config.yaml', 'This policy has no roles and no bindings. Not read: 1 Config.'],
    ['empty.yaml', 'This policy is empty: it has no roles and no bindings.'],
  ])('is warned of: %s', async (file, message) => {
    const { status, err } = await run(file, ...GET)
    expect(status).toBe(0)
    expect(err).toBe(
      `${file}: warning: ${message} Name the files with Role, ClusterRole, RoleBinding and ClusterRoleBinding.\n`,
    )
  })

  it('is not one whose only role is refused', async () => {
    const refused = `${ROLE.split('rules:')[0]}rules: [{verbs: [], apiGroups: [""], resources: [pods]}]\n`
    const { status, err } = await runArguments(['lint', 'role.yaml'], { 'role.yaml': refused })
    expect([status, err]).toEqual([2, ''])
  })

  it('is warned of on standard input', async () => {
    const words = ['run', '--policy', '-', '--user', 'eve', ...GET]
    expect((await runArguments(words, {}, { stdin: DEPLOYMENT })).err).toContain(
      'stdin: warning: This policy has no roles',
    )
  })

  it('is warned of in a document that has other objects', async () => {
    const text = SCENARIO_TEXT.replace(/policy: \|\n[\s\S]*/, `policy: |\n${DEPLOYMENT.replace(/^/gm, '  ')}`)
    const { err } = await runArguments(['run', 's.yaml'], { 's.yaml': text })
    expect(err).toMatch(/^s\.yaml:\d+: warning: This policy has no roles and no bindings\. Not read: 1 Deployment\./)
  })

  it('is no mistake where nobody names a policy', async () => {
    const { err } = await runArguments(['run', '--user', 'eve', '--request', 'GET /healthz'])
    expect(err).toBe('')
  })

  it('is no mistake beside a file with roles', async () => {
    expect((await run('rbac.yaml,deploy.yaml', ...GET)).err).not.toContain('warning')
  })
})

describe('a command after --', () => {
  it.each([
    ['k get pods -n prod'],
    ['sudo kubectl get pods -n prod'],
    ['KUBECONFIG=/home/me/config kubectl get pods -n prod'],
    ['/usr/local/bin/kubectl get pods -n prod'],
    ['sudo curl https://localhost:6443/api/v1/namespaces/prod/pods?limit=500'],
  ])('is understood as a person types it: %s', async (command) => {
    const { status, out, err } = await run('rbac.yaml', '--quiet', '--', ...command.split(' '))
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('deputy may list pods in namespace prod')
  })

  it('has notes on what it does where it is run', async () => {
    const { status, err } = await run('rbac.yaml', '--', ...'/e/kubectl get pods -n prod --cache-dir d'.split(' '))
    expect(status).toBe(0)
    expect(err).toMatch(/note: Where this command is run, "\/e\/kubectl" is the program, which may be any other\./)
    expect(err).toMatch(/note: Where this command is run, --cache-dir writes files into "d"\./)
  })
})
