import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const POLICY = `# Who deploys what.
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: deploy, namespace: prod}
rules:
- apiGroups: [apps]   # not extensions
  resources: [deployments]
  verbs: [get, delte] # to clean up
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: deployers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: deploy}
subjects:
- {kind: ServiceAccount, name: deployer, namespace: ci}
`
const FILES = { 'rbac.yaml': POLICY }
const DELETING = ['--policy', 'rbac.yaml', '--user', 'system:serviceaccount:ci:deployer', '--', 'kubectl', 'delete']
const DEPLOYMENT = [...DELETING, 'deployment/web', '-n', 'prod']

describe('explain', () => {
  it('prints the rule that comes closest, and the changes with what they open', async () => {
    const { out, status } = await runArguments(['explain', ...DEPLOYMENT], FILES)
    expect(status).toBe(0)
    expect(out).toContain('rbac.yaml:6 comes closest: all but the verb. delte is probably meant to be delete.')
    expect(out).toContain(`What would do it:

1. Write delete for delte in rbac.yaml:8.
   Beside this, service account ci/deployer may also delete any deployments.apps in namespace prod.

2. Add Role and RoleBinding deployer-delete-deployments for service account ci/deployer in namespace prod.
   It opens nothing else.
`)
  })

  it('prints the commands that do a change, as they can be pasted', async () => {
    const { out } = await runArguments(['explain', '--commands', ...DEPLOYMENT], FILES)
    expect(out).toMatch(/It opens nothing else\.\n\nkubectl create -f - <<.*\napiVersion: /)
    expect(out).toMatch(/^kubectl patch role\/deploy -n prod /m)
    const asValues = await runArguments(['explain', '--commands', '-o', 'json', ...DEPLOYMENT], FILES)
    expect([asValues.status, asValues.err]).toEqual([
      2,
      expect.stringContaining('-o json has the commands as a field.'),
    ])
  })

  it('prints values for programs', async () => {
    const { out } = await runArguments(['explain', '-o', 'json', ...DEPLOYMENT], FILES)
    const explained = JSON.parse(out)
    expect(explained).toMatchObject({ outcome: 'forbidden', code: 403, near: [{ line: 6, role: 'Role prod/deploy' }] })
    expect(explained.near[0].misses).toMatchObject([{ dimension: 'verb', cause: 'misspelt', instead: 'delete' }])
    expect(explained.variants.map(({ kind }: { kind: string }) => kind)).toEqual(['mend', 'new-role'])
    expect(explained.variants[0].opens).toEqual([
      {
        subject: { kind: 'ServiceAccount', name: 'deployer', namespace: 'ci' },
        namespace: 'prod',
        rule: { verbs: ['delete'], apiGroups: ['apps'], resources: ['deployments'] },
      },
    ])
  })

  it('takes a stream of scenario documents, and vectors, and prints a line for each request', async () => {
    const document = (user: string) => `version: 1
title: ${user}
policy: ""
requestor: {username: ${user}}
request: {http: GET /api/v1/pods}
`
    const vector = {
      id: 'v1',
      policy: '',
      requestor: { username: 'bob' },
      requests: [{ method: 'GET', url: '/healthz' }],
    }
    const files = {
      'two.yaml': `${document('jane')}---\n${document('dana')}`,
      'one.ndjson': `${JSON.stringify(vector)}\n`,
    }
    const { out, status } = await runArguments(['explain', '-o', 'ndjson', 'two.yaml', 'one.ndjson'], files)
    expect(status).toBe(0)
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ id }) => id)).toEqual(['two.yaml:1', 'two.yaml:7', 'v1'])
    for (const { variants } of lines) expect(variants[0].kind).toBe('new-role')
  })

  it('answers the other lines of a vectors file with a line that is not understood', async () => {
    const vector = (id: string) =>
      JSON.stringify({ id, policy: '', requestor: { username: 'bob' }, requests: [{ method: 'GET', url: '/healthz' }] })
    const files = { 'v.ndjson': `${vector('a')}\n{"id": broken\n${vector('b')}\n` }
    const { out, err, status } = await runArguments(['explain', '-o', 'ndjson', 'v.ndjson'], files)
    expect(status).toBe(2)
    expect(err).toContain('v.ndjson:2: error: not JSON')
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['a', 'b'])
  })

  it('lists the changes that let a command through once, for all its requests', async () => {
    const files = { 'rbac.yaml': POLICY.replace('deployments', 'pods').replace('[apps]', '[""]') }
    const exec = [...DELETING.slice(0, -1), 'exec', 'web', '-n', 'prod', '--', 'ls']
    const { out } = await runArguments(['explain', ...exec], files)
    expect(out.match(/^403: /gm)).toHaveLength(2)
    expect(out.match(/^1\. .*/gm)).toEqual([
      '1. Add Role and RoleBinding deployer-create-pods-exec for service account ci/deployer in namespace prod.',
    ])
    expect((await runArguments(['fix', '-o', 'ndjson', ...exec], files)).status).toBe(0)
    expect(out).not.toContain('No change of the policy')
  })

  it('says where a text is not understood, and goes on with the others', async () => {
    const good = 'version: 1\ntitle: a\npolicy: ""\nrequestor: {username: jane}\nrequest: {http: GET /healthz}\n'
    const files = { 'both.yaml': `${good}---\n${good.replace('title', 'tilte')}` }
    const { out, err, status } = await runArguments(['explain', 'both.yaml'], files)
    expect(status).toBe(2)
    expect(out).toContain('403: jane may not')
    expect(err).toContain('both.yaml:8:1: error:')
  })
})

