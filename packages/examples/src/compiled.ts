import type { Scenario } from '@authz-playground/engine'
import { docsExamples } from './docs.ts'
import { type Example, type ExpectedResult, http, scenario, serviceAccount } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'Review thread: the same rules, compiled'

/** The documentation's own YAML and request, decided by the design that compiles it. */
function docs(id: string): Scenario {
  const example = docsExamples.find((one) => one.id === `docs-${id}`)
  if (example === undefined) throw new Error(`the documentation has no example ${id}`)
  return { ...example.scenario, design: 'compiled' }
}

const DEPUTY = serviceAccount('ops', 'deputy')
const PARTS = documents(
  `# jane, with any UID, with the groups devs and ops, and with a team …\n${role(
    'be-jane',
    'apiGroups: ["authentication.k8s.io"]\nresources: ["users", "uids"]\nverbs: ["impersonate:user-info"]',
  )}
- apiGroups: ["authentication.k8s.io"]
  resources: ["groups"]
  resourceNames: ["devs", "ops"]
  verbs: ["impersonate:user-info"]
- apiGroups: ["authentication.k8s.io"]
  resources: ["userextras/acme.example/team"]
  resourceNames: ["red", "blue"]
  verbs: ["impersonate:user-info"]`,
  binding('deputy-is-jane', 'ClusterRole be-jane', 'ServiceAccount ops/deputy'),
  `# … to read pods in two namespaces, and to look at the health of the API server.\n${role(
    'read-for-others',
    'apiGroups: [""]\nresources: ["pods", "pods/log"]\nverbs: ["impersonate-on:user-info:get", "impersonate-on:user-info:list"]',
  )}`,
  binding('deputy-reads-prod', 'ClusterRole read-for-others', 'ServiceAccount ops/deputy', 'prod'),
  binding('deputy-reads-test', 'ClusterRole read-for-others', 'ServiceAccount ops/deputy', 'test'),
  role('health-for-others', 'nonResourceURLs: ["/healthz/*"]\nverbs: ["impersonate-on:user-info:get"]'),
  binding('deputy-looks-at-health', 'ClusterRole health-for-others', 'ServiceAccount ops/deputy'),
  `# Rules of every user in devs.\n${role('readers', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]')}`,
  binding('devs-read', 'ClusterRole readers', 'Group devs'),
)
const EVERYTHING = documents(
  `${role('everything', 'apiGroups: ["*"]\nresources: ["*"]\nverbs: ["*"]')}
- nonResourceURLs: ["*"]
  verbs: ["*"]`,
  binding('deputy-does-everything', 'ClusterRole everything', 'ServiceAccount ops/deputy'),
  role('readers', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]'),
  binding('jane-reads', 'ClusterRole readers', 'User jane'),
)
const ALL_PARTS = {
  'Impersonate-User': 'jane',
  'Impersonate-Uid': '7',
  'Impersonate-Group': ['devs', 'ops'],
  'Impersonate-Extra-acme.example%2Fteam': ['red', 'blue'],
}
const compiled = (policy: string, line: string, headers: Parameters<typeof http>[1]): Scenario =>
  scenario(policy, DEPUTY, http(line, headers), { design: 'compiled' })

const SERVED: Pick<ExpectedResult, 'code' | 'constraint' | 'groups'> = {
  code: 200,
  constraint: 'impersonate:user-info',
  groups: ['devs', 'ops', 'system:authenticated'],
}

/** The rules of constrained impersonation as a front end of conditions: RBAC compiles them for a single review. */
export const compiledExamples: readonly Example[] = [
  {
    id: 'compiled-user',
    group: GROUP,
    title: 'The documentation’s user, in one review',
    sentence: 'The YAML is that of the page. RBAC makes one condition of it, and the API server finds it true.',
    note: 'The comment: “these "special" impersonate:<type> and impersonate-on:<verb> RBAC representations could be also easily turned into conditional authorization rules by the RBAC authorizer”.',
    scenario: docs('user-list'),
    expect: {
      code: 200,
      checks: ['Conditional impersonate users', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'compiled-user-denied',
    group: GROUP,
    title: 'The same user, to delete',
    sentence: 'The same condition comes back, and does not hold. The client sees the review, not a verb.',
    scenario: docs('user-delete'),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'compiled-serviceaccount',
    group: GROUP,
    title: 'The documentation’s service account',
    sentence: 'The identity is settled by the review itself, so only the action is left in the condition.',
    scenario: docs('serviceaccount-create'),
    expect: {
      code: 200,
      checks: ['Conditional impersonate serviceaccounts', 'Allow create deployments'],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:production', 'system:authenticated'],
    },
  },
  {
    id: 'compiled-node',
    group: GROUP,
    title: 'The documentation’s node agent',
    sentence:
      'That the agent runs on this node is known when the review is made: `associated-node` needs no more checks.',
    scenario: docs('node-list'),
    expect: {
      code: 200,
      checks: ['Conditional impersonate users', 'Allow list pods'],
      constraint: 'impersonate:associated-node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'compiled-node-other',
    group: GROUP,
    title: 'The node of another agent',
    sentence: 'No rule can match for any request, so there is no condition to evaluate.',
    scenario: docs('node-other'),
    expect: { code: 403, checks: ['NoOpinion impersonate users'] },
  },
  {
    id: 'compiled-parts',
    group: GROUP,
    title: 'Six parts of a target, in one review',
    sentence:
      'User, UID, two groups, two extra values: as released that is seven checks before the request. Here it is one.',
    note: 'RBAC has to look through the RoleBindings of every namespace: the review is about a user, and does not say where the request goes.',
    scenario: compiled(PARTS, 'GET /api/v1/namespaces/prod/pods', ALL_PARTS),
    expect: { ...SERVED, checks: ['Conditional impersonate users', 'Allow list pods'] },
  },
  {
    id: 'compiled-parts-denied',
    group: GROUP,
    title: 'One part more than the rules have',
    sentence: '`admins` is not a group of the condition, so the whole condition fails.',
    scenario: compiled(PARTS, 'GET /api/v1/namespaces/prod/pods', {
      ...ALL_PARTS,
      'Impersonate-Group': ['devs', 'admins'],
    }),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'compiled-path',
    group: GROUP,
    title: 'A path, which the comment’s data does not have',
    sentence: 'The condition uses `impersonatedRequest.path`. The target may be impersonated, but may not read it.',
    scenario: compiled(PARTS, 'GET /healthz/etcd', ALL_PARTS),
    expect: { ...SERVED, code: 403, checks: ['Conditional impersonate users', 'NoOpinion get /healthz/etcd'] },
  },
  {
    id: 'compiled-everything',
    group: GROUP,
    title: 'A user who may do everything',
    sentence:
      'Nothing is left to find out, so the answer is a plain Allow, and counts for the first mode that applies.',
    scenario: compiled(EVERYTHING, 'GET /api/v1/namespaces/prod/pods', { 'Impersonate-User': 'jane' }),
    expect: {
      code: 200,
      checks: ['Allow impersonate users', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
]
