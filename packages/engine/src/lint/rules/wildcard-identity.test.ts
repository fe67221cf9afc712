import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constrained } from '../../designs/index.ts'
import { userInfo } from '../../kube/index.ts'
import { readPolicy } from '../../policy/index.ts'
import { canBecome } from '../../query/index.ts'
import { rightsOf } from '../../rights/index.ts'
import { type LintContext, lintPolicy } from '../index.ts'
import { binding, codes, JANE, role } from '../testing.ts'

const STAR = 'apiGroups: [authentication.k8s.io], resources: [users], verbs: ["*"]'
const PODS = 'apiGroups: [""], resources: [pods], verbs: ["*"]'

const findings = (text: string, cluster?: LintContext['cluster']) =>
  lintPolicy(readPolicy(text), cluster && { cluster }).filter(
    ({ code }) => code === 'wildcard-identity' || code === 'unnamed-identity',
  )
const severities = (text: string) => findings(text).map(({ severity }) => severity)

describe('a “*” on identities', () => {
  it('is a warning with the other half, in the role or in another one of its holder, and says from which version', () => {
    expect(severities(role([STAR, PODS]))).toEqual(['warning'])
    const other = (verbs: string) =>
      [
        role([STAR]),
        role([`apiGroups: [apps], resources: [deployments], verbs: [${verbs}]`], { name: 's' }),
        binding(JANE),
        binding(JANE, { name: 'c', to: 's', kind: 'RoleBinding' }),
      ].join('---\n')
    expect(severities(other('"impersonate-on:user-info:get"'))).toEqual(['warning'])
    expect(severities(other('"impersonate-on:serviceaccount:get"'))).toEqual(['note'])
    const [finding] = findings(role([STAR, PODS]))
    const { defaults } = constrained.gate ?? { defaults: {} }
    const [first] = Object.entries(defaults).find(([, state]) => state === 'on') ?? []
    expect(finding?.message).toMatch(`From Kubernetes ${first} on, “*” includes “impersonate:user-info” here`)
  })

  it('is none in an aggregating role whose own rules do not count, and is in one that selects none', () => {
    const part = role([PODS], { name: 'part', more: ', labels: {part: "true"}' })
    const whole = role([STAR, PODS], { name: 'whole' }).replace(
      'rules:',
      'aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: "true"}}]}\nrules:',
    )
    expect(severities([part, whole].join('---\n'))).toEqual([])
    expect(severities(whole)).toEqual(['warning'])
  })

  it('is a note alone: the group of identities has only reviews', () => {
    expect(severities(role([STAR]))).toEqual(['note'])
    expect(severities(role(['apiGroups: [authentication.k8s.io], resources: ["*"], verbs: ["*"]']))).toEqual(['note'])
  })

  it('is a note where the group is “*” too, as manifests write it for nodes', () => {
    expect(severities(role(['apiGroups: ["*"], resources: [nodes], verbs: ["*"]']))).toEqual(['note'])
  })

  it.each([
    'apiGroups: ["*"], resources: ["*"], verbs: ["*"]',
    'apiGroups: ["*"], resources: [users], verbs: ["*"]',
    'apiGroups: [authentication.k8s.io], resources: [tokenreviews], verbs: ["*"]',
    'apiGroups: [""], resources: [nodes, serviceaccounts], verbs: ["*"]',
    'apiGroups: [iam.example.com], resources: [users, groups], verbs: ["*"]',
  ])('is none in {%s}: it grants no impersonation, or the verb “impersonate” too', (rule) => {
    expect(severities(role([rule, PODS]))).toEqual([])
  })

  it('is about the names alone that somebody can have whom the mode reaches', () => {
    const named = (resource: string, names: string) =>
      findings(role([`${STAR.replace('users', resource)}, resourceNames: [${names}]`, PODS])).map(
        ({ message }) => message,
      )
    expect(named('users', 'dana, "system:serviceaccount:prod:bot"')).toEqual([
      expect.stringContaining('may act as user “dana”.'),
    ])
    expect(named('nodes', 'n1, "system:serviceaccount:prod:bot"')).toEqual([
      expect.stringContaining('may act as node “n1”.'),
    ])
    expect(named('nodes', '"system:serviceaccount:prod:bot"')).toEqual([])
    expect(named('users', '"system:node:n1"')).toEqual([])
  })

  it('says of service accounts in which namespaces', () => {
    const all = role(['apiGroups: [authentication.k8s.io], resources: [serviceaccounts], verbs: ["*"]', PODS])
    const said = (...bindings: readonly string[]) => findings([all, ...bindings].join('---\n'))[0]?.message
    const within = binding(JANE, { kind: 'RoleBinding' })
    expect(said()).toContain('may act as every service account.')
    expect(said(within)).toContain('may act as every service account of namespace “prod”.')
    expect(said(within, within.replace('name: b, namespace: prod', 'name: c, namespace: ci'))).toContain(
      'may act as every service account of namespaces “ci” and “prod”.',
    )
    expect(said(within, binding(JANE, { name: 'c' }))).toContain('may act as every service account.')
    const unnamed = role(
      ['apiGroups: [authentication.k8s.io], resources: [serviceaccounts], verbs: ["impersonate:serviceaccount"]'],
      { kind: 'Role' },
    )
    expect(findings(unnamed)[0]?.message).toContain('opens every service account of namespace “prod”.')
  })

  it('is none where only RoleBindings or system:masters have the role', () => {
    const bound = (one: string) => severities([role([STAR, PODS]), one].join('---\n'))
    const masters = '{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "system:masters"}'
    expect(bound(binding(JANE))).toEqual(['warning'])
    expect(bound(binding(JANE, { kind: 'RoleBinding' }))).toEqual([])
    expect(bound(binding(masters))).toEqual([])
    expect(severities(role([STAR], { kind: 'Role' }))).toEqual([])
  })

  it('is a note where the version or the gate does not ask for these verbs', () => {
    const under = (cluster: LintContext['cluster']) =>
      findings(role([STAR, PODS]), cluster).map(({ severity, message }) => [severity, message.split(' “*”')[0]])
    expect(under({ version: '1.36' })).toEqual([['warning', 'From Kubernetes 1.36 on,']])
    expect(under({ version: '1.37', constrainedImpersonation: true })).toEqual(under({ version: '1.36' }))
    expect(under({ version: '1.35', constrainedImpersonation: true })).toEqual([
      ['warning', 'With the gate ConstrainedImpersonation on, as here,'],
    ])
    for (const version of ['1.34', '1.35'] as const) {
      expect(under({ version })).toEqual([
        ['note', `Kubernetes ${version} allows no impersonation by this. From Kubernetes 1.36 on,`],
      ])
    }
    // A version without the gate cannot turn it on.
    expect(under({ version: '1.34', constrainedImpersonation: true })).toEqual(under({ version: '1.34' }))
    expect(under({ version: '1.36', constrainedImpersonation: false })).toEqual([
      ['note', 'With the gate ConstrainedImpersonation off, as here, this allows no impersonation. With the gate on,'],
    ])
  })

  it('says nothing under a design without these modes', () => {
    expect(codes(role([STAR, PODS]), { design: { name: 'Legacy', words: [{ verb: /^impersonate$/ }] } })).toEqual([])
  })
})

