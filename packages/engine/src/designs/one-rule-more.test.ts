import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessRules, authorizerChain, compiledRBAC, rbac } from '../authorizers/index.ts'
import { CEL } from '../cel/index.ts'
import { traceOf } from '../decide/index.ts'
import { type PlainUser, userInfo } from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf } from '../rights/index.ts'
import { type Assumptions, loadDesigns } from './index.ts'
import { wireRequest } from './testing.ts'

const DESIGNS = await loadDesigns()

const AGENT: PlainUser = {
  username: 'system:serviceaccount:kube-system:agent',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
  extra: { 'authentication.kubernetes.io/node-name': ['n1'] },
}
const TARGETS = ['jane', 'system:node:n1', 'system:node:n2', 'system:serviceaccount:dev:sa'] as const

interface Grant {
  readonly subject: string
  readonly verb: string
  readonly group: string
  readonly resource: string
}

const user = (name: string): string => `{kind: User, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`
const group = (name: string): string => `{kind: Group, apiGroup: rbac.authorization.k8s.io, name: "${name}"}`

/** Grants that some design asks for, to whom it asks for them. Drawn freely, nearly all would be of no use. */
const KINDS = ['user-info', 'serviceaccount', 'node', 'scheduled-node', 'arbitrary-node', 'associated-node'] as const
const NAMED = ['user-info:jane', 'serviceaccount:dev/sa', 'node:n1', 'node:n2', 'scheduled-node'] as const
const ofAgent = (verb: string, group: string, resource: string): Grant => ({
  subject: user(AGENT.username),
  verb,
  group,
  resource,
})
const USEFUL: readonly Grant[] = [
  ofAgent('list', '', 'pods'),
  ofAgent('list', 'core.impersonation.k8s.io', 'pods'),
  ofAgent('impersonate-on:list', '', 'pods'),
  ...[...KINDS, ...NAMED].map((kind) => ofAgent(`impersonate-on:${kind}:list`, '', 'pods')),
  ...[...KINDS, ...NAMED].map((kind) => ofAgent(`impersonate:${kind}`, '*', '*')),
  ofAgent('impersonate', '*', '*'),
  ofAgent('constrainedimpersonate', '*', '*'),
  ofAgent('impersonate-within', '*', '*'),
  ofAgent('create', 'authorization.k8s.io', 'subjectaccessreviews'),
  ofAgent('as-node:list', '', 'pods'),
  ofAgent('*', '*', '*'),
  ...[
    ...TARGETS.map(user),
    user('system:boundary:view'),
    group('system:nodes'),
    group('system:serviceaccounts:dev'),
  ].map((subject) => ({ subject, verb: 'list', group: '', resource: 'pods' })),
  { subject: group('system:authenticated'), verb: 'list', group: '', resource: 'pods' },
]

/** Entries of access rules: true, false or in error at once, or only once the rest is known. All of them allow. */
const CONDITIONS: readonly string[] = [
  'action == "list"',
  'action == "impersonate"',
  'action == "constrainedimpersonate"',
  'action in ["impersonate", "constrainedimpersonate"] && resource.username == "jane"',
  'action in ["impersonate", "constrainedimpersonate"] && resource.username.startsWith("system:node:")',
  'action == "constrainedimpersonate" && context.requestAttr.resource == "pods"',
  'action.startsWith("impersonate") && principal.username == "system:serviceaccount:kube-system:agent"',
  'action.startsWith("impersonate-on:") && request.attributes.resource == "pods"',
  'action in ["as-node:list", "create"]',
  '!has(resource.groups)',
  'principal.extra["none"][0] == "x"',
  'resource.extra["none"][0] == "x"',
  '1 / size(principal.uid) == 1',
]

function rulesText(conditions: readonly string[]): string {
  return conditions
    .map(
      (condition, i) => `---
apiVersion: authorization.k8s.io/v1alpha0
kind: ClusterAccessRule
metadata: {name: ${ruleName(condition, i, conditions)}}
rule:
  entries:
  - effect: Allow
    condition: >-
      ${condition}
`,
    )
    .join('')
}

/** By its condition, so that a rule keeps its name next to one more; the second of two gets a name of its own. */
function ruleName(condition: string, index: number, conditions: readonly string[]): string {
  const again = conditions.indexOf(condition) < index ? '-again' : ''
  return `rule-${CONDITIONS.indexOf(condition)}${again}`
}

