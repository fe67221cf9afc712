import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicies, lintPolicy } from '../index.ts'
import { binding, codes, found, JANE, mended, role } from '../testing.ts'

const USERS = 'apiGroups: [""], resources: [users, serviceaccounts, groups], verbs: [impersonate]'

describe('impersonation that is granted in a namespace', () => {
  const inNamespace = (text: string) => found(text).filter(([code]) => code === 'identity-in-role')

  it('is reported for each resource that is checked without one, in a Role and where RoleBindings alone bind a ClusterRole', () => {
    const both = [
      ['identity-in-role', 'users'],
      ['identity-in-role', 'groups'],
    ]
    expect(inNamespace(role([USERS], { kind: 'Role' }))).toEqual(both)
    expect(inNamespace([role([USERS]), binding(JANE, { kind: 'RoleBinding' })].join('---\n'))).toEqual(both)
  })

  it.each([
    ['bound in the cluster', [role([USERS]), binding(JANE)]],
    ['bound in both ways', [role([USERS]), binding(JANE), binding(JANE, { kind: 'RoleBinding', name: 'c' })]],
    ['bound by nobody here', [role([USERS])]],
    [
      'a part of an aggregated role',
      [
        role([USERS], { more: ', labels: {rbac.authorization.k8s.io/aggregate-to-admin: "true"}' }),
        binding(JANE, { kind: 'RoleBinding' }),
      ],
    ],
    [
      'one whose rules are replaced by those that it selects',
      [
        role([USERS]).replace(
          'rules:',
          'aggregationRule: {clusterRoleSelectors: [{matchLabels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}}]}\nrules:',
        ),
        binding(JANE, { kind: 'RoleBinding' }),
      ],
    ],
  ])('is not, where the ClusterRole is %s', (_, objects) => {
    expect(inNamespace(objects.join('---\n'))).toEqual([])
  })

  it('is not, where another text of the run binds the ClusterRole in the cluster', () => {
    const one = readPolicy([role([USERS]), binding(JANE, { kind: 'RoleBinding' })].join('---\n'))
    const [findings] = lintPolicies([one, readPolicy(binding(JANE, { name: 'c' }))])
    expect(findings?.map(({ code }) => code)).not.toContain('identity-in-role')
  })

  it('is not called a way to the rights of any user, which it is in the whole cluster', () => {
    const said = (text: string) =>
      lintPolicy(readPolicy(text)).flatMap(({ code, message }) => (code === 'grants-escalation' ? [message] : []))
    expect(said([role([USERS]), binding(JANE, { kind: 'RoleBinding' })].join('---\n'))).toEqual([
      'This rule is a way to more privileges: it allows acting as any service account in namespace “prod”.',
    ])
    expect(said([role([USERS]), binding(JANE)].join('---\n'))).toEqual([
      'This rule is a way to more privileges: it allows acting as any user, acting with any group and acting as any service account.',
    ])
  })
})

describe('an extra', () => {
  it.each([
    ['userextras', 'impersonate', ['extra-without-key']],
    ['userextras', 'impersonate:user-info', ['extra-without-key']],
    ['userextras/example.com/team', 'impersonate', []],
    ['"*"', 'impersonate', []],
  ])('is asked for by its key: %s with %s', (resource, verb, expected) => {
    const rule = `apiGroups: [authentication.k8s.io], resources: [${resource}], resourceNames: [a], verbs: ["${verb}"]`
    expect(codes(role([rule])).filter((code) => code === 'extra-without-key')).toEqual(expected)
  })

  const named = (resources: string, verb: string) =>
    role([`apiGroups: [authentication.k8s.io], resources: [${resources}], resourceNames: [a], verbs: ["${verb}"]`])

  it.each([
    ['userextras/sessionName', 'impersonate', 'userextras/sessionname'],
    ['userextras/example.com%2Fteam', 'impersonate', 'userextras/example.com/team'],
    ['userextras/example.com%2fteam', 'impersonate:user-info', 'userextras/example.com/team'],
  ])('is asked for in lower case and decoded: %s with %s', (written, verb, read) => {
    const text = named(written, verb)
    expect(found(text)).toContainEqual(['extra-key-spelling', written])
    expect(mended(text)).toBe(named(read, verb))
  })

  it('is not said to be one key in two spellings where no mode takes it, or it is read as it is written', () => {
    for (const [resources, verb] of [
      ['userextras/Team', 'impersonate:user-info'],
      ['userextras/example.com/team', 'impersonate'],
      ['userextras/50%', 'impersonate'],
      ['userextras/Team', 'get'],
    ] as const) {
      expect(codes(named(resources, verb))).not.toContain('extra-key-spelling')
    }
  })
})

describe('users and groups, which Kubernetes does not store', () => {
  const notStored = (...rules: readonly string[]) =>
    found(role(rules)).flatMap(([code, at]) => (code === 'identity-not-stored' ? [at] : []))

  it.each([
    ['apiGroups: [""], resources: [users, groups, serviceaccounts], verbs: [get]', 'users'],
    ['apiGroups: [""], resources: [pods, users], verbs: ["impersonate-on:user-info:list"]', 'users'],
    ['apiGroups: [authentication.k8s.io], resources: [uids], verbs: [list]', 'uids'],
    ['apiGroups: [""], resources: [users], verbs: [get, impersonate]', 'get'],
  ])('have no requests: {%s}', (rule, at) => {
    expect(notStored(rule)).toEqual([at])
  })

  it.each([
    'apiGroups: [""], resources: [users], verbs: [impersonate]',
    'apiGroups: [""], resources: [users], verbs: ["*", get]',
    'apiGroups: [""], resources: [nodes, serviceaccounts], verbs: [get]',
    'apiGroups: ["", user.openshift.io], resources: [users], verbs: [get]',
    'apiGroups: [iam.example.com], resources: [users], verbs: [get]',
    'apiGroups: [""], resources: [users], verbs: ["impersonate-on:logs:get"]',
  ])('are not reported in {%s}', (rule) => {
    expect(notStored(rule)).toEqual([])
  })

  it('are not reported in a role that names the group of OpenShift', () => {
    const rule = (group: string) => `apiGroups: [${group}], resources: [users], verbs: [get]`
    expect(notStored(rule('""'), rule('user.openshift.io'))).toEqual([])
  })
})
