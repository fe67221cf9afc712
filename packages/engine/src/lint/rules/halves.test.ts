import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { binding, codes, found, JANE, role } from '../testing.ts'

describe('the halves of constrained impersonation', () => {
  const identity =
    'apiGroups: [authentication.k8s.io], resources: [users], resourceNames: [jane], verbs: ["impersonate:user-info"]'

  it('takes the other half from a group, in which the subject may be', () => {
    const action = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]'
    const text = [
      role([identity]),
      role([action], { name: 'a' }),
      binding(JANE),
      binding('{kind: Group, apiGroup: rbac.authorization.k8s.io, name: devs}', { name: 'c', to: 'a' }),
    ].join('---\n')
    expect(codes(text)).toEqual([])
    expect(codes([role([identity]), binding(JANE)].join('---\n'))).toEqual(['identity-without-action'])
    expect(codes(role([identity]))).toEqual([])
    const more = (name: string) =>
      [role([identity]), binding(JANE), binding(JANE, { name: 'c', to: name })].join('---\n')
    expect(codes(more('cluster-admin'))).toEqual([])
    expect(codes(more('view'))).toEqual(['identity-without-action'])
  })

  it('counts a verb only beside a resource that its checks ask for', () => {
    const account = identity.replace('user-info', 'serviceaccount')
    expect(codes([role([account]), binding(JANE)].join('---\n'))).not.toContain('identity-without-action')
    const action = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:serviceaccount:list"]'
    expect(codes([role([account, action]), binding(JANE)].join('---\n'))).toContain('action-without-identity')
  })

  it('asks the default roles, by no part of their names, and takes a role that is in no text for any', () => {
    const also = (to: string, half = identity) =>
      [role([half]), binding(JANE), binding(JANE, { name: 'c', to })].join('---\n')
    for (const unknown of ['company-acts', 'system:company-acts'])
      expect(codes(also(unknown))).toEqual(['role-not-found'])
    for (const known of ['system:kube-scheduler', 'edit', 'admin']) {
      expect(codes(also(known))).toEqual(['identity-without-action'])
    }
    const account =
      'apiGroups: [authentication.k8s.io], resources: [serviceaccounts], verbs: ["impersonate:serviceaccount"]'
    for (const impersonating of ['edit', 'admin']) {
      expect(found(also(impersonating, account))).toEqual([
        ['unnamed-identity', '"impersonate:serviceaccount"'],
        ['legacy-beside-constrained', impersonating],
      ])
    }
    expect(codes(also('view', account))).toEqual(['identity-without-action', 'unnamed-identity'])
  })

  it('notes the older verb beside a constraint that the cluster does not ask for', () => {
    const older = 'apiGroups: [""], resources: [users], verbs: [impersonate]'
    const text = [role([identity, older]), binding(JANE)].join('---\n')
    const findings = (version: '1.34' | '1.36') =>
      lintPolicy(readPolicy(text), { cluster: { version } })
        .filter(({ code }) => code === 'legacy-beside-constrained')
        .map(({ severity }) => severity)
    expect([findings('1.34'), findings('1.36')]).toEqual([['note'], ['warning']])
  })

  it('counts what a role of the text adds to a default role', () => {
    const added = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]'
    const more = ', labels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}'
    const text = [
      role([identity]),
      role([added], { name: 'added', more }),
      binding(JANE),
      binding(JANE, { name: 'c', to: 'view' }),
    ].join('---\n')
    expect(codes(text)).toEqual([])
    expect(codes(text.replace('to-view', 'to-edit'))).toContain('identity-without-action')
  })

  it('asks for another half only where the design has it', () => {
    const text = [role([identity]), binding(JANE)].join('---\n')
    const words = [
      { verb: /^impersonate:(user-info|serviceaccount|arbitrary-node|associated-node)$/ },
      { verb: /^[^:]+$/, apiGroup: /\.impersonation\.k8s\.io$/ },
    ]
    expect(codes(text, { design: { name: 'Actions as groups', words } })).toEqual([])
    const suffixed = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:serviceaccount:web/bot:get"]'
    expect(codes([role([suffixed]), binding(JANE)].join('---\n'))).toEqual(['verb-of-other-design'])
  })

  it('takes a service account that is bound as a user for the same subject', () => {
    const action = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]'
    const text = [
      role([identity]),
      role([action], { name: 'a' }),
      binding('{kind: ServiceAccount, name: portal, namespace: web}'),
      binding('{kind: User, apiGroup: rbac.authorization.k8s.io, name: "system:serviceaccount:web:portal"}', {
        name: 'c',
        to: 'a',
      }),
    ].join('---\n')
    expect(codes(text)).toEqual([])
    expect(codes(text.replace('web:portal', 'web:other'))).toEqual([
      'identity-without-action',
      'action-without-identity',
    ])
  })
})