describe('fix', () => {
  it('prints the policy after the first change, or another one, with all else as it was', async () => {
    const added = await runArguments(['fix', '--variant', '2', ...DEPLOYMENT], FILES)
    expect(added.out.startsWith(POLICY)).toBe(true)
    const mended = await runArguments(['fix', ...DEPLOYMENT], FILES)
    expect(mended.status).toBe(0)
    expect(mended.out).toBe(POLICY.replace('delte', 'delete'))
    const again = await runArguments(['explain', '-o', 'json', ...DEPLOYMENT], { 'rbac.yaml': mended.out })
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'allowed', near: [], variants: [] })
  })

  it('prints a unified diff', async () => {
    const { out } = await runArguments(['fix', '--diff', ...DEPLOYMENT], FILES)
    expect(out).toContain('-  verbs: [get, delte] # to clean up\n+  verbs: [get, delete] # to clean up\n')
  })

  it('keeps the byte order mark of the file', async () => {
    const marked = `\ufeff${POLICY}`
    const run = (...flags: readonly string[]) => runArguments(['fix', ...flags, ...DEPLOYMENT], { 'rbac.yaml': marked })
    expect(Buffer.from((await run()).bytes).toString()).toBe(marked.replace('delte', 'delete'))
    const short = `\ufeff${POLICY.split('\n').slice(1).join('\n')}`
    const { bytes } = await runArguments(['fix', '--diff', '--variant', '2', ...DEPLOYMENT], { 'rbac.yaml': short })
    expect(Buffer.from(bytes).toString()).not.toContain('-\ufeff')
  })

  it('shows what hides in a file on a terminal, and prints it to the letter elsewhere', async () => {
    const files = { 'rbac.yaml': FILES['rbac.yaml'].replace('# to clean up', '# a\u202eb\r') }
    for (const as of [['--diff'], []]) {
      const args = ['fix', ...as, ...DEPLOYMENT]
      const [raw, shown] = await Promise.all([runArguments(args, files), runArguments(args, files, { terminal: true })])
      expect(raw.out).toContain('[get, delete] # a\u202eb\r\n')
      expect(shown.out).toBe(raw.out.replaceAll('\u202e', '\\u202e'))
    }
  })

  it('prints the difference of each file', async () => {
    const [role = '', binding = ''] = POLICY.split('---\n')
    const files = { 'rbac/a.yaml': role.trimEnd(), 'rbac/b.yaml': binding, 'rbac/c.yaml': '# nothing' }
    const asked = (...args: readonly string[]) =>
      runArguments(['fix', '--diff', ...args, ...DEPLOYMENT.map((one) => one.replace('rbac.yaml', 'rbac/'))], files)
    const mended = await asked()
    expect(mended.out.match(/^(?:---|\+\+\+) .*\t/gm)).toEqual(['--- rbac/a.yaml\t', '+++ rbac/a.yaml\t'])
    expect(mended.out).toContain(
      '-  verbs: [get, delte] # to clean up\n\\ No newline at end of file\n+  verbs: [get, delete]',
    )
    const added = await asked('--variant', '2')
    expect(added.out.match(/^\+\+\+ .*\t/gm)).toEqual(['+++ rbac/c.yaml\t'])
    expect(added.out).toContain('+# nothing\n+---\n')
  })

  it('prints the commands that do it on a cluster', async () => {
    const { out, status } = await runArguments(['fix', '--commands', ...DEPLOYMENT], FILES)
    expect(status).toBe(0)
    expect(out).toMatch(/^kubectl patch role\/deploy -n prod --type=json -p '.*"value":"delete".*'\n$/)
    const explained = await runArguments(['explain', '-o', 'json', ...DEPLOYMENT], FILES)
    expect(JSON.parse(explained.out).variants[0].commands).toEqual([out.trimEnd()])
    const both = await runArguments(['fix', '--commands', '--diff', ...DEPLOYMENT], FILES)
    expect([both.status, both.err]).toEqual([
      2,
      expect.stringContaining('--commands: error: --diff prints something else'),
    ])
  })

  it('says that of several requests the last is meant', async () => {
    const request = (url: string) => `{http: GET ${url}}`
    const files = {
      'two.yaml': `version: 1\ntitle: a\npolicy: ""\nrequestor: {username: jane}\nrequests: [${request('/api/v1/pods')}, ${request('/healthz')}]\n`,
    }
    const { out, err, status } = await runArguments(['fix', 'two.yaml'], files)
    expect(err).toContain('Of 2 requests, the last is allowed by the change; -o ndjson has each.')
    expect([status, out.includes('/healthz'), out.includes('pods')]).toEqual([0, true, false])
  })

  it('prints values for programs, with the changed policy', async () => {
    const { out } = await runArguments(['fix', '-o', 'ndjson', ...DEPLOYMENT], FILES)
    expect(JSON.parse(out)).toMatchObject({ fixed: true, policy: POLICY.replace('delte', 'delete') })
  })

  it('leaves the policy as it is where the request is allowed', async () => {
    const { out, err, status } = await runArguments(
      ['fix', ...DELETING.slice(0, -1), 'get', ...DEPLOYMENT.slice(-3)],
      FILES,
    )
    expect([out, status]).toEqual([POLICY, 0])
    expect(err).toContain('The request gets 200: the policy stays as it is.')
  })

  it('leaves the policy as it is where a header keeps a mode from being tried', async () => {
    const asDeployer = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: as-deployer}
rules:
- {apiGroups: [authentication.k8s.io], resources: [serviceaccounts], verbs: ["impersonate:serviceaccount"]}
- {apiGroups: [""], resources: [pods], verbs: ["impersonate-on:serviceaccount:list", list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: as-deployer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: as-deployer}
subjects: [{kind: User, name: jane}, {kind: ServiceAccount, name: deployer, namespace: prod}]
`
    const asked = ['--policy', 'rbac.yaml', '--user', 'jane', '--', 'kubectl', 'get', 'pods', '-n', 'prod']
    const as = [...asked, '--as', 'system:serviceaccount:prod:deployer', '--as-group', 'devs']
    const { out, err, status } = await runArguments(['fix', ...as], { 'rbac.yaml': asDeployer })
    expect([out, status]).toEqual([asDeployer, 0])
    expect(err).toContain(
      'The request changes, and the policy stays as it is. Send the request without Impersonate-Group.',
    )
    // The verb “impersonate” would lift the constraint that the policy has.
    const other = await runArguments(['fix', '--variant', '2', ...as], { 'rbac.yaml': asDeployer })
    expect([other.status, other.out]).toEqual([1, ''])
  })

  it('says that no change does it', async () => {
    const { err, status } = await runArguments(['fix', '--authorization-mode', 'Node', ...DEPLOYMENT], FILES)
    expect(status).toBe(1)
    expect(err).toContain('No change of the policy allows the request.')
    const asValues = await runArguments(['fix', '-o', 'json', '--authorization-mode', 'Node', ...DEPLOYMENT], FILES)
    expect([asValues.status, JSON.parse(asValues.out).fixed]).toEqual([1, false])
    expect((await runArguments(['fix', '--variant', '9', ...DEPLOYMENT], FILES)).err).toContain('There is no variant 9')
    expect((await runArguments(['fix', '--variant', 'x', ...DEPLOYMENT], FILES)).status).toBe(2)
  })
})

describe('explain of a question that no request asks', () => {
  const canI = (policy: string, ...words: readonly string[]) =>
    runArguments(
      ['explain', '--policy', 'p.yaml', '--user', 'rae', '--default-roles', '--', 'kubectl', 'auth', 'can-i', ...words],
      { 'p.yaml': policy },
    )
  const granting = (verbs: string, resource: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r, namespace: web}\nrules: [{apiGroups: [""], resources: [${resource}], verbs: [${verbs}]}]\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: r, namespace: web}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}\nsubjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: rae}]\n`

  it('answers what is meant, says how to ask it, and changes that', async () => {
    const { out } = await canI(granting('create', 'pods/exec'), 'exec', 'pods', '-n', 'web')
    expect(out).toContain(
      'No request has the verb exec. What is meant is to get pods/exec in namespace web and create pods/exec in namespace web: the answer to that is no.',
    )
    expect(out).toContain('kubectl auth can-i create pods --subresource=exec -n web')
    expect(out).toContain('1. Add get to the verbs of the rule in p.yaml:4.')
    expect(out).not.toMatch(/Add exec/)
  })

  it('says so where the review answers yes and the request is refused', async () => {
    const { out } = await canI(granting('get', 'nodes'), 'get', 'nodes', '-n', 'web')
    expect(out).toContain('Yes: rae may get nodes in namespace web.')
    expect(out).toContain(
      'what is meant is to get nodes cluster-wide: the answer to that is no. Ask: kubectl auth can-i get nodes -A.',
    )
    expect(out).toContain('1. Add ClusterRole and ClusterRoleBinding rae-get-nodes for rae cluster-wide.')
  })

  it('changes nothing where what is meant is allowed, and grants no word that is not a verb', async () => {
    const { out } = await canI(granting('get, create', 'pods/exec'), 'exec', 'pods', '-n', 'web')
    expect(out).toContain('the answer to that is yes.')
    expect(out).not.toContain('What would do it')
    const other = await canI(granting('get', 'pods'), 'frobnicate', 'pods', '-n', 'web')
    expect(other.out).toContain('No request has the verb frobnicate.')
    expect(other.out).not.toContain('Nearly')
    expect(other.out).toContain('No change of the policy allows it.')
  })

  it('says that a question about one half of constrained impersonation tests only that', async () => {
    const half = (...words: readonly string[]) => canI(granting('get', 'pods'), ...words)
    expect((await half('impersonate-on:user-info:list', 'pods', '-n', 'web')).out).toContain(
      'The review is about impersonate-on:user-info:list alone, and constrained impersonation needs a right on the identity as well. To test both, try the request with --as, or ask who-can.',
    )
    expect((await half('impersonate:user-info', 'users/jane')).out).toContain('needs a right on the action as well.')
    const granted = await canI(
      granting('"impersonate-on:user-info:list"', 'pods'),
      'impersonate-on:user-info:list',
      'pods',
      '-n',
      'web',
    )
    expect(granted.out).toMatch(/Yes: .*\n.* needs a right on the identity as well\./)
  })
})

