import { describe, expect, it } from 'vitest'
import { compiledRBAC } from '../authorizers/index.ts'
import { type Attributes, attributesFor, type PlainUser, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf } from '../rights/index.ts'
import { CEL } from './cel.ts'

const GROUP = 'rbac.authorization.k8s.io'

/** Roles of one rule each, bound to the deputy: cluster-wide, or in the namespaces that follow the rule. */
function held(...rules: readonly (readonly [rule: string, ...namespaces: readonly string[]])[]): string {
  return rules
    .flatMap(([rule, ...namespaces], i) => {
      const bindings = (namespaces.length === 0 ? [undefined] : namespaces).map(
        (namespace) => `apiVersion: ${GROUP}/v1
kind: ${namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding'}
metadata: {name: b${i}${namespace === undefined ? '' : `, namespace: ${namespace}`}}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: r${i}}
subjects: [{kind: User, apiGroup: ${GROUP}, name: deputy}]
`,
      )
      return [`apiVersion: ${GROUP}/v1\nkind: ClusterRole\nmetadata: {name: r${i}}\nrules:\n- {${rule}}\n`, ...bindings]
    })
    .join('---\n')
}

function review(name = 'jane', user: PlainUser = { username: 'deputy' }, more: Partial<Attributes> = {}): Attributes {
  return attributesFor(userInfo(user), { verb: 'impersonate', apiVersion: 'v1', resource: 'users', name, ...more })
}

function answer(policy: string, asked = review()) {
  const read = readPolicy(policy)
  expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return compiledRBAC(rightsOf(read), CEL).conditionally(asked)
}

const residual = (policy: string, asked = review()) => answer(policy, asked).conditions?.map((one) => one.condition)

const USERS =
  'apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]'
const on = (resource: string, ...verbs: readonly string[]) =>
  `apiGroups: [""], resources: [${resource}], verbs: [${verbs.map((verb) => `"impersonate-on:user-info:${verb}"`).join()}]`
const ALONE = '!has(impersonatedUser.uid) && !has(impersonatedUser.groups) && !has(impersonatedUser.extra)'

