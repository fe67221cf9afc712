import { describe, expect, it } from 'vitest'
import type { SeenRequest } from '../logs/index.ts'
import { type ConstrainOptions, type ConstrainPlan, constrain } from './index.ts'
import { clusterWith, seen } from './testing.ts'

const PORTAL = 'system:serviceaccount:web:portal'
const GROUPS = ['system:serviceaccounts', 'system:serviceaccounts:web', 'system:authenticated']
const OF_PORTAL = { groups: GROUPS, node: 'n1' }

const LEGACY = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: portal}
rules:
- apiGroups: [""]
  resources: [users, groups, serviceaccounts] # anybody
  verbs: [impersonate]
- {apiGroups: [authentication.k8s.io], resources: ["*"], verbs: [impersonate]}
- {apiGroups: [""], resources: [namespaces], verbs: [get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: portal}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: portal}
subjects:
- {kind: ServiceAccount, name: portal, namespace: web}
`

const EVERYTHING_FOR_JANE = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: everything}
rules:
- {apiGroups: ["*"], resources: ["*"], verbs: ["*"]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: everything}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: everything}
subjects:
- {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
`

function planFor(policy: string, requests: readonly SeenRequest[], options?: ConstrainOptions): ConstrainPlan {
  const plan = constrain(clusterWith(policy), { requests, unread: [] }, options)
  expect(plan.after.policy.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return plan
}

/** The rules to add, each in one line: where, verbs, resources, names. */
function impersonatorRules({ impersonators }: ConstrainPlan): readonly string[] {
  return impersonators.flatMap(({ roles }) =>
    roles.flatMap(({ boundIn, rules }) =>
      rules.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) =>
        [
          boundIn.join('+') || 'cluster',
          ...[verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((list) => list.join(',')),
        ]
          .join(' ')
          .trim(),
      ),
    ),
  )
}

function verdicts({ impersonators }: ConstrainPlan): readonly string[] {
  return impersonators.flatMap(({ requests }) =>
    requests.map(
      ({ verdict, because, mode, after }) => `${verdict} ${because ?? mode ?? ''} ${after.constraint ?? 'refused'}`,
    ),
  )
}

describe('the rules that a log asks for', () => {
  it('are those of the mode for users, by name, in each namespace', () => {
    const plan = planFor(LEGACY, [
      seen(PORTAL, 'jane', 'list pods in prod', OF_PORTAL),
      seen(PORTAL, { username: 'dana', groups: ['devs'], uid: 'u1' }, 'get pods/web in prod', OF_PORTAL),
      seen(PORTAL, 'jane', 'list pods', OF_PORTAL),
      seen(PORTAL, 'jane', 'get /metrics', OF_PORTAL),
    ])
    expect(verdicts(plan)).toEqual(Array(4).fill('moves user-info impersonate:user-info'))
    expect(impersonatorRules(plan)).toEqual([
      'cluster impersonate:user-info authentication.k8s.io users dana,jane',
      'cluster impersonate:user-info authentication.k8s.io uids u1',
      'cluster impersonate:user-info authentication.k8s.io groups devs,system:authenticated',
      'cluster impersonate-on:user-info:list  pods',
      'cluster impersonate-on:user-info:get    /metrics',
      'prod impersonate-on:user-info:get  pods web',
      'prod impersonate-on:user-info:list  pods',
    ])
  })

  it('use the narrowest mode: the own node before any node, a service account in its namespace', () => {
    const plan = planFor(LEGACY, [
      seen(PORTAL, 'system:node:n1', 'get nodes/n1', OF_PORTAL),
      seen(PORTAL, 'system:node:n2', 'get nodes/n2', OF_PORTAL),
      seen(PORTAL, 'system:serviceaccount:ci:deployer', 'create configmaps in ci', OF_PORTAL),
    ])
    expect(plan.impersonators[0]?.modes).toEqual(['associated-node', 'arbitrary-node', 'serviceaccount'])
    expect(impersonatorRules(plan)).toContain('cluster impersonate:associated-node authentication.k8s.io nodes')
    expect(impersonatorRules(plan)).toContain('cluster impersonate:arbitrary-node authentication.k8s.io nodes n2')
    expect(impersonatorRules(plan)).toContain(
      'ci impersonate:serviceaccount authentication.k8s.io serviceaccounts deployer',
    )
  })

  it('share one ClusterRole where namespaces need the same', () => {
    const plan = planFor(
      LEGACY,
      ['a', 'b', 'c'].map((namespace) => seen(PORTAL, 'jane', `list pods in ${namespace}`, OF_PORTAL)),
    )
    expect(impersonatorRules(plan)).toContain('a+b+c impersonate-on:user-info:list  pods')
  })

  it('name the requests that asked for them, whatever the names in these are', () => {
    const jane = seen(PORTAL, 'jane\nkind: x', 'list pods in prod', { ...OF_PORTAL, count: 12, at: 'audit.log:17' })
    const { added } = planFor(LEGACY, [jane])
    expect(added).toContain('  # audit.log:17: list pods in namespace prod, as user jane\\u000akind: x, 12 times\n')
  })

  it('open what is widened, and nothing else', () => {
    const requests = [
      seen(PORTAL, { username: 'jane', groups: ['devs'] }, 'get pods/web in prod', OF_PORTAL),
      seen(PORTAL, 'jane', 'get pods/db in test', OF_PORTAL),
    ]
    expect(impersonatorRules(planFor(LEGACY, requests, { widen: ['names', 'namespaces', 'users', 'groups'] }))).toEqual(
      [
        'cluster impersonate:user-info authentication.k8s.io groups,users',
        'cluster impersonate-on:user-info:get  pods',
      ],
    )
  })
})

