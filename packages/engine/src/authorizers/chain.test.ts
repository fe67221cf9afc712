import { describe, expect, it } from 'vitest'
import { type Attributes, attributesFor, type PlainUser, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf } from '../rights/index.ts'
import type { Authorizer } from './authorizer.ts'
import { type AuthorizationMode, authorizerChain } from './chain.ts'
import { rbac } from './rbac/rbac.ts'

const POLICY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
- {apiGroups: [""], resources: [secrets], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: readers, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects:
- {kind: Group, name: devs, apiGroup: rbac.authorization.k8s.io}
- {kind: ServiceAccount, name: ctl}
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: dangling}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gone}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: dangling, namespace: prod}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: "no\\"where"}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
`

const policy = readPolicy(POLICY)

function getting(user: PlainUser, question: Partial<Attributes> = {}): Attributes {
  return attributesFor(userInfo(user), {
    verb: 'get',
    apiVersion: 'v1',
    resource: 'secrets',
    namespace: 'prod',
    name: 'db',
    ...question,
  })
}

describe('RBAC', () => {
  const chain = authorizerChain({ rbac: rbac(rightsOf(policy)) }, ['RBAC'], '1.36')

  it('allows by the first rule that covers the review, and names binding, role and subject', () => {
    const answer = chain.authorize(getting({ username: 'jane', groups: ['devs'] }))
    expect(answer.decision).toBe('Allow')
    expect(answer.reason).toBe('RBAC: allowed by RoleBinding "readers/prod" of ClusterRole "reader" to Group "devs"')
    expect(answer.evidence?.rule?.index).toBe(1)
    expect(answer.evidence?.rule?.range.line).toBe(7)
    expect(POLICY.slice(answer.evidence?.subject?.range.start, answer.evidence?.subject?.range.end)).toContain('devs')
  })

  it('says where binding, role and subject stand, and that no aggregation brought the rule', () => {
    const { evidence } = chain.authorize(getting({ username: 'jane', groups: ['devs'] }))
    expect(evidence?.binding).toMatchObject({ kind: 'RoleBinding', name: 'readers', namespace: 'prod' })
    expect(evidence?.role).toMatchObject({ kind: 'ClusterRole', name: 'reader', namespace: '', range: { line: 2 } })
    expect(evidence?.subject).toMatchObject({ kind: 'Group', name: 'devs', namespace: '' })
    expect(evidence?.rule).not.toHaveProperty('aggregatedInto')
  })

  it('names the role that aggregation brought the rule from, and the one it was brought into', () => {
    const aggregated = readPolicy(`
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {into: whole}}
rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: whole}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {into: whole}}]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: whole}
subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
`)
    const { reason, evidence } = authorizerChain({ rbac: rbac(rightsOf(aggregated)) }, ['RBAC'], '1.36').authorize(
      getting({ username: 'jane' }),
    )
    expect(reason).toBe('RBAC: allowed by ClusterRoleBinding "b" of ClusterRole "whole" to User "jane"')
    expect(evidence?.role?.name).toBe('part')
    expect(evidence?.rule?.aggregatedInto).toBe('whole')
  })

  it('takes the RoleBinding’s namespace for a ServiceAccount subject that leaves it out', () => {
    const answer = chain.authorize(getting({ username: 'system:serviceaccount:prod:ctl' }))
    expect(answer.reason).toContain('to ServiceAccount "ctl/prod"')
    expect(chain.authorize(getting({ username: 'system:serviceaccount:dev:ctl' })).decision).toBe('NoOpinion')
  })

  it('gives nobody what a ServiceAccount subject without any namespace would get', () => {
    const text = POLICY.replace(
      'kind: RoleBinding\nmetadata: {name: readers, namespace: prod}',
      'kind: ClusterRoleBinding\nmetadata: {name: readers}',
    )
    const named = readPolicy(text.replace('name: ctl}', 'name: ctl, namespace: prod}'))
    const unnamed = {
      ...named,
      bindings: named.bindings.map((binding) => ({
        ...binding,
        subjects: binding.subjects.map((subject) => ({ ...subject, namespace: '' })),
      })),
    }
    const decision = (policy: typeof named, username: string): string =>
      authorizerChain({ rbac: rbac(rightsOf(policy)) }, ['RBAC'], '1.36').authorize(getting({ username })).decision
    expect(decision(named, 'system:serviceaccount:prod:ctl')).toBe('Allow')
    expect(decision(unnamed, 'system:serviceaccount:prod:ctl')).toBe('NoOpinion')
    expect(decision(unnamed, 'system:serviceaccount::ctl')).toBe('NoOpinion')
  })

  it('takes bindings in the order of the documents, wherever in a binding its subject stands', () => {
    const binding = (name: string, ...groups: readonly string[]): string =>
      `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: ${name}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