function policyText(grants: readonly Grant[]): string {
  return grants
    .map(
      ({ subject, verb, group, resource }, i) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r${i}}
rules:
- {apiGroups: ["${group}"], resources: ["${resource}"], verbs: ["${verb}"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: b${i}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r${i}}
subjects: [${subject}]
`,
    )
    .join('---\n')
}

function outcomeOf(
  design: (typeof DESIGNS)[number],
  grants: readonly Grant[],
  headers: Readonly<Record<string, string>>,
  assumptions: Assumptions = {},
  conditions: readonly string[] = [],
): string {
  const policy = readPolicy(`${policyText(grants)}${rulesText(conditions)}`)
  const rules = accessRules(policy, CEL)
  expect([...policy.diagnostics, ...rules.diagnostics]).toEqual([])
  const cluster = { version: '1.36', authorizationModes: ['RBAC', 'AccessRules'] } as const
  const rights = rightsOf(policy)
  const ofRoles = design.readsConditions === 'rbac' ? compiledRBAC(rights, CEL) : rbac(rights)
  const authorizer = authorizerChain(
    { accessRules: rules.authorizer, rbac: ofRoles },
    cluster.authorizationModes,
    cluster.version,
  )
  return traceOf(design, wireRequest(headers), userInfo(AGENT), cluster, authorizer, { assumptions }).outcome.kind
}

describe('one rule more', () => {
  it.each(DESIGNS)('never takes an answer away in $id: nothing denies', (design) => {
    const headers = fc.record({
      'Impersonate-User': fc.constantFrom(...TARGETS),
      ...(design.id === 'boundary' && { 'Impersonate-Boundary': fc.constantFrom('view', '') }),
      ...(design.id === 'access-rule' && {
        'Impersonate-Access-Rule': fc.constantFrom('rule-0', 'rule-3', 'rule-9', ''),
      }),
    })
    let allowed = 0
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...USEFUL], { minLength: 3, maxLength: 16 }),
        fc.constantFrom(...USEFUL),
        headers,
        (grants, more, sent) => {
          if (outcomeOf(design, grants, sent) !== 'allowed') return
          allowed += 1
          expect(outcomeOf(design, [...grants, more], sent)).toBe('allowed')
        },
      ),
      { seed: 23, numRuns: 100 },
    )
    expect(allowed).toBeGreaterThan(0)
  })

  it.each(DESIGNS)('that an access rule is, and allows, takes none away in $id', (design) => {
    const headers = fc.record({
      'Impersonate-User': fc.constantFrom(...TARGETS),
      ...(design.id === 'boundary' && { 'Impersonate-Boundary': fc.constantFrom('view', '') }),
      ...(design.id === 'access-rule' && {
        'Impersonate-Access-Rule': fc.constantFrom('rule-0', 'rule-3', 'rule-9', ''),
      }),
    })
    let allowed = 0
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...USEFUL], { maxLength: 6 }),
        fc.shuffledSubarray([...CONDITIONS], { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...CONDITIONS),
        fc.nat(6),
        headers,
        (grants, conditions, more, at, sent) => {
          if (outcomeOf(design, grants, sent, {}, conditions) !== 'allowed') return
          allowed += 1
          const withMore = [...conditions.slice(0, at), more, ...conditions.slice(at)]
          expect(outcomeOf(design, grants, sent, {}, withMore)).toBe('allowed')
        },
      ),
      { seed: 23, numRuns: 60 },
    )
    expect(allowed).toBeGreaterThan(0)
  })

  it('takes one away where constrained impersonation gives fewer groups than legacy does', () => {
    const design = DESIGNS.find(({ id }) => id === 'user-info-only')
    if (design === undefined) throw new Error('there is no such design')
    const asAccount = { 'Impersonate-User': 'system:serviceaccount:dev:sa' }
    const before: readonly Grant[] = [
      ofAgent('impersonate', '', '*'),
      { subject: group('system:serviceaccounts:dev'), verb: 'list', group: '', resource: 'pods' },
    ]
    const after = [...before, ofAgent('impersonate:user-info', '*', '*'), ofAgent('impersonate-on:list', '', 'pods')]
    const outcomes = (groups: string) =>
      [before, after].map((grants) => outcomeOf(design, grants, asAccount, { groups }))
    expect(outcomes('asked')).toEqual(['allowed', 'forbidden'])
    expect(outcomes('released')).toEqual(['allowed', 'allowed'])
  })
})
