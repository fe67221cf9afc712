import { describe, expect, it } from 'vitest'
import { BINDING, ROLE, runArguments } from './testing.ts'

const FILES = { 'rbac.yaml': `${ROLE}---\n${BINDING}` }

const EVENT = {
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  stage: 'ResponseComplete',
  auditID: 'a1',
  requestURI: '/api/v1/namespaces/prod/pods',
  verb: 'list',
  user: { username: 'deputy', groups: ['system:authenticated'] },
  impersonatedUser: { username: 'jane', groups: ['system:authenticated'] },
  authenticationMetadata: { impersonationConstraint: 'impersonate:user-info' },
  objectRef: { resource: 'pods', namespace: 'prod', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
}

const from = (stdin: string, ...flags: readonly string[]) =>
  runArguments(['run', '--policy', 'rbac.yaml', '--from', '-', ...flags], FILES, { stdin })

describe('run --from', () => {
  it('answers the request of an audit event with the policy, and says whether the cluster did so', async () => {
    const { status, out, err } = await from(JSON.stringify(EVENT))
    expect(status).toBe(0)
    expect(out).toContain('deputy, list pods in namespace prod, as jane')
    expect(out).toContain('200: deputy may list pods in namespace prod as jane.')
    expect(err).toBe('stdin:1: note: The cluster answered “allowed”, and so does the playground.\n')
  })

  it('answers each of several, and warns where the cluster answered something else', async () => {
    const refused = {
      ...EVENT,
      auditID: 'a2',
      requestURI: '/api/v1/nodes',
      objectRef: { resource: 'nodes' },
    }
    const { status, out, err } = await from([EVENT, refused].map((one) => JSON.stringify(one)).join('\n'))
    expect(status).toBe(0)
    expect(out).toMatch(/200: deputy may list pods[\s\S]*403: deputy may not list nodes/)
    expect(err).toContain('stdin:2: warning: The cluster answered “allowed”, the playground 403.')
  })

  it('offers no change where another authorizer denied the request', async () => {
    const refused =
      'pods is forbidden: User "kim" cannot list resource "pods" in API group "" in the namespace "prod": GKE Warden authz [denied by limits]: managed'
    const { out } = await runArguments(['explain', '--policy', 'rbac.yaml', '--from', '-'], FILES, { stdin: refused })
    expect(out).toContain('GKE Warden denied it there, whatever the roles grant.')
    expect(out).toContain('No change of the policy allows it.')
  })

  it('asks for the namespace of a refused role, where several of the policy are possible', async () => {
    const rule = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}'
    const refused = `roles.rbac.authorization.k8s.io "app" is forbidden: user "kim" (groups=["devs"]) is attempting to grant RBAC permissions not currently held:\n${rule}`
    const inNamespace = (namespace: string) =>
      `---\n${BINDING.replace('ClusterRoleBinding', 'RoleBinding').replace('{name: as-jane}', `{name: as-jane, namespace: ${namespace}}`)}`
    const elsewhere = `${ROLE}${inNamespace('lab')}${inNamespace('shop')}`
    const { status, err } = await runArguments(
      ['run', '--policy', 'rbac.yaml', '--from', '-'],
      { 'rbac.yaml': elsewhere },
      { stdin: refused },
    )
    expect(status).toBe(2)
    expect(err).toMatch(/^stdin:1: error: The text does not name the namespace of Role app/)
    expect(err).not.toContain('Expected a request line')
  })

  it('decides a message without its user for one in its place, and names who is bound where it has no more', async () => {
    const action = 'cannot list resource "secrets" in API group "" in the namespace "prod"'
    const { status, out } = await runArguments(['explain', '--policy', 'rbac.yaml', '--from', '-'], FILES, {
      stdin: `Error: ${action}`,
    })
    expect(status).toBe(0)
    expect(out).toContain('<user> may not list secrets in namespace prod')
    expect(out).toContain('--user=USER')
    const { err } = await from('pods is forbidden')
    expect(err).toContain('stdin: error: This 403 is not whole: it names pods')
    expect(err).toMatch(/stdin: error: By \w+ \S+ of the policy, .* may .*pods/)
  })

  it('notes what a message does not report, and accepts it from flags', async () => {
    const message =
      'secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" in the namespace "prod"'
    const { status, err } = await from(message)
    expect(status).toBe(0)
    expect(err).toContain('stdin:1: note: The text does not report the groups of jane.')
    expect(err).toContain('The flags are --user, --group, --uid and --extra.')
    const complete = await from(message, '--group', 'system:authenticated', '--user', 'deputy', '--as', 'jane')
    expect(complete.out).toContain('403: deputy may not list secrets in namespace prod as jane')
    expect(complete.err).not.toContain('The groups of deputy')
  })

  it('decides the one check of the impersonation filter, or the whole request where flags complete it', async () => {
    const message =
      'pods is forbidden: User "deputy" cannot impersonate-on:user-info:list resource "pods" in API group "" in the namespace "prod"'
    const without = await from(message)
    expect(without.status).toBe(0)
    expect(without.out).toContain('Yes: deputy may use impersonate-on:user-info:list on pods in namespace prod.')
    expect(without.err).toContain('The text reports one check of the impersonation filter')
    const complete = await from(message, '--as', 'jane')
    expect(complete.out).toContain('200: deputy may list pods in namespace prod as jane')
    const identity =
      'users.authentication.k8s.io "jane" is forbidden: User "deputy" cannot impersonate:user-info resource "users" in API group "authentication.k8s.io" at the cluster scope'
    const asked = await from(identity, '--request', 'GET /api/v1/namespaces/prod/pods', '--as', 'jane')
    expect(asked.out).toContain('200: deputy may list pods in namespace prod as jane')
    const command = await from(identity, '--', 'kubectl', 'get', 'pods', '-n', 'prod', '--as', 'jane')
    expect(command.out).toContain('200: deputy may list pods in namespace prod as jane')
  })

  it('decides the check of a step after authorization for the user of a flag', async () => {
    const message =
      'certificatesigningrequests.certificates.k8s.io "csr1" is forbidden: user not permitted to approve requests with signerName "a.io/s"'
    const without = await from(message)
    expect(without.status).toBe(2)
    expect(without.err).toContain('the one for a.io/s, or the one for a.io/*. To decide this check, write --user NAME')
    expect(without.err).toContain('The policy binds deputy')
    const { status, out } = await from(message, '--user', 'deputy')
    expect(status).toBe(0)
    expect(out).toContain('No: deputy may not approve signers.certificates.k8s.io named a.io/s cluster-wide')
  })

  it('decides the reviews in the log of a client, each for the user whom it names', async () => {
    const review = (fields: object) =>
      JSON.stringify({ kind: 'SubjectAccessReview', apiVersion: 'authorization.k8s.io/v1', spec: fields })
    const of = (user: string) => review({ user, resourceAttributes: { verb: 'get', resource: 'nodes' } })
    const log = `Request Body: ${of('kim')}\nRequest Body: ${of('lee')}\n`
    const { status, out, err } = await from(log)
    expect(status).toBe(0)
    expect(out).toMatch(/No: kim may not get nodes[\s\S]*No: lee may not get nodes/)
    expect(err).toMatch(/stdin:1: note: The text is the log of a client that asked this review.*stdin:2/)
    const self = log.replaceAll('SubjectAccessReview', 'SelfSubjectAccessReview').replaceAll(/"user":"\w+",/g, '')
    expect((await from(self)).err).toContain('write --user NAME')
    expect((await from(self, '--user', 'kim')).out).toContain('No: kim may not get nodes')
  })

  it.each([
    ['hello', [], /stdin: error: This is neither an audit event/],
    ['{"kind":"Status","code":404}', [], /stdin: error: This Status has the code 404/],
    [JSON.stringify(EVENT), ['--request', 'GET /x'], /--request: error: The request comes from --from/],
    [JSON.stringify(EVENT), ['--', 'kubectl', 'get', 'pods'], /--request: error: The request comes from --from/],
  ])('refuses %j with %j', async (text, flags, complaint) => {
    const { status, err } = await from(text, ...flags)
    expect(status).toBe(2)
    expect(err).toMatch(complaint)
  })
})