subjects: [${groups.map((group) => `{kind: Group, name: ${group}, apiGroup: rbac.authorization.k8s.io}`).join(', ')}]
`
    const two = readPolicy([POLICY, binding('first', 'others', 'devs'), binding('second', 'devs')].join('---\n'))
    const { evidence } = authorizerChain({ rbac: rbac(rightsOf(two)) }, ['RBAC'], '1.36').authorize(
      getting({ username: 'bob', groups: ['devs'] }, { namespace: '' }),
    )
    expect(evidence?.binding?.name).toBe('first')
  })

  it('asks RoleBindings only in the namespace of the request', () => {
    expect(chain.authorize(getting({ username: 'jane' }, { namespace: 'dev' })).decision).toBe('NoOpinion')
  })

  it('has no opinion without a rule, and gives the errors met on the way as its reason', () => {
    const answer = chain.authorize(getting({ username: 'jane' }, { resource: 'nodes' }))
    const reason =
      'RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, role.rbac.authorization.k8s.io "no\\"where" not found]'
    expect(answer).toEqual({ decision: 'NoOpinion', reason, reasons: [{ name: 'RBAC', reason }] })
    expect(chain.authorize(getting({ username: 'bob' }))).toEqual({ decision: 'NoOpinion', reason: '' })
  })
})

describe('the chain of authorizers', () => {
  const node: Authorizer = {
    authorize: ({ user, verb }) =>
      user.groups.includes('system:nodes') && verb === 'get'
        ? { decision: 'Allow', reason: '', evidence: { authorizer: 'Node' } }
        : { decision: 'NoOpinion', reason: 'not for this node' },
  }
  const n1 = { username: 'system:node:n1', groups: ['system:nodes'] }

  it('allows members of system:masters first, without a reason', () => {
    const answer = authorizerChain({ rbac: rbac(rightsOf(policy)), node }, ['Node', 'RBAC'], '1.36').authorize(
      getting({ username: 'root', groups: ['system:masters'] }),
    )
    expect(answer).toEqual({ decision: 'Allow', reason: '', evidence: { authorizer: 'system:masters' } })
  })

  it('asks the modes in their order until one allows', () => {
    const both = getting({ ...n1, groups: ['system:nodes', 'devs'] })
    const decider = (modes: readonly AuthorizationMode[]): string | undefined =>
      authorizerChain({ rbac: rbac(rightsOf(policy)), node }, modes, '1.36').authorize(both).evidence?.authorizer
    expect(decider(['Node', 'RBAC'])).toBe('Node')
    expect(decider(['RBAC', 'Node'])).toBe('RBAC')
    expect(decider(['Node'])).toBe('Node')
  })

  it('joins the reasons of those that have no opinion', () => {
    const answer = authorizerChain({ rbac: rbac(rightsOf(policy)), node }, ['Node', 'RBAC'], '1.36').authorize(
      getting({ username: 'jane' }, { verb: 'delete' }),
    )
    expect(answer.decision).toBe('NoOpinion')
    expect(answer.reason.split('\n')).toEqual([
      'not for this node',
      expect.stringMatching(/^RBAC: \[clusterrole.* not found\]$/),
    ])
  })

  it('writes the name of the authorizer before each reason from 1.37 on, and keeps that of a denial as it is', () => {
    const webhook: Authorizer = {
      authorize: ({ verb }) => ({ decision: verb === 'watch' ? 'Deny' : 'NoOpinion', reason: 'closed\nfor today' }),
    }
    const sources = { rbac: rbac(rightsOf(policy)), node, webhook }
    const chain = authorizerChain(sources, ['Node', 'RBAC', 'Webhook'], '1.37')
    const { reason, reasons } = chain.authorize(getting({ username: 'jane' }, { resource: 'nodes', verb: 'delete' }))
    expect(reason.split('\n')).toEqual([
      'node: not for this node',
      expect.stringMatching(/^rbac: RBAC: \[clusterrole.* not found\]$/),
      'default: closed',
      'for today',
    ])
    expect(reasons?.map(({ name, reason }) => `${name} ${reason.slice(0, 6)}`)).toEqual([
      'Node not fo',
      'RBAC RBAC: ',
      'Webhook closed',
    ])
    const denied = chain.authorize(getting({ username: 'bob' }, { verb: 'watch' }))
    expect(denied).toMatchObject({ decision: 'Deny', reason: 'closed\nfor today' })
  })

  it('has no Node authorizer to ask where none was given', () => {
    expect(() => authorizerChain({}, ['Node'], '1.36')).toThrow('Node authorizer')
  })
})

describe('default roles', () => {
  const defaults = readPolicy(
    `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: gone}
