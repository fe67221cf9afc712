import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decider, type Scenario } from '../../decide/index.ts'
import { readJsonTexts } from '../../yaml/index.ts'
import { type Replay, replayOf } from './replay.ts'
import { replayScript } from './script.ts'
import { isSayable } from './shell.ts'
import { runScript } from './testing.ts'

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1'
const POLICY = `${RBAC}
kind: Role
metadata: {name: lists-for-others, namespace: prod}
rules: [{apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]}]
---
${RBAC}
kind: RoleBinding
metadata: {name: deputy-lists-for-others, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: lists-for-others}
subjects: [{kind: ServiceAccount, name: deputy, namespace: ops}]
`
const DEPUTY = {
  username: 'system:serviceaccount:ops:deputy',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:ops', 'system:authenticated'],
}
const decide = await decider()

/** The documents of a manifest, as the API server reads them. */
function documentsIn(text: string): readonly unknown[] {
  const { documents, diagnostics } = readJsonTexts(text, 'document')
  expect(diagnostics).toEqual([])
  return documents.map(({ value }) => JSON.parse(JSON.stringify(value)))
}

function scenario(changes: Partial<Scenario> = {}): Scenario {
  return {
    version: 2,
    policy: POLICY,
    requestor: DEPUTY,
    request: { form: 'http', text: 'GET /api/v1/namespaces/prod/pods HTTP/1.1\nImpersonate-User: jane\n' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
    ...changes,
  }
}

function replay(changes: Partial<Scenario> = {}): Replay {
  const wanted = scenario(changes)
  const found = replayOf(decide(wanted), wanted, 'The deputy lists pods')
  if (found === undefined) throw new Error('not decided')
  return found
}

/** What a cluster says that agrees. */
function agreeing({ checks, request }: Replay) {
  const reviews = checks.map(
    ({ answer, reason }) => `${answer === 'allowed'}/${answer === 'denied' ? 'true' : ''}/${reason}.`,
  )
  const refusal = request.kind !== 'not-sent' && request.refusal !== undefined
  return { reviews, ...(refusal && { refusal: `Error from server (Forbidden): ${request.refusal}` }) }
}

const http = (text: string): Pick<Scenario, 'request'> => ({ request: { form: 'http', text } })

describe('the script of a replay', () => {
  it('creates the policy, asks each check, sends the request with a token of the service account, and agrees', () => {
    const found = replay()
    const { status, out, err, calls } = runScript(replayScript(found), agreeing(found))
    expect({ status, err }).toEqual({ status: 0, err: '' })
    expect(out).toMatch(
      /^agrees {3}1\. May service account ops\/deputy use impersonate-on:user-info:list on pods in namespace prod\?$/m,
    )
    expect(out).toMatch(/4 of 4 answers agree with the playground\.\n$/)
    expect(calls.map(({ args }) => args.slice(0, 3).join(' '))).toEqual([
      'get --raw /version',
      'get roles.rbac.authorization.k8s.io/lists-for-others --namespace=prod',
      'get rolebindings.rbac.authorization.k8s.io/deputy-lists-for-others --namespace=prod',
      'get namespaces/prod --ignore-not-found',
      'create -f -',
      'get namespaces/ops --ignore-not-found',
      'create -f -',
      'get serviceaccounts/deputy --namespace=ops',
      'create -f -',
      'apply -f -',
      'create -f -',
      'create -f -',
      'create -f -',
      'create token deputy',
      '--user=authz-playground-requestor get --raw=/api/v1/namespaces/prod/pods',
    ])
    expect(calls.at(-1)?.args).toContain('--as=jane')
    expect(documentsIn(calls[9]?.stdin ?? '')).toMatchObject([
      { kind: 'Role', metadata: { namespace: 'prod', labels: { 'authz-playground/replay': found.id } } },
      { kind: 'RoleBinding', subjects: [{ kind: 'ServiceAccount', name: 'deputy', namespace: 'ops' }] },
    ])
  })

  it('ends with 1 and says what differs, and why that may be', () => {
    const found = replay()
    const { status, out } = runScript(
      replayScript(found),
      { reviews: ['false//nobody.', 'true//somebody.', 'false//.'] },
      ['--checks-only'],
    )
    expect(status).toBe(1)
    expect(out).toContain(
      'DIFFERS  1. May service account ops/deputy use impersonate-on:user-info:list on pods in namespace prod?',
    )
    expect(out).toMatch(/expected: allowed: RBAC: allowed by RoleBinding .*\n {9}found: {4}not allowed: nobody/)
    expect(out).toContain('note     The cluster’s own roles and bindings count there too')
    expect(out).toMatch(/2 of 3 answers differ from the playground\.\n$/)
  })

  it('ends with 1 where the request is answered otherwise, and with 2 where it is not answered', () => {
    const found = replay()
    const script = replayScript(found)
    const { reviews } = agreeing(found)
    const passes = runScript(script, { reviews })
    expect([passes.status, passes.out]).toEqual([
      1,
      expect.stringMatching(/DIFFERS {2}The request\n.*expected: .*cannot impersonate/),
    ])
    const refusal = 'Error from server (Forbidden): pods is forbidden: for another reason'
    expect(runScript(script, { reviews, refusal }).status).toBe(1)
    const silent = runScript(script, { reviews, refusal: 'error: You must be logged in to the server (Unauthorized)' })
    expect([silent.status, silent.err]).toEqual([2, expect.stringContaining('Unauthorized')])
    expect(silent.err).toContain('run it again with cleanup')
  })

  it('only asks with --checks-only', () => {
    const found = replay()
    const { status, calls } = runScript(replayScript(found), agreeing(found), ['--checks-only'])
    expect(status).toBe(0)
    expect(calls.map(({ args }) => args.slice(0, 2).join(' '))).toEqual([
      'get --raw',
      'create -f',
      'create -f',
      'create -f',
    ])
    expect(calls.slice(1).map(({ stdin }) => (documentsIn(stdin)[0] as { kind: string }).kind)).toEqual([
      'SubjectAccessReview',
      'SubjectAccessReview',
      'SubjectAccessReview',
    ])
  })

  it('creates nothing where an object of that name is there and not its own', () => {
    const { status, err, calls } = runScript(replayScript(replay()), { there: 'lists-for-others=another' })
    expect(status).toBe(2)
    expect(err).toContain(
      'roles.rbac.authorization.k8s.io/lists-for-others exists already and is not part of this replay.',
    )
    expect(calls.filter(({ args }) => args[0] !== 'get')).toEqual([])
  })

  it('cleans up by its label, and nothing else', () => {
    const found = replay()
    const { status, calls } = runScript(replayScript(found), {}, ['--context', 'kind kind', 'cleanup'])
    expect(status).toBe(0)
    const label = ['-l', `authz-playground/replay=${found.id}`]
    for (const { args } of calls)
      expect(args).toEqual(expect.arrayContaining(['--context=kind kind', 'delete', ...label]))
    expect(calls.map(({ args }) => args[2])).toEqual([
      'roles.rbac.authorization.k8s.io,rolebindings.rbac.authorization.k8s.io,serviceaccounts',
      'roles.rbac.authorization.k8s.io,rolebindings.rbac.authorization.k8s.io,serviceaccounts',
      'namespaces',
    ])
  })

  it('refuses what it was not asked for', () => {
    for (const args of [['--cleanup'], ['--context'], ['--wait', '1s'], ['x']]) {
      const { status, err, calls } = runScript(replayScript(replay()), {}, args)
      expect([status, calls]).toEqual([2, []])
      expect(err).toMatch(/^Usage: /)
    }
  })

  it('says so where the cluster has another version', () => {
    const found = replay()
    const { out } = runScript(replayScript(found), { ...agreeing(found), version: 'v1.34.1-gke.5' })
    expect(out).toMatch(/^note {5}the cluster has Kubernetes v1\.34\.1-gke\.5, and the playground answered for 1\.36$/m)
  })
})

describe('the request of a replay', () => {
  it('is sent by the user who runs it, as the requestor, where it impersonates nobody', () => {
    const extra = { 'example.com/a': ["it's $HOME"] }
    const found = replay({
      ...http('GET /api/v1/namespaces/prod/pods?watch=true&limit=5 HTTP/1.1\n'),
      requestor: { username: 'jane', uid: '7', groups: ['a b'], extra },
    })
    const { status, calls } = runScript(replayScript(found), agreeing(found))
    expect(status).toBe(0)
    expect(calls.at(-1)?.args).toEqual([
      'get',
      '--raw=/api/v1/namespaces/prod/pods?watch=true&limit=5&timeoutSeconds=1',
      '--as=jane',
      '--as-uid=7',
      '--as-group=a b',
      "--as-user-extra=example.com/a=it's $HOME",
    ])
  })

  it('is sent with credentials that people bring, where a user impersonates somebody', () => {
    const found = replay({ requestor: { username: 'deputy', groups: ['ops'] } })
    expect(found.request.kind).toBe('as-given')
    const without = runScript(replayScript(found), agreeing(found))
    expect([without.status, without.out]).toEqual([
      0,
      expect.stringContaining('name the user of the kubeconfig who is the requestor'),
    ])
    const { status, calls } = runScript(replayScript(found), agreeing(found), ['--requestor', 'my deputy'])
    expect(status).toBe(0)
    expect(calls.at(-1)?.args.slice(0, 2)).toEqual(['--user=my deputy', 'get'])
    const other = replay({ requestor: { username: 'somebody-else' } })
    const { err } = runScript(replayScript(other), agreeing(other), ['--requestor=my deputy'])
    expect(err).toContain('my deputy of the kubeconfig is deputy, and the requestor is somebody-else.')
  })

  it('is sent as JSON where its body is YAML, since kubectl says of every body that it is JSON', () => {
    const line = 'POST /apis/rbac.authorization.k8s.io/v1/namespaces/prod/roles HTTP/1.1'
    const sent = (type: string, body: string) =>
      replay({ ...http(`${line}\nContent-Type: ${type}\n\n${body}`), requestor: { username: 'jane' } }).request
    expect(sent('application/yaml', 'kind: Role\nmetadata: {name: x}\nrules: []\n')).toMatchObject({
      kind: 'as-requestor',
      command: expect.stringContaining('{"kind":"Role","metadata":{"name":"x"},"rules":[]}'),
    })
    expect(sent('text/plain', '{}')).toMatchObject({ kind: 'not-sent', why: expect.stringContaining('kubectl sends') })
  })

  it.each([
    ['POST', '/apis/apps/v1/namespaces/prod/deployments', '{"kind": "Deployment"}', ['create', '-f', '-']],
    ['PUT', '/api/v1/namespaces/prod/configmaps/x?fieldManager=a', '{}', ['replace', '-f', '-']],
    ['DELETE', '/api/v1/namespaces/prod/pods/web', '{"gracePeriodSeconds": 0}', ['delete']],
    ['DELETE', '/api/v1/namespaces/prod/pods', '', ['delete']],
  ])('is a dry run where it is %s %s', (method, path, body, words) => {
    const found = replay({ ...http(`${method} ${path} HTTP/1.1\n\n${body}`), requestor: { username: 'jane' } })
    const { status, calls } = runScript(replayScript(found), agreeing(found))
    const last = calls.at(-1)
    expect([status, last?.args[0]]).toEqual([0, words[0]])
    const raw = last?.args[1]?.replace('--raw=', '')
    expect(raw).toBe(`${path}${path.includes('?') ? '&' : '?'}dryRun=All`)
    // The body of a deletion would overrule the query.
    expect(last?.stdin).toBe(words.length > 1 ? `${body}\n` : '')
  })

  it('is compared where it is authorized and its handler refuses it', () => {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'more' } }
    const body = JSON.stringify({ ...role, rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }] })
    const found = replay({
      policy: `${RBAC}
kind: ClusterRole
metadata: {name: writer}
rules: [{apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], verbs: [create]}]
---
${RBAC}
kind: ClusterRoleBinding
metadata: {name: writer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: writer}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: jane}]
`,
      requestor: { username: 'jane' },
      ...http(
        `POST /apis/rbac.authorization.k8s.io/v1/clusterroles HTTP/1.1\nContent-Type: application/json\n\n${body}`,
      ),
    })
    expect(found.request).toMatchObject({ kind: 'as-requestor', dryRun: true })
    expect(found.request).toMatchObject({ refusal: expect.stringContaining('attempting to grant RBAC permissions') })
    expect(runScript(replayScript(found), agreeing(found)).status).toBe(0)
  })

  it.each([
    ['PATCH', '/api/v1/namespaces/prod/pods/web', 'kubectl sends PATCH only to'],
    ['POST', '/api/v1/namespaces/prod/pods/web/eviction', 'a dry run of it might still change something'],
    ['DELETE', '/apis/example.com/v1/namespaces/prod/foos/x', 'a dry run of it might still change something'],
    ['GET', '/api/v1/namespaces/prod/pods/web/exec', 'a connection into a pod or node'],
    ['POST', '/healthz', 'its change cannot be tried without being made'],
    ['GET', '/api/v1/../healthz', 'would not send'],
  ])('is not sent where it is %s %s', (method, path, why) => {
    const { request } = replay({ ...http(`${method} ${path} HTTP/1.1\n`), requestor: { username: 'jane' } })
    expect(request).toEqual({ kind: 'not-sent', why: expect.stringContaining(why) })
  })
})

