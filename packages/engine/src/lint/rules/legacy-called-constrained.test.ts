import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../policy/index.ts'
import { lintPolicy } from '../index.ts'
import { binding, JANE, role } from '../testing.ts'

const OLDER = 'apiGroups: [""], resources: [users], resourceNames: [zoe], verbs: [impersonate]'
const bound = (text: string, to = 'r') => [text, binding(JANE, { to })].join('---\n')

/** What the lint says of a policy that calls its impersonation constrained. */
function said(text: string, context = {}): readonly string[] {
  return lintPolicy(readPolicy(text), context).flatMap(({ code, message, fix, range }) =>
    code === 'legacy-called-constrained' ? [`${text.slice(range.start, range.end)}: ${message} ${fix}`] : [],
  )
}

describe('the verb “impersonate” in a text that calls it constrained', () => {
  it('is noted with what it limits, and with what to write for its targets', () => {
    expect(said(bound(`# Constrained impersonation (1.36)\n${role([OLDER])}`))).toEqual([
      'impersonate: The text says “Constrained impersonation”, but “impersonate” is the older verb: it limits whom its holder may impersonate, and not what the holder may do as them. From Kubernetes 1.36 on, write “impersonate:user-info” in the API group “authentication.k8s.io” and “impersonate-on:user-info:VERB” for the actions in its place.',
    ])
    const accounts = OLDER.replace('users', 'serviceaccounts')
    expect(said(bound(`# Constrained impersonation\n${role([accounts])}`))[0]).toContain(
      '“impersonate-on:serviceaccount:VERB”',
    )
    const node = OLDER.replace('zoe', '"system:node:n1"')
    expect(said(bound(`# Constrained impersonation\n${role([node])}`))[0]).toContain('“impersonate:arbitrary-node”')
  })

  it.each([
    ['the name of the role', bound(role([OLDER], { name: 'constrained-impersonator' }), 'constrained-impersonator')],
    ['the name of the binding', [role([OLDER]), binding(JANE, { name: 'constrained-impersonation' })].join('---\n')],
    [
      'an annotation',
      bound(role([OLDER], { more: ', annotations: {about: "Impersonation, constrained to the name."}' })),
    ],
    [
      'a comment of several lines',
      bound(role([OLDER]).replace('rules:', 'rules:\n# The desk acts with constrained\n# impersonation.')),
    ],
    ['a comment at the end of a line', bound(role([OLDER]).replace('rules:', 'rules: # constrained, from 1.36 on'))],
    [
      'an annotation in JSON',
      JSON.stringify({
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'r', annotations: { about: 'Uses constrained impersonation.' } },
        rules: [{ apiGroups: [''], resources: ['users'], resourceNames: ['zoe'], verbs: ['impersonate'] }],
      }),
    ],
  ])('is noted by %s', (_, text) => {
    expect(said(text)).toHaveLength(1)
  })

  it('says of a cluster that asks for the older verb alone that it does', () => {
    const text = bound(`# Constrained impersonation\n${role([OLDER])}`)
    expect(said(text, { cluster: { version: '1.34' } })[0]).toContain(
      'This cluster asks for “impersonate” alone. Where the API server asks for constrained impersonation, write',
    )
    expect(said(text, { cluster: { version: '1.35', constrainedImpersonation: true } })[0]).toContain(
      'With the gate ConstrainedImpersonation on, as here, write',
    )
  })

  it.each([
    'The legacy verb, beside constrained impersonation.',
    'This is not constrained impersonation.',
    'Impersonation is unconstrained.',
    'Impersonation without constraints.',
    'Impersonation that is not constrained.',
    'TODO: use constrained impersonation.',
    'For clusters without constrained impersonation.',
    'Until constrained impersonation is on.',
    'Replace it by constrained impersonation.',
    'For nodes where constrained impersonation is off.',
    'Needs no constrained impersonation.',
    'See https://example.com/constrained-impersonation',
    'Memory is constrained on these nodes.',
  ])('is not where a comment says “%s”', (comment) => {
    expect(said(bound(`# ${comment}\n${role([OLDER])}`))).toEqual([])
  })

  it('is not where the text has the verbs of a mode, nor where a value of a rule is the only promise', () => {
    const action = 'apiGroups: [""], resources: [pods], verbs: ["impersonate-on:user-info:list"]'
    expect(said(bound(`# Constrained impersonation\n${role([OLDER, action])}`))).toEqual([])
    expect(said(bound(role([OLDER.replace('zoe', '"constrained-impersonator"')])))).toEqual([])
    expect(
      said(bound(`# Constrained impersonation\n${role(['apiGroups: [""], resources: [pods], verbs: [get]'])}`)),
    ).toEqual([])
  })
})
