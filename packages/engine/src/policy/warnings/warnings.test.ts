import { describe, expect, it } from 'vitest'
import { defaultRoles } from '../../cluster/index.ts'
import { KUBERNETES_VERSIONS } from '../../kube/index.ts'
import { readPolicy } from '../read/read-policy.ts'
import { isDefaultRole } from './default-role-names.ts'

function ruleText(rule: string, kind = 'ClusterRole'): string {
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata: {name: r}\nrules:\n- {${rule}}\n`
}

/** Codes and the texts that they point at; nothing here may keep a policy from being decided. */
function hintsIn(text: string): readonly (readonly [string, string])[] {
  const { diagnostics } = readPolicy(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.map(({ code, range }) => [code, text.slice(range.start, range.end)])
}

describe('rules that match nothing', () => {
  it.each(['impersonate-on:*', 'impersonate:*', 'impersonate-on:user-info:*', 'get*'])('the verb %s', (verb) => {
    expect(hintsIn(ruleText(`apiGroups: [""], resources: [pods], verbs: ["${verb}"]`))).toEqual([
      ['partial-wildcard-verb', `"${verb}"`],
    ])
  })

  it.each(['pods/*', 'po*', '*/*'])('the resource %s', (resource) => {
    expect(hintsIn(ruleText(`apiGroups: [""], resources: ["${resource}"], verbs: [get]`))).toEqual([
      ['partial-wildcard-resource', `"${resource}"`],
    ])
  })

  it.each(['core', 'v1', 'apps/v1', '*.k8s.io'])('the API group %s', (group) => {
    expect(hintsIn(ruleText(`apiGroups: ["${group}"], resources: [pods], verbs: [get]`))).toEqual([
      ['unlikely-api-group', `"${group}"`],
    ])
  })

  it.each(['healthz', '/api/*/x'])('the URL %s', (url) => {
    expect(hintsIn(ruleText(`nonResourceURLs: ["${url}"], verbs: [get]`))).toEqual([['unlikely-url', `"${url}"`]])
  })

  it('resource names with wildcards, which are only names', () => {
    const rule = 'apiGroups: [""], resources: [pods], resourceNames: ["*", "a-*"], verbs: [get]'
    expect(hintsIn(ruleText(rule)).map(([code]) => code)).toEqual(['literal-name-wildcard', 'literal-name-wildcard'])
  })
})

describe('wildcards that do match', () => {
  it.each([
    'apiGroups: ["*"], resources: ["*", "*/scale", "userextras/*"], verbs: ["*"]',
    'nonResourceURLs: ["*", "/healthz/*"], verbs: [get]',
    // Signers are asked for as <domain>/* too; other API servers may ask for any name.
    'apiGroups: [certificates.k8s.io], resources: [signers], resourceNames: ["example.com/*"], verbs: [approve]',
    'apiGroups: [projectcalico.org], resources: [tier.networkpolicies], resourceNames: ["calico-system.*"], verbs: [get]',
    // The name * is what impersonation asks for, of the node that a token is bound to.
    'apiGroups: [authentication.k8s.io], resources: [nodes], resourceNames: ["*"], verbs: ["impersonate:associated-node"]',
  ])('%s', (rule) => {
    expect(hintsIn(ruleText(rule))).toEqual([])
  })
})

describe('impersonation', () => {
  it('notes the API group as KEP-5284 spells it', () => {
    const rule = 'apiGroups: [authentications.k8s.io], resources: [users], verbs: ["impersonate:user-info"]'
    expect(readPolicy(ruleText(rule)).diagnostics).toMatchObject([
      {
        severity: 'note',
        code: 'kep-api-group',
        fix: 'Write "authentication.k8s.io"; keep this only for a design that is read as the text was under review.',
      },
    ])
  })

  it.each([
    ['""', 'users', 'impersonate:user-info'],
    ['authentication.k8s.io', 'users', 'impersonate'],
    ['""', 'userextras/scopes', 'impersonate'],
  ])('warns of a group that is not asked: %s for %s with %s', (group, resource, verb) => {
    expect(hintsIn(ruleText(`apiGroups: [${group}], resources: [${resource}], verbs: ["${verb}"]`))).toEqual([
      ['identity-api-group', group],
    ])
  })

  it('warns of each identity in the wrong group of a rule with several, and of the extras that the older verb never asks', () => {
    const resources = '[users, groups, serviceaccounts, "userextras/*"]'
    expect(hintsIn(ruleText(`apiGroups: [""], resources: ${resources}, verbs: [impersonate]`))).toEqual([
      ['partial-wildcard-resource', '"userextras/*"'],
      ['identity-api-group', '"userextras/*"'],
    ])
    const both = 'apiGroups: ["", authentication.k8s.io], resources: [users, userextras/scopes], verbs: [impersonate]'
    expect(hintsIn(ruleText(both))).toEqual([])
  })

  it.each([
    ['authentication.k8s.io', 'users', 'impersonate:user-info'],
    ['""', 'users', 'impersonate'],
    ['authentication.k8s.io', 'userextras/scopes', 'impersonate'],
    ['"*"', 'users', 'impersonate:user-info'],
    ['""', 'pods', 'impersonate-on:user-info:list'],
  ])('takes %s for %s with %s', (group, resource, verb) => {
    expect(hintsIn(ruleText(`apiGroups: [${group}], resources: [${resource}], verbs: ["${verb}"]`))).toEqual([])
  })

  it('warns of the verb that is not checked in the group of a rule, beside one that is', () => {
    const hints = (group: string, verbs: string) =>
      hintsIn(ruleText(`apiGroups: [${group}], resources: [users, groups], verbs: [${verbs}]`))
    const both = 'impersonate, "impersonate:user-info"'
    expect(hints('authentication.k8s.io', both)).toEqual([['identity-api-group', 'impersonate']])
    expect(hints('""', both)).toEqual([['identity-api-group', '"impersonate:user-info"']])
    expect(hints('authentication.k8s.io', 'impersonate, get')).toEqual([['identity-api-group', 'impersonate']])
    expect(hints('"", authentication.k8s.io', both)).toEqual([])
    expect(hints('""', 'impersonate, get')).toEqual([])
  })

  it('warns of identities in a Role, other than service accounts', () => {
    const rule = (resource: string) =>
      ruleText(`apiGroups: [authentication.k8s.io], resources: [${resource}], verbs: ["impersonate:user-info"]`, 'Role')
    expect(hintsIn(rule('users'))).toEqual([['identity-in-role', 'users']])
    expect(hintsIn(rule('serviceaccounts'))).toEqual([])
  })

  it('warns of extra keys that the mode user-info refuses', () => {
    const keys =
      '[userextras/scopes, userextras/Scopes, userextras/Example.com%2fa, userextras/example.com/a, "userextras/*"]'
    const text = ruleText(`apiGroups: [authentication.k8s.io], resources: ${keys}, verbs: ["impersonate:user-info"]`)
    expect(hintsIn(text)).toEqual([
      ['plain-extra-key', 'userextras/scopes'],
      ['plain-extra-key', 'userextras/Scopes'],
    ])
  })
})

describe('objects of one text together', () => {
  const role = (name: string, namespace = 'prod') =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: ${name}, namespace: ${namespace}}\n`
  const binding = (kind: string, name: string) =>
    `apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b, namespace: prod}\nroleRef: {kind: ${kind}, name: ${name}}\n`
  const withoutDefaults = true
  const fixOf = (...objects: readonly string[]) =>
    readPolicy(objects.join('---\n'), { withoutDefaults }).diagnostics[0]?.fix

  it('warns of a binding to a role that is not there, in the words of the RBAC authorizer', () => {
    const text = binding('ClusterRole', 'reader')
    expect(readPolicy(text).diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'role-not-found',
        detail: 'clusterrole.rbac.authorization.k8s.io "reader" not found',
      },
    ])
    expect(hintsIn(text)).toEqual([['role-not-found', 'reader']])
  })

  it('suggests the role that was probably meant', () => {
    expect(fixOf(role('reader'), binding('Role', 'raeder'))).toBe('Did you mean “reader”?')
    expect(fixOf(role('reader'), binding('ClusterRole', 'reader'))).toBe('Write kind: Role; there is one of that name.')
    expect(fixOf(role('reader', 'dev'), binding('Role', 'reader'))).toBe(
      'The role is in “dev”; put the role and its binding into one namespace.',
    )
    expect(fixOf(binding('ClusterRole', 'view'))).toBe('Include the default roles if its rules are to count.')
    expect(fixOf(role('reader'), binding('Role', 'reader'))).toBeUndefined()
  })

  it('knows which roles a cluster has from the start: by name, not by prefix', () => {
    const settings = (kind: string, name: string, namespace = 'prod') =>
      readPolicy(binding(kind, name).replace('namespace: prod', `namespace: ${namespace}`), {
        withoutDefaults,
      }).diagnostics.map(({ setting }) => setting)
    expect(readPolicy(binding('ClusterRole', 'view')).diagnostics).toEqual([])
    expect(settings('ClusterRole', 'system:auth-delegator')).toEqual(['default-roles'])
    expect(settings('ClusterRole', 'system:metrics-server')).toEqual([undefined])
    expect(settings('Role', 'extension-apiserver-authentication-reader', 'kube-system')).toEqual(['default-roles'])
    expect(settings('Role', 'extension-apiserver-authentication-reader')).toEqual([undefined])
  })

  it('knows all roles that kube-apiserver creates', () => {
    for (const { kind, namespace, name } of KUBERNETES_VERSIONS.flatMap((version) => defaultRoles(version).roles)) {
      expect(isDefaultRole({ kind, namespace, name }), name).toBe(true)
    }
  })

  it('points at both places of an object that is given twice, and says which one counts', () => {
    expect(hintsIn([role('reader'), role('reader'), role('reader', 'dev')].join('---\n'))).toEqual([
      ['duplicate-object', 'reader'],
      ['duplicate-object', 'reader'],
    ])
    const policy = readPolicy([role('reader'), binding('Role', 'reader'), binding('Role', 'reader')].join('---\n'))
    expect(policy.diagnostics).toMatchObject([
      { code: 'duplicate-object', message: expect.stringContaining('line 12') },
      { code: 'duplicate-object', message: expect.stringContaining('line 7'), range: { line: 12 } },
    ])
    expect(policy.bindings).toMatchObject([{ nameSpan: { start: expect.any(Number) } }])
  })
})
