import { type Example, http, scenario, user } from './example.ts'
import { binding } from './rbac.ts'

const GROUP = 'The roles that every cluster has'
const janeViews = binding('jane-views', 'ClusterRole view', 'User jane', 'prod')
const JANE = user('jane')
const PODS = http('GET /api/v1/namespaces/prod/pods')

/** With and without the roles and bindings that kube-apiserver creates. */
export const defaultRoleExamples: readonly Example[] = [
  {
    id: 'default-view',
    group: GROUP,
    title: 'Bound to view',
    sentence: 'A RoleBinding to the ClusterRole `view`, which is not in the policy: every cluster has it.',
    scenario: scenario(janeViews, JANE, PODS, { defaultRoles: true }),
    expect: { code: 200, checks: ['Allow list pods'] },
  },
  {
    id: 'default-view-secrets',
    group: GROUP,
    title: 'Bound to view, and secrets',
    sentence: '`view` is made of the roles that are aggregated to it, and none of them grants `secrets`.',
    scenario: scenario(janeViews, JANE, http('GET /api/v1/namespaces/prod/secrets'), { defaultRoles: true }),
    expect: { code: 403, checks: ['NoOpinion list secrets'] },
  },
  {
    id: 'default-off',
    group: GROUP,
    title: 'Bound to view, by the policy alone',
    sentence: 'The same request in a cluster without these roles: the role is not found, and the reason says so.',
    scenario: scenario(janeViews, JANE, PODS, { defaultRoles: false }),
    expect: { code: 403, checks: ['NoOpinion list pods'] },
  },
  {
    id: 'default-discovery',
    group: GROUP,
    title: 'Discovery, for every authenticated user',
    sentence: '`system:discovery` is bound to the group `system:authenticated`, so `kubectl` can always begin.',
    scenario: scenario(janeViews, JANE, http('GET /apis'), { defaultRoles: true }),
    expect: { code: 200, checks: ['Allow get /apis'] },
  },
]