describe('what cannot go over', () => {
  it('is named with its reason, and stays refused', () => {
    const plan = planFor(LEGACY, [
      seen(PORTAL, { username: 'jane', extra: { scopes: ['a'] } }, 'list pods in prod', OF_PORTAL),
      seen(PORTAL, { username: 'root', groups: ['system:masters'] }, 'list pods in prod', OF_PORTAL),
      seen(PORTAL, { username: 'system:serviceaccount:ci:x', groups: ['a'] }, 'list pods in prod', OF_PORTAL),
      seen(PORTAL, { username: 'jane', groups: ['*'] }, 'list pods in prod', OF_PORTAL),
      seen('eve', 'jane', 'list pods in prod', { answer: 'forbidden' }),
      seen('eve', 'jane', 'list pods in test'),
    ])
    expect(verdicts(plan)).toEqual([
      'stays extra-key refused',
      'stays masters refused',
      'stays no-mode refused',
      'stays any-group refused',
      'failed  refused',
      'differs  refused',
    ])
    expect(plan.added).toBe('')
  })
})

describe('a refused request', () => {
  it('asks for no rule, though the part of its target that the log has could be impersonated', () => {
    const policy = LEGACY.replace(
      '- {apiGroups: [authentication.k8s.io], resources: ["*"], verbs: [impersonate]}\n',
      '',
    )
    const plan = planFor(`${policy}---\n${EVERYTHING_FOR_JANE}`, [
      // Its UID was refused, and the message does not name it.
      seen(PORTAL, 'jane', 'list pods in prod', { ...OF_PORTAL, answer: 'forbidden' }),
    ])
    expect(plan.impersonators[0]?.requests.map(({ verdict }) => verdict)).toEqual(['failed'])
    expect(plan.added).toBe('')
  })
})

describe('the legacy rules', () => {
  it('are taken away, and every other byte stays', () => {
    const { whole } = planFor(LEGACY, [])
    expect(whole).toBe(
      LEGACY.replace(/- apiGroups: \[""\]\n {2}resources: \[users[^\n]*\n[^\n]*\n- \{apiGroups: \[auth[^\n]*\n/, ''),
    )
  })

  it('lose only the verb where they grant more', () => {
    const mixed = LEGACY.replace('verbs: [impersonate]\n', 'verbs: [get, impersonate, list]\n')
    expect(planFor(mixed, []).whole).toContain('verbs: [get, list]\n')
  })

  it('stay for others who share the role', () => {
    const shared = `${LEGACY}- {kind: User, name: bob, apiGroup: rbac.authorization.k8s.io}\n`
    const portal = { kind: 'ServiceAccount', name: 'portal', namespace: 'web' } as const
    const { whole, impersonators } = planFor(shared, [], { for: [portal] })
    expect(impersonators.map(({ subject }) => subject)).toEqual([portal])
    expect(whole).toContain('verbs: [impersonate]')
    expect(whole).not.toContain('subjects:\n- {kind: ServiceAccount')
    expect(whole).toContain('name: portal-without-impersonate')
  })

  it('of a group are named for its members, where they stay', () => {
    const everything = `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: everything}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: everything}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: everything}
subjects: [{kind: Group, name: "system:serviceaccounts:web", apiGroup: rbac.authorization.k8s.io}]
`
    const { impersonators } = planFor(LEGACY + everything, [seen(PORTAL, 'jane', 'list pods in prod', OF_PORTAL)])
    expect(impersonators[0]?.left.map(({ subject }) => subject.name)).toEqual(['system:serviceaccounts:web'])
  })

  it('are left where the rule allows every verb, and where Kubernetes writes the role', () => {
    const admin = LEGACY.replace('[impersonate]', "['*']")
    expect(planFor(admin, []).impersonators[0]?.left.map(({ left }) => left)).toEqual(['every-verb'])
    const editor = LEGACY.replace('ClusterRole, name: portal', 'ClusterRole, name: edit')
    const { impersonators } = constrain(clusterWith(editor, { defaults: true }), { requests: [], unread: [] })
    const portal = impersonators.find(({ subject }) => subject.name === 'portal')
    expect(portal?.left.map(({ left }) => left)).toEqual(['default-role'])
  })
})

describe('a right to use the legacy verb', () => {
  const bound = (rules: string) => `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: odd}
rules:
${rules}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: odd}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: odd}
subjects: [{kind: User, apiGroup: rbac.authorization.k8s.io, name: minter}]
`

  it('is not given by a rule for a subresource, about which no check asks', () => {
    const policy = bound(
      `- {apiGroups: [""], resources: [users/status, serviceaccounts/token], verbs: [impersonate, create]}`,
    )
    const { impersonators, whole } = planFor(policy, [])
    expect(impersonators).toEqual([])
    expect(whole).toBe(policy)
  })

  it('is given by a rule for a subresource of every resource, where that is an extra key', () => {
    const policy = bound(`- {apiGroups: [""], resources: [users], resourceNames: [anna], verbs: [impersonate]}
- {apiGroups: [authentication.k8s.io], resources: ["*/scopes"], verbs: [impersonate]}`)
    const { impersonators, whole } = planFor(policy, [])
    expect(impersonators.map(({ rights }) => rights.flatMap(({ resources }) => resources))).toEqual([
      ['users', 'userextras'],
    ])
    expect(whole).not.toContain('impersonate')
  })
})