describe('what cannot be replayed', () => {
  it('is said: designs without code, requests before, other kinds, stored objects', () => {
    const other = replay({ design: 'proposal' })
    expect(other.request).toEqual({ kind: 'not-sent', why: 'no API server decides as this design does' })
    expect(other.limits[0]).toMatch(/^No API server decides as “.*” does\./)
    const again = replay({
      earlier: [{ request: { form: 'http', text: 'GET /healthz HTTP/1.1\n' }, requestor: DEPUTY }],
    })
    expect(again.limits).toContain(
      'The request before this one is not replayed: checks that the server remembered are made again.',
    )
    const mixed = replay({ policy: `${POLICY}---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n` })
    expect(mixed.limits).toContain('Objects that are neither roles nor bindings: Secret s.')
    expect(replayScript(mixed)).toContain('Objects that are neither roles nor bindings: Secret s.')
    const node = replay({
      policy: '',
      cluster: { version: '1.36', authorizationModes: ['Node', 'RBAC'] },
      objects:
        'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: prod}\nspec: {nodeName: n1, volumes: [{name: s, secret: {secretName: tls}}]}\n',
      ...http('GET /api/v1/namespaces/prod/secrets/tls HTTP/1.1\n'),
      requestor: { username: 'system:node:n1', groups: ['system:nodes'] },
    })
    expect(node.limits[0]).toBe('Check 1: it depends on stored objects, which are not created.')
    expect([node.checks, node.request.kind]).toEqual([[], 'not-sent'])
  })

  it('is nothing at all where the scenario is not decided', () => {
    const broken = scenario({ policy: 'kind: [' })
    expect(replayOf(decide(broken), broken, '')).toBeUndefined()
    const partly = decide(broken, { evenPartly: true })
    expect(replayOf(partly, broken, '')).toBeUndefined()
  })
})

