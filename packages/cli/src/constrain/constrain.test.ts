import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { runArguments } from '../testing.ts'

const LEGACY = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: portal}
rules:
- {apiGroups: [""], resources: [users, groups], verbs: [impersonate]}
- {apiGroups: [authentication.k8s.io], resources: ["*"], verbs: [impersonate]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: portal}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: portal}
subjects: [{kind: User, name: portal, apiGroup: rbac.authorization.k8s.io}]
`

const event = (
  id: string,
  as: object,
  { uri = '/api/v1/namespaces/prod/pods', verb = 'list', constraint = '' } = {},
): string =>
  JSON.stringify({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Metadata',
    auditID: id,
    stage: 'ResponseComplete',
    requestURI: uri,
    verb,
    user: { username: 'portal', groups: ['system:authenticated'] },
    impersonatedUser: { username: 'jane', groups: ['devs', 'system:authenticated'], ...as },
    ...(constraint !== '' && { authenticationMetadata: { impersonationConstraint: constraint } }),
    responseStatus: { code: 200 },
    requestReceivedTimestamp: '2026-11-23T10:00:00.000000Z',
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  })

const JANE = event('1', {})
const GET = event('2', {}, { uri: '/api/v1/namespaces/prod/pods/web-7d9f6-x2k4q', verb: 'get' })
const SCOPES = event('3', { extra: { scopes: ['all'] } })
const FILES = {
  'rbac/portal.yaml': LEGACY,
  'audit.log': `${JANE}\n${JANE}\n${GET}\nnonsense\n`,
  'stays.log': `${JANE}\n${SCOPES}\n`,
}
const ASKED = ['--policy', 'rbac/', '--log', 'audit.log']

describe('constrain', () => {
  it('names each of two bindings of one name, and says how many rules are not listed', async () => {
    const bound = (namespace: string) =>
      `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: bots, namespace: ${namespace}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: bots}\nsubjects: [{kind: User, name: portal, apiGroup: rbac.authorization.k8s.io}]\n`
    const rules = Array.from({ length: 12 }, (_, at) => {
      return `- {apiGroups: [""], resources: [serviceaccounts], resourceNames: [bot-${at}], verbs: [impersonate]}\n`
    })
    const role = `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: bots}\nrules:\n${rules.join('')}`
    const files = { ...FILES, 'rbac/bots.yaml': role + bound('ci') + bound('prod') }
    const { out } = await runArguments(['constrain', ...ASKED], files)
    expect(out).toContain('by RoleBinding bots in namespace ci, RoleBinding bots in namespace prod')
    expect(out).toMatch(/\n {2}and \d+ more rules\n/)
  })

  it('prints what each impersonator could do, used and needs', async () => {
    const { status, out, err } = await runArguments(['constrain', ...ASKED], FILES)
    expect(status).toBe(0)
    expect(out).toContain(
      'portal could do anything as anybody; now it may get and list pods as jane, in namespace prod.',
    )
    expect(out).toContain('holds rbac/portal.yaml:5:3: ClusterRole portal, by ClusterRoleBinding portal')
    expect(out).toContain('used 2 requests, as 1 user')
    expect(out).toContain('2 different requests that passed still pass, now constrained')
    expect(err).toContain('audit.log:4: warning: The line reports no request (once).')
    expect(err).toContain('Write --open names to allow any object')
  })

  it('names every binding by which a rule is held', async () => {
    const [, binding = ''] = LEGACY.split('---\n')
    const also = binding.replace('{name: portal}', '{name: portal-too}')
    const { out } = await runArguments(['constrain', ...ASKED], { ...FILES, 'rbac/too.yaml': also })
    expect(out).toContain(': ClusterRole portal, by ClusterRoleBinding portal, ClusterRoleBinding portal-too')
  })

  it('says what each value of --open would allow', async () => {
    const { out } = await runArguments(['constrain', ...ASKED], FILES)
    expect(out).toContain(
      '  --open names: Beside this, portal may also use impersonate-on:user-info:get on pods in namespace prod.',
    )
    expect(out).not.toContain('--open uids')
    const { out: json } = await runArguments(['constrain', ...ASKED, '--open', 'names', '-o', 'json'], FILES)
    const { open } = JSON.parse(json)
    expect(open.map(({ value }: { value: string }) => value)).toEqual([
      'namespaces',
      'users',
      'groups',
      'uids',
      'extras',
    ])
    expect(open[1].allows).toEqual([
      'Beside this, portal may also use impersonate:user-info on users.authentication.k8s.io cluster-wide.',
    ])
    expect(open[3].allows).toEqual([])
  })

  it('prints rules for kubectl apply, with the lines that asked for them', async () => {
    const { out } = await runArguments(['constrain', ...ASKED, '-o', 'yaml'], FILES)
    expect(out).toMatch(/^# Whom portal may impersonate\.\napiVersion: /)
    expect(out).toContain('  # audit.log:1: list pods in namespace prod, as jane\n')
    const whole = await runArguments(['constrain', ...ASKED, '-o', 'yaml', '--whole'], FILES)
    expect(whole.out).not.toContain('verbs: [impersonate]')
    expect(whole.out.endsWith(out)).toBe(true)
  })

  it('prints rules under which the same requests pass, and a document that check holds', async () => {
    const { out } = await runArguments(['constrain', ...ASKED, '-o', 'scenario'], FILES)
    const { status, out: checked } = await runArguments(['check', 'plan.yaml'], { 'plan.yaml': out })
    expect(checked).toContain('2')
    expect(status).toBe(0)
    const gone = out.replaceAll('impersonate-on:user-info:get', 'impersonate-on:user-info:patch')
    expect((await runArguments(['check', 'plan.yaml'], { 'plan.yaml': gone })).status).toBe(1)
  })

  it('names what cannot go over, and ends with 1', async () => {
    const { status, out } = await runArguments(['constrain', '--policy', 'rbac/', '--log', 'stays.log'], FILES)
    expect(status).toBe(1)
    expect(out).toContain(
      '1 cannot go over:\n    stays.log:2: list pods in namespace prod, as jane. It asks for an extra',
    )
  })

  it('counts the bindings that every cluster has, where no flag says otherwise', async () => {
    const files = { ...FILES, 'discovery.log': `${event('4', {}, { uri: '/api', verb: 'get' })}\n` }
    const asked = ['constrain', '--policy', 'rbac/', '--log', 'discovery.log', '-o', 'scenario']
    const { out } = await runArguments(asked, files)
    // Every cluster lets everybody discover its API groups by a default binding.
    expect(out).toContain('\n  defaultRoles: true\n')
    expect((await runArguments(['check', 'plan.yaml'], { ...files, 'plan.yaml': out })).status).toBe(0)
    expect((await runArguments([...asked, '--default-roles=false'], files)).out).toContain('\n  defaultRoles: false\n')
  })

  it('opens what is asked for', async () => {
    const { out, err } = await runArguments(['constrain', ...ASKED, '-o', 'yaml', '--open', 'names,users'], FILES)
    expect(out).toContain('resources: [users]\n    verbs: [impersonate:user-info]')
    expect(err).not.toContain('--open names')
  })

  it('reads a second log, and says who falls through', async () => {
    const second = `${JANE}\n${event('4', {}, { verb: 'delete', uri: '/api/v1/namespaces/prod/pods/x' })}\n${event('5', {}, { constraint: 'impersonate:user-info' })}`
    const files = { ...FILES, 'second.log': second }
    const { status, out } = await runArguments(['constrain', ...ASKED, '--second-log', 'second.log'], files)
    expect(status).toBe(1)
    expect(out).toContain(
      'second.log:1: list pods in namespace prod, as jane. The new rules allow it; the server remembered',
    )
    expect(out).toMatch(/second\.log:2: delete pods named x in namespace prod, as jane\. .*portal-while-impersonating/)
  })

  it('prints a diff, Markdown, and JSON with all of it', async () => {
    expect((await runArguments(['constrain', ...ASKED, '-o', 'diff'], FILES)).out).toMatch(
      /^Index: .*\n=+\n--- rbac\/portal\.yaml.*\n.*\n@@[\s\S]*\n-- \{apiGroups: \[""\], resources: \[users, groups\], verbs: \[impersonate\]\}/,
    )
    expect((await runArguments(['constrain', ...ASKED, '-o', 'markdown'], FILES)).out).toContain('### The way there')
    const { out } = await runArguments(['constrain', ...ASKED, '-o', 'json'], FILES)
    expect(JSON.parse(out)).toMatchObject({
      impersonators: [
        {
          subject: { kind: 'User', name: 'portal' },
          could: 'anybody',
          modes: ['user-info'],
          requests: [{ verdict: 'moves', after: { constraint: 'impersonate:user-info' } }, { verdict: 'moves' }],
        },
      ],
      ready: { safe: false, breaks: [] },
      unread: [{ reason: 'The line reports no request', count: 1, seen: ['audit.log:4'] }],
    })
  })

  it('refuses what it does not understand', async () => {
    const says = async (...args: readonly string[]) => (await runArguments(['constrain', ...args], FILES)).err
    expect(await says('--policy', 'rbac/')).toContain('There is no log.')
    expect(await says('--log', 'audit.log')).toContain('There is no policy.')
    expect(await says(...ASKED, '--open', 'name')).toContain('Did you mean “names”?')
    expect(await says(...ASKED, '--whole')).toContain('Write -o yaml')
    expect(await says('--policy', 'rbac/', '--log', 'none.log')).toContain('none.log: error: There is no such file')
    expect(await says('--policy', 'audit.log', '--log', 'audit.log')).toContain('error')
  })
})

describe('observe and merge', () => {
  it('read logs, gzip too, and merge to what reading all gives', async () => {
    const files = {
      'a.log': `${JANE}\n${GET}`,
      'b.log.gz': gzipSync(`${GET}\n${SCOPES}\n`),
      'both/1.log': `${JANE}\n${GET}`,
      'both/2.log.gz': gzipSync(`${GET}\n${SCOPES}\n`),
    }
    const { out: a, err } = await runArguments(['observe', 'a.log'], files)
    expect(err).toContain('2 requests, 2 different; 2 of these are impersonated, by one user.')
    const { written } = await runArguments(['observe', 'b.log.gz', '--to', 'b.ndjson'], files)
    const merged = await runArguments(['merge', 'a.ndjson', 'b.ndjson'], {
      'a.ndjson': a,
      'b.ndjson': String(written['b.ndjson']),
    })
    const all = await runArguments(['observe', 'both'], files)
    const lines = (text: string) => text.split('\n').map((line) => line.replace(/"seen":\[[^\]]*\]/, ''))
    expect(lines(merged.out)).toEqual(lines(all.out))
  })

  it('read standard input, and say what could not be read', async () => {
    const { status, out, err } = await runArguments(['observe', '-', '--strict'], {}, { stdin: `${JANE}\nx\n` })
    expect(out.split('\n')).toHaveLength(4)
    expect(err).toContain('stdin:2: warning: The line reports no request (once).')
    expect(status).toBe(2)
    expect((await runArguments(['observe', '-'], {}, { stdin: 'x\n' })).status).toBe(2)
  })

  it('keep what came before the damage of a gzip stream', async () => {
    const text = Array.from({ length: 200 }, (_, at) => event(String(at), { username: `user-${at * 7919}` })).join('\n')
    const cut = gzipSync(text)
    const { out, err } = await runArguments(['observe', 'cut.gz'], { 'cut.gz': cut.subarray(0, cut.length - 20) })
    expect(err).toContain('cut.gz: warning: The gzip stream is damaged or cut; what came before is read')
    expect(out).toContain('user-0"')
  })

  it('refuse other compressions, with the way to read them', async () => {
    const zstd = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3])
    const { status, err } = await runArguments(['observe', 'a.zst'], { 'a.zst': zstd })
    expect(err).toContain('Pipe it through zstd -dc, with - as the file.')
    expect(status).toBe(2)
  })

  it('take scenario documents and vectors for their requests', async () => {
    const scenario = `version: 1\nrequestor: {username: portal}\nrequests:\n- http: "GET /api/v1/pods HTTP/1.1\\nImpersonate-User: jane"\n- kubectl: kubectl get pods,services -n prod --as dana\npolicy: ""\n`
    const vector = {
      id: 'v',
      policy: '',
      requestor: { username: 'ctl' },
      requests: [{ method: 'GET', url: '/metrics' }],
    }
    const { out } = await runArguments(['observe', 's.yaml', 'v.ndjson'], {
      's.yaml': scenario,
      'v.ndjson': JSON.stringify(vector),
    })
    const rows = out
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line))
    expect(
      rows.map(({ user, as, verb, resource, path, answer }) =>
        [user, as?.user, verb, resource ?? path, answer].join(' '),
      ),
    ).toEqual([
      'ctl  get /metrics unknown',
      'portal dana list pods unknown',
      'portal dana list services unknown',
      'portal jane list pods unknown',
    ])
  })
})