it('a verb of impersonation without names is a note, and with names none', () => {
  const unnamed = 'apiGroups: [authentication.k8s.io], resources: [users], verbs: ["impersonate:user-info"]'
  expect(severities(role([unnamed]))).toEqual(['note'])
  expect(severities(role([`${unnamed}, resourceNames: [jane]`]))).toEqual([])
  const said = (cluster: LintContext['cluster']) => findings(role([unnamed]), cluster)[0]?.message
  expect(said({ version: '1.34' })).toMatch(
    /^Kubernetes 1\.34 allows no impersonation by this\. From Kubernetes 1\.36 on,/,
  )
  expect(said({ version: '1.36' })).toMatch(
    /^From Kubernetes 1\.36 on, “impersonate:user-info” without “resourceNames”/,
  )
  expect(severities(role([unnamed.replace('users', 'nodes').replace('user-info', 'associated-node')]))).toEqual([])
})

it('warns where whom-can says that somebody may be anybody from that version on, and not before', () => {
  const some = (...values: readonly string[]) =>
    fc
      .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 })
      .map((all) => all.map((one) => JSON.stringify(one)))
  const rule = fc.record({
    apiGroups: some('authentication.k8s.io', '', 'apps'),
    resources: some('users', 'nodes', 'pods', 'serviceaccounts'),
    verbs: some('*', 'get', 'impersonate-on:user-info:get', 'impersonate-on:arbitrary-node:get'),
  })
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 3 }), (rules) => {
      const text = [
        role(
          rules.map((one) =>
            Object.entries(one)
              .map(([list, all]) => `${list}: [${all.join()}]`)
              .join(', '),
          ),
        ),
        binding(JANE),
      ].join('---\n')
      const policy = readPolicy(text)
      const modesIn = (version: '1.35' | '1.36') =>
        canBecome(rightsOf(policy), userInfo({ username: 'jane' }), {
          version,
          authorizationModes: ['RBAC'],
        }).modes.filter(({ missing, mode }) => missing.length === 0 && mode !== 'associated-node')
      const legacy = modesIn('1.35').flatMap(({ usernames }) => usernames)
      for (const version of ['1.35', '1.36'] as const) {
        const may = modesIn(version).length > 0
        if (findings(text, { version }).some(({ severity }) => severity === 'warning')) expect(may).toBe(true)
      }
      if (findings(text).some(({ severity }) => severity === 'warning')) {
        expect(modesIn('1.36').flatMap(({ usernames }) => usernames).length).toBeGreaterThan(legacy.length)
      }
    }),
    { numRuns: 300 },
  )
})