const PIECE = fc.constantFrom(
  "'",
  '"',
  '$HOME',
  '$(touch hacked)',
  '`touch hacked`',
  '\\',
  '\n',
  '\nYAML\n',
  '\nEOF\n',
  '; exit 3;',
  '!!',
  ' ',
  '#',
  '\r',
  '\t',
  '\u001b[2J',
  '\u2028',
  '%s%n',
  '*',
  '~',
  '&& false',
  '<<',
  '}',
  "'\\''",
  'é',
  '😀',
  '-x',
  '--as=root',
  '{{',
  '\u007f',
)
const HOSTILE = fc
  .array(fc.oneof(PIECE, fc.string({ maxLength: 4, unit: 'binary' })), { minLength: 1, maxLength: 14, size: 'max' })
  .map((pieces) => pieces.join(''))
  .filter(isSayable)
const NAME = HOSTILE.map((text) => text.replace(/[/%]/g, '_')).filter((text) => text !== '.' && text !== '..')

/** JSON that YAML reads the same: to it some characters are line breaks, and fold the spaces around them. */
function inASCII(value: object): string {
  return JSON.stringify(value).replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

describe('hostile values', () => {
  it('arrive as they are, wherever they stand, and run nothing', () => {
    fc.assert(
      fc.property(HOSTILE, HOSTILE, NAME, HOSTILE, (username, group, role, title) => {
        const policy = [
          { kind: 'ClusterRole', rules: [{ apiGroups: [''], resources: ['pods'], verbs: [group, 'list'] }] },
          {
            kind: 'ClusterRoleBinding',
            roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
            subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: username }],
          },
        ].map((one) => inASCII({ apiVersion: 'rbac.authorization.k8s.io/v1', ...one, metadata: { name: role } }))
        const wanted = scenario({
          policy: policy.join('\n---\n'),
          requestor: { username, groups: [group] },
          ...http('GET /api/v1/pods HTTP/1.1\n'),
        })
        const found = replayOf(decide(wanted), wanted, title)
        fc.pre(found !== undefined)
        if (found === undefined) return
        const { status, err, calls } = runScript(replayScript(found), agreeing(found))
        expect([status, err]).toEqual([0, ''])
        const reviews = calls.filter(({ args }) => args.some((arg) => arg.includes('.status.allowed')))
        expect(reviews.map(({ stdin }) => documentsIn(stdin)[0])).toMatchObject([
          { spec: { user: username, groups: [group] } },
        ])
        expect(calls[1]?.args[1]).toBe(`clusterroles.rbac.authorization.k8s.io/${role}`)
        const applied = calls.find(({ args }) => args[0] === 'apply')
        expect(documentsIn(applied?.stdin ?? '')).toMatchObject([
          { metadata: { name: role }, rules: [{ verbs: [group, 'list'] }] },
          { roleRef: { name: role }, subjects: [{ name: username }] },
        ])
        if (found.request.kind === 'as-requestor') {
          expect(calls.at(-1)?.args).toEqual(['get', '--raw=/api/v1/pods', `--as=${username}`, `--as-group=${group}`])
        }
      }),
      // The group is the last value of the review: its line ends are the last of the document.
      { numRuns: 16, examples: [["'", '\nYAML\n\n', "'", "'"]] },
    )
  })
})