describe('explain of a refusal in a log', () => {
  const explained = (text: string) => runArguments(['explain', '--from', 'log.txt'], { 'log.txt': text })
  const refused = (action: string) => `User "jane" cannot ${action}`

  it('names the flags of what can be added, and none where nothing is asked for', async () => {
    const { err } = await explained(refused('create projectrequests.project.openshift.io at the cluster scope'))
    expect(err).toMatch(/In OpenShift ClusterRole self-provisioner .*--admin=USER\.\n/)
    expect(err).toMatch(/kubectl auth whoami prints for this user\. The flags are --user/)
  })
})

describe('an authorizer that was not asked', () => {
  const policy = (more: readonly string[], command = 'run', modes = 'Webhook,RBAC') =>
    runArguments([command, '--policy', 'p.yaml', '--user', 'rae', '--authorization-mode', modes, ...more], {
      'p.yaml': '# nothing yet\n',
      'answers.yaml': '- answer: NoOpinion\n',
    })
  const said = 'note: The webhook is not asked: more may be allowed, or denied.\n'
  const asks = ['--request', 'GET /api/v1/pods']

  it.each(['run', 'explain', 'fix', 'who-can'])('is named by %s', async (command) => {
    expect((await policy(asks, command)).err.split(said).length).toBe(2)
  })

  it('is not named where it has answers, or is not in the chain', async () => {
    expect((await policy([...asks, '--webhook', 'answers.yaml'])).err).not.toContain('not asked')
    expect((await policy(asks, 'run', 'RBAC')).err).not.toContain('not asked')
  })
})