describe('run --from a text that says who asks', () => {
  const WHOAMI = 'ATTRIBUTE   VALUE\nUsername    dana\nGroups      [oncall system:authenticated]\n'
  const REFUSED = 'pods is forbidden: User "dana" cannot list resource "pods" in API group "" in the namespace "prod"'
  const REVIEW = `apiVersion: authentication.k8s.io/v1
kind: SelfSubjectReview
status: {userInfo: {username: dana, groups: [oncall]}}
`

  it.each([WHOAMI, REVIEW])('names the user and the missing request of %s', async (text) => {
    const { status, err } = await from(text)
    expect(status).toBe(2)
    expect(err).toContain('The text says who asks, dana, and names no request.')
    expect(err).toContain('Write --request')
  })

  it('takes the request from flags', async () => {
    const { out, err } = await from(WHOAMI, '--request', 'GET /api/v1/namespaces/prod/pods')
    expect(out).toContain('403: dana may not list pods in namespace prod')
    expect(err).not.toContain('does not report the groups')
  })

  it('takes the groups of the user for a 403 in the same text', async () => {
    const binding = BINDING.replace(
      /subjects:[\s\S]*/,
      'subjects: [{kind: Group, name: oncall, apiGroup: rbac.authorization.k8s.io}]\n',
    )
    const files = { 'rbac.yaml': `${ROLE}---\n${binding}` }
    const { out, err } = await runArguments(['run', '--policy', 'rbac.yaml', '--from', '-'], files, {
      stdin: `${WHOAMI}\n${REFUSED}\n`,
    })
    expect(err).toContain('those that are known of this user are kept')
    expect(out).toContain('dana, list pods in namespace prod')
  })

  it('asks both checks of a signer', async () => {
    const { out, err } = await from(
      'certificatesigningrequests.certificates.k8s.io "c" is forbidden: user not permitted to sign requests with signerName "a.io/b"',
      '--user',
      'bob',
    )
    expect(out).toMatch(/signers\.certificates\.k8s\.io named a\.io\/b[\s\S]*named a\.io\/\*/)
    expect(err).toContain('Either check allows')
  })

  it('plays the write of a role that grants too much', async () => {
    const { out, err } = await from(
      'clusterroles.rbac.authorization.k8s.io "web" is forbidden: user "ctl" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["apps"], Resources:["deployments"], Verbs:["get"]}',
    )
    expect(out).toContain('POST /apis/rbac.authorization.k8s.io/v1/clusterroles')
    expect(err).toContain('lists only the rules that the writer did not hold')
  })
})