rules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: reader}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: everyone}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gone}
subjects: [{kind: Group, name: devs, apiGroup: rbac.authorization.k8s.io}]
`,
    { source: 'default-roles' },
  )
  const chain = authorizerChain({ rbac: rbac(rightsOf(policy, defaults)) }, ['RBAC'], '1.36')
  const nodes = { resource: 'nodes', namespace: '' }

  it('may be bound by the policy, and say where they stand', () => {
    const { reason, evidence } = chain.authorize(getting({ username: 'jane' }, nodes))
    expect(reason).toBe('RBAC: allowed by ClusterRoleBinding "dangling" of ClusterRole "gone" to User "jane"')
    expect(evidence?.binding?.range.source).toBe('policy')
    expect(evidence?.rule?.range).toMatchObject({ source: 'default-roles', line: 5 })
  })

  it('bring bindings of their own, which come after the policy’s', () => {
    const { evidence } = chain.authorize(getting({ username: 'bob', groups: ['devs'] }, nodes))
    expect(evidence?.binding).toMatchObject({ name: 'everyone', range: { source: 'default-roles' } })
    expect(chain.authorize(getting({ username: 'jane', groups: ['devs'] }, nodes)).evidence?.binding?.name).toBe(
      'dangling',
    )
  })

  it('give way to a role of the policy with the same name', () => {
    const answer = chain.authorize(getting({ username: 'x', groups: ['devs'] }, { verb: 'delete' }))
    expect(answer.decision).toBe('NoOpinion')
  })

  it('give way to a binding of the policy with the same name, role and all', () => {
    const replacing = readPolicy(`
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: everyone}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gone}
subjects: [{kind: Group, name: ops, apiGroup: rbac.authorization.k8s.io}]
`)
    const decisions = ['devs', 'ops'].map((group) => {
      const asked = getting({ username: 'bob', groups: [group] }, nodes)
      return authorizerChain({ rbac: rbac(rightsOf(replacing, defaults)) }, ['RBAC'], '1.36').authorize(asked).decision
    })
    expect(decisions).toEqual(['NoOpinion', 'Allow'])
  })

  it('do not count as missing roles', () => {
    const missing = (text: string, known?: typeof defaults) =>
      readPolicy(text, known && { defaults: known }).diagnostics.filter(({ code }) => code === 'role-not-found')
    expect(missing(POLICY)).toHaveLength(2)
    expect(missing(POLICY, defaults)).toHaveLength(1)
  })
})
