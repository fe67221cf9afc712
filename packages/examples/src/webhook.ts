import type { Scenario } from '@authz-playground/engine'
import { type Example, http, scenario, serviceAccount } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'A webhook in the order of modes'
const DEPUTY = serviceAccount('ops', 'deputy')

/** The deputy may be jane, to list pods. */
const DEPUTY_IS_JANE = documents(
  role(
    'be-jane',
    'apiGroups: ["authentication.k8s.io"]\nresources: ["users"]\nresourceNames: ["jane"]\nverbs: ["impersonate:user-info"]',
  ),
  binding('deputy-is-jane', 'ClusterRole be-jane', 'ServiceAccount ops/deputy'),
  role('list-for-others', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:user-info:list"]', 'prod'),
  binding('deputy-lists-for-others', 'Role list-for-others', 'ServiceAccount ops/deputy', 'prod'),
)
/** And jane may list them. */
const RBAC = documents(
  DEPUTY_IS_JANE,
  role('jane-lists', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]', 'prod'),
  binding('jane-lists', 'Role jane-lists', 'User jane', 'prod'),
)
const LEGACY = documents(
  role('impersonate-jane', 'apiGroups: [""]\nresources: ["users"]\nresourceNames: ["jane"]\nverbs: ["impersonate"]'),
  binding('deputy-impersonates-jane', 'ClusterRole impersonate-jane', 'ServiceAccount ops/deputy'),
)

const ANSWERS = `
# Each entry: a part of a SubjectAccessReview, and what the webhook answers to it. The first that matches counts.
- match: {user: "system:serviceaccount:ops:deputy", resourceAttributes: {verb: "impersonate-on:user-info:list", resource: pods}}
  answer: Allow
  reason: deputies may list pods for others
- match: {user: "system:serviceaccount:ops:deputy", resourceAttributes: {verb: "impersonate:user-info", resource: users, name: jane}}
  answer: Allow
- match: {user: jane, resourceAttributes: {verb: list, resource: pods, namespace: prod}}
  answer: Allow
`
const DENIES_JANE = `
- match: {resourceAttributes: {verb: "impersonate:user-info", resource: users, name: jane}}
  answer: Deny
  reason: jane is on leave
`
const FAILS = `
- match: {}
  answer: Error
  reason: 'Post "https://authz.example.com/": context deadline exceeded'
`

/** A webhook before RBAC, as a file for `--authorization-config` has it. */
const configured = (
  failurePolicy: 'NoOpinion' | 'Deny',
  condition: string,
): string => `apiVersion: apiserver.config.k8s.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Webhook
  name: policy-agent
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: ${failurePolicy}
    connectionInfo:
      type: KubeConfigFile
      kubeConfigFile: /etc/kubernetes/policy-agent.kubeconfig
    matchConditions:
    - expression: ${condition}
- type: RBAC
  name: rbac
`
const NOT_OF_IMPERSONATION = `>-
        !has(request.resourceAttributes) ||
        !request.resourceAttributes.verb.startsWith("impersonate-on:")`
const DENIES_ACTIONS = `
policy-agent:
- match: {user: "system:serviceaccount:ops:deputy", resourceAttributes: {resource: pods}}
  answer: Deny
  reason: deputies do nothing with pods
`

const asking = (
  policy: string,
  webhook: string,
  authorizationModes: Scenario['cluster']['authorizationModes'],
  line = 'GET /api/v1/namespaces/prod/pods',
): Scenario => scenario(policy, DEPUTY, http(line, { 'Impersonate-User': 'jane' }), { webhook, authorizationModes })

const CHECKS = [
  'Allow impersonate-on:user-info:list pods',
  'Allow impersonate:user-info users',
  'Allow list pods',
] as const
const JANE = { constraint: 'impersonate:user-info', groups: ['system:authenticated'] } as const

/** Verbs are strings: any authorizer can answer them, and Deny and errors have their effects. */
export const webhookExamples: readonly Example[] = [
  {
    id: 'webhook-allows',
    group: GROUP,
    title: 'A cluster without RBAC',
    sentence: 'To a webhook the new verbs are only strings: three reviews come, and a table answers them.',
    scenario: asking('', ANSWERS, ['Webhook']),
    expect: { code: 200, checks: CHECKS, ...JANE },
  },
  {
    id: 'webhook-denies-before',
    group: GROUP,
    title: 'A webhook denies before RBAC is asked',
    sentence: 'RBAC would allow the identity; the webhook comes before it and says Deny, which ends that check.',
    scenario: asking(RBAC, DENIES_JANE, ['Webhook', 'RBAC']),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Deny impersonate:user-info users',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'webhook-denies-behind',
    group: GROUP,
    title: 'A webhook denies after RBAC',
    sentence: 'The same table in the other order: RBAC’s Allow ends each check, and the webhook is never asked.',
    scenario: asking(RBAC, DENIES_JANE, ['RBAC', 'Webhook']),
    expect: { code: 200, checks: CHECKS, ...JANE },
  },
  {
    id: 'webhook-denies-a-mode',
    group: GROUP,
    title: 'A Deny ends the check, not the impersonation',
    sentence: 'After the Deny the filter tries legacy, whose check is another one, and RBAC allows that.',
    note: 'A webhook that denies `impersonate:user-info` must deny `impersonate` too; the audit event has no constraint here.',
    scenario: asking(documents(RBAC, LEGACY), DENIES_JANE, ['Webhook', 'RBAC']),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:list pods',
        'Deny impersonate:user-info users',
        'Allow impersonate users',
        'Allow list pods',
      ],
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'webhook-fails',
    group: GROUP,
    title: 'The webhook fails, and RBAC allows',
    sentence: 'A call that fails gives no opinion, so the next authorizer is asked, and its Allow counts.',
    scenario: asking(RBAC, FAILS, ['Webhook', 'RBAC']),
    expect: { code: 200, checks: CHECKS, ...JANE },
  },
  {
    id: 'webhook-fails-at-the-end',
    group: GROUP,
    title: 'The webhook fails at the last check',
    sentence: 'RBAC allows the impersonation and not what `jane` asks for; with an error beside that it is a 500.',
    scenario: asking(DEPUTY_IS_JANE, FAILS, ['RBAC', 'Webhook']),
    expect: { code: 500, checks: [CHECKS[0], CHECKS[1], 'NoOpinion list pods'], ...JANE },
  },
  {
    id: 'webhook-skipped',
    group: GROUP,
    title: 'A match condition keeps a review from a webhook',
    sentence:
      'The webhook would deny the first check; its `matchConditions` skip the verbs `impersonate-on:…`, so RBAC answers it.',
    scenario: scenario(RBAC, DEPUTY, http('GET /api/v1/namespaces/prod/pods', { 'Impersonate-User': 'jane' }), {
      webhook: DENIES_ACTIONS,
      authorizationConfig: configured('Deny', NOT_OF_IMPERSONATION),
      authorizationModes: ['Webhook', 'RBAC'],
    }),
    expect: { code: 200, checks: CHECKS, ...JANE },
  },
  {
    id: 'webhook-fails-closed',
    group: GROUP,
    title: 'A webhook that fails denies',
    sentence: 'RBAC would allow it all; the call of the webhook fails, and `failurePolicy: Deny` denies each check.',
    scenario: scenario(RBAC, DEPUTY, http('GET /api/v1/namespaces/prod/pods', { 'Impersonate-User': 'jane' }), {
      webhook: FAILS,
      authorizationConfig: configured('Deny', 'request.user != "jane"'),
      authorizationModes: ['Webhook', 'RBAC'],
    }),
    expect: { code: 403, checks: ['Deny impersonate-on:user-info:list pods', 'Deny impersonate users'] },
  },
]
