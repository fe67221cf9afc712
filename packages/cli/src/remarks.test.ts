import { describe, expect, it } from 'vitest'
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
      /^install\.yaml:\d+: note: 5 objects from here on do not affect decisions and were not read: 4 CustomResourceDefinition, 1 Deployment\.\n$/,
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

  it('are printed beside a script, and beside an expectation that does not hold', async () => {
    const words = ['--policy', 'install.yaml', '--user', 'deputy', ...GET]
    expect((await runArguments(['replay', ...words], FILES)).err).toContain('were not read')
    const wrong = SCENARIO_TEXT.replace(/http: \|\n.*\n.*\n/, 'kubectl: kubectl get pods --as=jane\n')
    const expecting = (code: number) => ({ 's.yaml': `${wrong}expect: [{code: ${code}}]\n` })
    const differs = await runArguments(['check', 's.yaml'], expecting(500))
    expect(differs).toMatchObject({ status: 1, err: expect.stringContaining('The command has no namespace') })
    expect(await runArguments(['check', 's.yaml'], expecting(200))).toMatchObject({ status: 0, err: '' })
  })
})

describe('a fix', () => {
  it('names the flags of the command line', async () => {
    const view = BINDING.replaceAll('name: as-jane}', 'name: view}')
    const words = ['run', '--policy', 'b.yaml', '--user', 'eve', ...GET]
    expect((await runArguments(words, { 'b.yaml': view })).err).toContain(
      'Every cluster has it from the start. Add --default-roles if its rules are to count; in a document defaultRoles: true.',
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
    const { status, out, err } = await run('rbac.yaml', '--', ...command.split(' '))
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toContain('deputy may list pods in namespace prod')
  })
})