describe('rules for impersonation, compiled', () => {
  it('are one condition that a person can read', () => {
    expect(residual(held([USERS], [on('pods', 'get', 'list'), 'prod']))).toEqual([
      [
        'request.impersonation.mode == "user-info"',
        'impersonatedRequest.namespace == "prod"',
        'impersonatedRequest.verb in ["get", "list"]',
        'impersonatedRequest.apiGroup == ""',
        'impersonatedRequest.resource == "pods"',
        ALONE,
      ].join(' && '),
    ])
  })

  it('share what they have in common: a role in several namespaces, a mode beside another', () => {
    const [text] = residual(held([USERS], [on('pods', 'list'), 'prod', 'dev'])) ?? []
    expect(text).toContain('impersonatedRequest.namespace in ["prod", "dev"] && impersonatedRequest.verb == "list"')
    const all = 'apiGroups: ["*"], resources: [users], verbs: [impersonate, "impersonate:user-info"]'
    const anything = 'apiGroups: ["*"], resources: ["*"], verbs: ["impersonate-on:user-info:get"]'
    expect(residual(held([all], [anything]))).toEqual([
      `(request.impersonation.mode == "user-info" && impersonatedRequest.verb == "get" && impersonatedRequest.path == "" && ${ALONE}) || (request.impersonation.mode == "legacy" && ${ALONE})`,
    ])
  })

  it('leave out what the check settles, and what can no longer matter', () => {
    const node = 'apiGroups: [authentication.k8s.io], resources: [nodes], verbs: ["impersonate:arbitrary-node"]'
    const secrets = 'apiGroups: [""], resources: [secrets], verbs: ["impersonate-on:arbitrary-node:get"]'
    const policy = held([USERS], [on('pods', 'list')], [on('pods', 'list'), 'prod'], [node], [secrets])
    const [forJane] = residual(policy) ?? []
    expect(forJane).not.toMatch(/node|secrets|prod|username/)
    const [forNode] = residual(policy, review('system:node:n1')) ?? []
    expect(forNode).toBe(
      'request.impersonation.mode == "arbitrary-node" && impersonatedRequest.verb == "get" && impersonatedRequest.apiGroup == "" && impersonatedRequest.resource == "secrets"',
    )
    expect(answer(policy, review('bob'))).toEqual({ decision: 'NoOpinion', reason: '' })
    expect(answer(held([USERS])).decision).toBe('NoOpinion')
  })

  it('combine the requestor with the target: the node that a token is bound to', () => {
    const associated = 'apiGroups: [authentication.k8s.io], resources: [nodes], verbs: ["impersonate:associated-node"]'
    const list = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:associated-node:list"]'
    const policy = held([associated], [list]).replaceAll(
      `{kind: User, apiGroup: ${GROUP}, name: deputy}`,
      '{kind: ServiceAccount, namespace: ops, name: agent}',
    )
    const agent = (...nodes: readonly string[]) =>
      review('system:node:n1', {
        username: 'system:serviceaccount:ops:agent',
        extra: { 'authentication.kubernetes.io/node-name': nodes },
      })
    expect(residual(policy, agent('n1'))).toHaveLength(1)
    for (const nodes of [[], ['n2'], ['n1', 'n2']]) expect(answer(policy, agent(...nodes)).decision).toBe('NoOpinion')
  })

  it('say of groups, UID and extras what single checks would, and what one check for many stands for', () => {
    const also = (resources: string, names?: string) =>
      `apiGroups: ["*"], resources: [${resources}], ${names === undefined ? '' : `resourceNames: [${names}], `}verbs: ["impersonate:user-info"]`
    const [text] =
      residual(
        held(
          [USERS],
          [on('pods', 'list')],
          [also('uids', 'u1')],
          [also('groups', '"*", devs')],
          [also('userextras/acme.io/team', 'red')],
        ),
      ) ?? []
    expect(text).toContain('(!has(impersonatedUser.uid) || impersonatedUser.uid == "u1")')
    expect(text).toContain(
      '(!has(impersonatedUser.groups) || size(impersonatedUser.groups) >= 4 || impersonatedUser.groups.all(g, g in ["*", "devs"]))',
    )
    expect(text).toContain(
      '(!has(impersonatedUser.extra) || impersonatedUser.extra.all(k, impersonatedUser.extra[k].all(v, k == "acme.io/team" && v == "red")))',
    )
    const [free] = residual(held([USERS], [on('pods', 'list')], [also('uids, groups, "*"')])) ?? []
    expect(free).not.toContain('impersonatedUser')
  })

  it('count many extras as the API server does: four keys, or four values in all', () => {
    const many = 'apiGroups: ["*"], resources: ["userextras/*"], verbs: ["impersonate:user-info"]'
    const policy = readPolicy(held([USERS], [on('pods', 'list')], [many]))
    const authorizer = compiledRBAC(rightsOf(policy), CEL)
    const asked = review()
    const [condition] = authorizer.conditionally(asked).conditions ?? []
    if (condition === undefined) throw new Error('there is no condition')
    const request = { ...review(), verb: 'list', resource: 'pods', name: '' }
    for (const [sizes, allowed] of [
      [[], true],
      [[3], false],
      [[4], true],
      [[2, 1], false],
      [[2, 2], true],
      [[1, 3], true],
      [[1, 1, 1], false],
      [[1, 2, 1], true],
      [[1, 1, 1, 1], true],
    ] as const) {
      const extra = Object.fromEntries(
        sizes.map((size, i) => [`acme.io/k${i}`, Array.from({ length: size }, () => 'v')]),
      )
      const facts = { target: userInfo({ username: 'jane', extra }), request, mode: 'user-info' }
      expect(authorizer.evaluate(condition, asked, facts), sizes.join()).toBe(allowed)
    }
  })

  it('keep texts separate from the expression around them', () => {
    const name = 'a" || true || "b\\'
    const rule = `apiGroups: [""], resources: [pods], resourceNames: [${JSON.stringify(name)}], verbs: ["impersonate-on:user-info:get"]`
    const policy = readPolicy(held([USERS], [rule]))
    const authorizer = compiledRBAC(rightsOf(policy), CEL)
    const [condition] = authorizer.conditionally(review()).conditions ?? []
    if (condition === undefined) throw new Error('there is no condition')
    const came = (asked: string) =>
      authorizer.evaluate(condition, review(), {
        target: userInfo({ username: 'jane' }),
        request: { ...review(), verb: 'get', resource: 'pods', name: asked },
        mode: 'user-info',
      })
    expect([name, 'web', 'b\\'].map(came)).toEqual([true, false, false])
  })

  it('name every rule that they were made of, with its line', () => {
    const [condition] = answer(held([USERS], [on('pods', 'list'), 'prod'], [on('nothing', 'x')])).conditions ?? []
    expect(condition?.rules?.map(({ role, binding, rule }) => [role?.name, binding?.kind, rule?.range.line])).toEqual([
      ['r0', 'ClusterRoleBinding', 5],
      ['r2', 'ClusterRoleBinding', 29],
      ['r1', 'RoleBinding', 17],
    ])
  })

  it('make no condition where they do not depend on the rest', () => {
    const policy = held(['apiGroups: ["*"], resources: ["*"], verbs: ["*"]'], ['nonResourceURLs: ["*"], verbs: ["*"]'])
    expect(answer(policy)).toMatchObject({ decision: 'Allow', evidence: { role: { name: 'r0' } } })
  })
})

describe('RBAC that compiles', () => {
  const policy = held([USERS], [on('pods', 'list')], ['apiGroups: [""], resources: [users], verbs: [impersonate]'])

  it('answers questions without facts, and all other checks, as RBAC does', () => {
    const authorizer = compiledRBAC(rightsOf(readPolicy(policy)), CEL)
    expect(authorizer.authorize(review()).decision).toBe('Allow')
    for (const other of [{ verb: 'get' }, { resource: 'groups' }, { apiGroup: 'apps' }, { subresource: 'x' }]) {
      expect(authorizer.conditionally(review('jane', undefined, other)).conditions).toBeUndefined()
    }
  })

  it('allows for hundreds of rules, each in turn', () => {
    const many = Array.from({ length: 300 }, (_, i) => [on(`r${i}`, 'list')] as const)
    const authorizer = compiledRBAC(rightsOf(readPolicy(held([USERS], ...many))), CEL)
    const [condition] = authorizer.conditionally(review()).conditions ?? []
    if (condition === undefined) throw new Error('there is no condition')
    const came = (resource: string) =>
      authorizer.evaluate(condition, review(), {
        target: userInfo({ username: 'jane' }),
        request: { ...review(), verb: 'list', resource, name: '' },
        mode: 'user-info',
      })
    expect(['r0', 'r299', 'r300'].map(came)).toEqual([true, true, false])
  })
})
