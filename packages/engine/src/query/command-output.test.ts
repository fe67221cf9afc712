import { beforeAll, describe, expect, it } from 'vitest'
import { type Decider, decider, type Scenario } from '../decide/index.ts'
import { commandOutput, outputInWords } from './command-output.ts'

const POLICY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: prod}
rules:
- {apiGroups: [""], resources: [pods, pods/log], verbs: [get, list]}
- {apiGroups: [apps], resources: [deployments], verbs: [get], resourceNames: [web]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: deputy}
rules:
- {apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"], resourceNames: [jane]}
- {apiGroups: [authorization.k8s.io], resources: [selfsubjectaccessreviews], verbs: ["impersonate-on:user-info:create"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: deputy}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: deputy}
subjects: [{kind: User, name: deputy, apiGroup: rbac.authorization.k8s.io}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: gone, namespace: lost}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: gone}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`

let decide: Decider
beforeAll(async () => {
  decide = await decider()
})

function asked(text: string, changes: Partial<Scenario> = {}) {
  const scenario: Scenario = {
    version: 2,
    policy: POLICY,
    cluster: { version: '1.36', authorizationModes: ['RBAC'], defaultRoles: true },
    design: 'constrained',
    requestor: { username: 'jane', groups: ['system:authenticated'] },
    request: { form: 'kubectl', text: `kubectl auth ${text}` },
    ...changes,
  }
  const decided = decide(scenario)
  return { decided, output: commandOutput(decided) }
}

describe('the outcome of a command that asks', () => {
  it.each([
    ['can-i get pods -n prod', 'allowed'],
    ['can-i delete pods -n prod', 'answered-no'],
    // Nothing is checked, so nobody is allowed or refused anything.
    ['can-i --list -n prod', 'answered'],
    ['whoami', 'answered'],
  ])('is, for %s, %s', (text, kind) => {
    expect(asked(text).decided.trace?.outcome.kind).toBe(kind)
  })
})

const DEPUTY = { requestor: { username: 'deputy', groups: ['system:authenticated'] } }

describe('what kubectl auth can-i prints', () => {
  it.each([
    ['can-i get pods -n prod', 'yes', 0],
    ['can-i get pods/any -n prod', 'yes', 0],
    ['can-i get pods --subresource=log -n prod', 'yes', 0],
    ['can-i get pods/web/log -n prod', 'yes', 0],
    ['can-i get pods/web --subresource=exec -n prod', 'no', 1],
    ['can-i delete pods -n prod', 'no', 1],
    ['can-i get pods -A', 'no', 1],
    ['can-i get pods', 'no', 1],
    ['can-i get deployments -n prod', 'no', 1],
    ['can-i get deploy/web -n prod', 'yes', 0],
    ['can-i get /healthz', 'yes', 0],
    ['can-i get /metrics', 'no', 1],
    ["can-i '*' '*'", 'no', 1],
    ['can-i get pods -n lost', 'no - RBAC: role.rbac.authorization.k8s.io "gone" not found', 1],
  ])('%s: %s', (text, said, status) => {
    expect(asked(text).output).toEqual({ out: `${said}\n`, err: '', status })
  })

  it('has kubectl’s warnings on standard error, and with -q nothing else', () => {
    expect(asked('can-i get nodes -q').output).toEqual({
      out: '',
      err: "Warning: resource 'nodes' is not namespace scoped\n\n",
      status: 1,
    })
    const quiet = asked('can-i get pods -n prod -q')
    expect(quiet.output).toEqual({ out: '', err: '', status: 0 })
    expect(quiet.output && outputInWords(quiet.output, { question: { kind: 'access' }, refused: false })).toBe(
      'kubectl prints nothing, and its exit status is 0.',
    )
  })

  it('is the answer about the impersonated user', () => {
    const { decided, output } = asked('can-i get pods -n prod --as jane', DEPUTY)
    expect(output).toEqual({ out: 'yes\n', err: '', status: 0 })
    expect(decided.trace?.requestor.username).toBe('jane')
    expect(decided.question?.review.trace.impersonatedUser?.username).toBe('jane')
    expect(asked('can-i delete pods -n prod --as jane', DEPUTY).output?.out).toBe('no\n')
  })

  it('is an error where the API server refuses the impersonation', () => {
    const { decided, output } = asked('can-i get pods -n prod --as bob', DEPUTY)
    expect(output).toEqual({
      out: '',
      err: 'Error from server (Forbidden): users.authentication.k8s.io "bob" is forbidden: User "deputy" cannot impersonate:user-info resource "users" in API group "authentication.k8s.io" at the cluster scope\n',
      status: 1,
    })
    expect(decided.question).toMatchObject({ shown: 'review', refused: false })
    expect(decided.trace?.outcome.code).toBe(403)
  })

  it('is the answer, with a note, where the cluster would refuse the review', () => {
    const { decided, output } = asked('can-i get pods -n prod', { requestor: { username: 'jane' } })
    expect(output?.out).toBe('yes\n')
    expect(decided.question).toMatchObject({ shown: 'answer', refused: true })
    expect(decided.request.diagnostics.map(({ code }) => code)).toEqual(['review-refused'])
  })

  it('is nothing while a flag is not understood', () => {
    const { decided, output } = asked('can-i get pods -n prod --foo')
    expect([decided.state, decided.trace, output]).toEqual(['not-decided', undefined, undefined])
  })
})

describe('what kubectl auth prints of a user', () => {
  it('is the list of its rules', () => {
    const { output } = asked('can-i --list --no-headers -n prod', {
      cluster: { version: '1.36', authorizationModes: ['RBAC'] },
      requestor: { username: 'jane' },
    })
    expect(output?.out.split('\n')).toEqual([
      'pods/log           []    []      [get list]',
      'pods               []    []      [get list]',
      'deployments.apps   []    [web]   [get]',
      '',
    ])
  })

  it('warns of an authorizer that lists no rules', () => {
    const cluster = { version: '1.36', authorizationModes: ['RBAC', 'Webhook'], defaultRoles: true } as const
    expect(asked('can-i --list -n prod', { cluster, webhook: '' }).output?.err).toBe(
      'Warning: the list may be incomplete: webhook authorizer does not support user rule resolution\n',
    )
  })

  it('is its name, UID, groups and extras', () => {
    const requestor = {
      username: 'jane',
      uid: 'u1',
      groups: ['devs', 'system:authenticated'],
      extra: { b: ['1', '2'], a: ['x'] },
    }
    expect(asked('whoami', { requestor }).output?.out).toBe(
      [
        'ATTRIBUTE   VALUE',
        'Username    jane',
        'UID         u1',
        'Groups      [devs system:authenticated]',
        'Extra: a    [x]',
        'Extra: b    [1 2]',
        '',
      ].join('\n'),
    )
    expect(asked('whoami -o yaml', { requestor }).output).toBeUndefined()
  })

  it('is kubectl’s own error where the impersonation is refused', () => {
    expect(asked('whoami --as bob').output?.err).toBe(
      'error: the selfsubjectreviews API is not enabled in the cluster or you do not have permission to call it\n',
    )
  })
})

describe('who-can', () => {
  it.each(['kubectl who-can get pods -n prod', 'authz-playground who-can get po -n prod'])(
    '%s lists subjects',
    (text) => {
      const { decided, output } = asked('', {
        request: { form: 'kubectl', text },
        cluster: { version: '1.36', authorizationModes: ['RBAC'] },
      })
      expect(output).toEqual({
        out: 'Group system:masters\n  membership in system:masters\nUser jane\n  the rule in line 6 of Role reader, bound by RoleBinding reader in line 9\n',
        err: '',
        status: 0,
      })
      expect(decided.request.request?.target).toBe('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings')
      expect(decided.question).toMatchObject({ shown: 'answer', refused: true })
    },
  )

  it('names a role that does not exist, and asks for a resource of the cluster without a namespace', () => {
    const { output } = asked('', { request: { form: 'kubectl', text: 'kubectl who-can get pods -n lost' } })
    expect(output?.out).toContain('error: role.rbac.authorization.k8s.io "gone" not found\n')
    const nodes = asked('', { request: { form: 'kubectl', text: 'kubectl who-can get nodes -n prod' } })
    expect(nodes.decided.question?.question).toMatchObject({ attributes: { resource: 'nodes', namespace: '' } })
  })
})

describe('the review that a command sends', () => {
  it('is shown in place of the answer', () => {
    const { decided } = asked('can-i get pods -n prod --as jane', { ...DEPUTY, showsReview: true })
    expect(decided.question?.shown).toBe('review')
    expect(decided.trace?.steps.flatMap(({ check }) => check?.attributes.verb ?? [])).toEqual([
      'impersonate-on:user-info:create',
      'impersonate:user-info',
      'create',
    ])
    expect(decided.design.id).toBe('constrained')
  })
})
