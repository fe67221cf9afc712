import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { type LintContext, lintPolicy } from '../index.ts'
import { binding, role } from '../testing.ts'

const CI = (namespace: string) => `{kind: ServiceAccount, name: ci, namespace: ${namespace}}`
const IDENTITY = role(
  [
    'apiGroups: [authentication.k8s.io], resources: [serviceaccounts], resourceNames: [bot], verbs: ["impersonate:serviceaccount"]',
  ],
  { name: 'identity' },
)
const ACTION = role(['apiGroups: [""], resources: [pods], verbs: ["impersonate-on:serviceaccount:list"]'], {
  name: 'action',
})

/** The RoleBinding of the identity is in namespace prod. */
function said(
  subject: string,
  action: { readonly kind?: string; readonly namespace?: string; readonly identity?: string },
  context?: LintContext,
) {
  const { kind = 'RoleBinding', namespace = 'live', identity = IDENTITY } = action
  const text = [
    identity,
    ACTION,
    binding(subject, { kind: 'RoleBinding', to: 'identity' }),
    binding(subject, { kind, name: 'c', to: 'action' }).replace(
      'namespace: prod}\nroleRef',
      `namespace: ${namespace}}\nroleRef`,
    ),
  ].join('---\n')
  return lintPolicy(readPolicy(text), context).flatMap(({ code, message }) =>
    code === 'account-namespace' ? [message] : [],
  )
}

describe('an account in the namespace of the requestor, with actions elsewhere', () => {
  it('is nothing where the rule lets nobody act as an account: by a username, or in another API group', () => {
    const username = IDENTITY.replace('[bot]', '["system:serviceaccount:live:bot"]')
    expect(said(CI('prod'), { identity: username })).toEqual([])
    expect(said(CI('prod'), { identity: IDENTITY.replace('[authentication.k8s.io]', '[""]') })).toEqual([])
    expect(
      said(CI('prod'), { identity: IDENTITY.replace('[bot]', '["system:serviceaccount:live:bot", bot]') }),
    ).toEqual([expect.stringContaining('act as service account “bot” of namespace')])
  })

  it('is a note at the RoleBinding', () => {
    expect(said(CI('prod'), {})).toEqual([
      'This lets “ci” act as service account “bot” of namespace “prod” alone, and what it may do as one is granted in “live”, not in “prod”.',
    ])
  })

  it('is none with actions there too, in the whole cluster, for a requestor elsewhere, or where no mode is asked for', () => {
    expect(said(CI('prod'), { namespace: 'prod' })).toEqual([])
    expect(said(CI('prod'), { kind: 'ClusterRoleBinding' })).toEqual([])
    expect(said(CI('tools'), {})).toEqual([])
    expect(said(CI('prod'), {}, { cluster: { version: '1.34' } })).toEqual([])
  })
})
