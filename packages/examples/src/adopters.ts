import { AUTHENTICATION, grant, rule } from './arguments/grants.ts'
import { boundTo, type Example, type ExpectedResult, http, scenario, serviceAccount, user } from './example.ts'
import { documents } from './rbac.ts'

const REPORTER_GROUP = 'A reporter on each node, as node-readiness-controller has it'
const REPORTER = boundTo('n1', serviceAccount('agents', 'reporter'))

/** The reporter writes the status of a node as that node, with these verbs. */
const report = (identity: string, action: string, headers: Readonly<Record<string, string>> = {}, node = 'n1') =>
  scenario(
    documents(
      grant('be-a-node', 'ServiceAccount agents/reporter', rule(identity, 'nodes', { group: AUTHENTICATION })),
      grant('status-of-a-node', 'ServiceAccount agents/reporter', rule(action, 'nodes/status')),
    ),
    REPORTER,
    http(`PUT /api/v1/nodes/${node}/status`, { 'Impersonate-User': `system:node:${node}`, ...headers }),
    { authorizationModes: ['Node', 'RBAC'] },
  )
const OWN_NODE = ['impersonate:associated-node', 'impersonate-on:associated-node:update'] as const

const reporter: readonly Example[] = [
  {
    id: 'reporter-wrong-verb',
    group: REPORTER_GROUP,
    title: 'A reporter with the verb of the KEP',
    sentence: '`impersonate:scheduled-node` is a word of KEP-5284. Kubernetes asks for `impersonate:associated-node`.',
    note: 'The first sketch of the project had this verb. RBAC takes any word as a verb, so nothing was refused when the rules were applied.',
    scenario: report('impersonate:scheduled-node', 'impersonate-on:update'),
    expect: {
      code: 403,
      checks: [
        'NoOpinion impersonate-on:associated-node:update nodes/status',
        'NoOpinion impersonate-on:arbitrary-node:update nodes/status',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'reporter-own-node',
    group: REPORTER_GROUP,
    title: 'A reporter with the verb of Kubernetes',
    sentence: 'The reporter sends the name of its node alone, and becomes that node to `update` its status.',
    note: 'The API server adds the group `system:nodes` itself, which the Node authorizer needs.',
    scenario: report(...OWN_NODE),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:associated-node:update nodes/status',
        'Allow impersonate:associated-node nodes',
        'Allow update nodes/status',
      ],
      constraint: 'impersonate:associated-node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'reporter-with-group',
    group: REPORTER_GROUP,
    title: 'A reporter that sends one header too many',
    sentence: 'With `Impersonate-Group` no mode for nodes is tried, and nothing grants the old verb.',
    note: 'A change to the project added this header, and its author withdrew it. The modes for nodes and service accounts take `Impersonate-User` alone.',
    scenario: report(...OWN_NODE, { 'Impersonate-Group': 'system:nodes' }),
    expect: { code: 403, checks: ['NoOpinion impersonate users'] },
  },
  {
    id: 'reporter-other-node',
    group: REPORTER_GROUP,
    title: 'A reporter that asks to be another node',
    sentence: 'The token is bound to `n1`, so a reporter that was taken over cannot write the status of `n2`.',
    scenario: report(...OWN_NODE, {}, 'n2'),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate-on:arbitrary-node:update nodes/status', 'NoOpinion impersonate users'],
    },
  },
]

const BREAK_GLASS_GROUP = 'A break-glass service for several clusters, as k8s-breakglass has it'
const MANAGER = 'ServiceAccount breakglass/manager'
const REVIEWS = { group: 'authorization.k8s.io' }
const BREAK_GLASS = documents(
  `# The old rule, for clusters of every version.\n${grant('old', MANAGER, rule('impersonate', 'users groups'))}`,
  `# The new rules. A server before 1.35 never asks for their verbs.\n${grant('new', MANAGER, [
    rule('impersonate:user-info', 'users groups uids', { group: AUTHENTICATION }),
    rule('impersonate-on:user-info:create', 'selfsubjectaccessreviews', REVIEWS),
  ])}`,
  grant('review-oneself', 'Group system:authenticated', rule('create', 'selfsubjectaccessreviews', REVIEWS)),
)

/** The service tries what a cluster can do: a review of oneself, as a user without rights. */
const probe = (version: '1.34' | '1.36', headers: Readonly<Record<string, string>> = {}) =>
  scenario(
    BREAK_GLASS,
    serviceAccount('breakglass', 'manager'),
    http('POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { 'Impersonate-User': 'probe', ...headers }),
    { version },
  )
const UID = { 'Impersonate-Uid': 'capability-probe' }

/** A webhook that was written before 1.35. The one on call may do anything in an incident, but not be somebody else. */
const ON_CALL = `
- match: {user: oncall, resourceAttributes: {verb: impersonate}}
  answer: Deny
  reason: nobody impersonates in an incident
- match: {user: oncall}
  answer: Allow
  reason: incident 4711
`
const KNOWS_THE_VERBS = `
# Added: the identities of constrained impersonation, which are all in this API group.
- match: {user: oncall, resourceAttributes: {group: authentication.k8s.io}}
  answer: Deny
  reason: nobody impersonates in an incident
${ON_CALL.trimStart()}`
const onCall = (version: '1.34' | '1.36', webhook = ON_CALL) =>
  scenario(
    grant('auditor-reads', 'User auditor', rule('list', 'events')),
    user('oncall'),
    http('GET /api/v1/events', { 'Impersonate-User': 'auditor' }),
    { version, webhook, authorizationModes: ['RBAC', 'Webhook'] },
  )

const breakGlass: readonly Example[] = [
  {
    id: 'breakglass-probe',
    group: BREAK_GLASS_GROUP,
    title: 'Ask whether a cluster has the feature, with a UID',
    sentence: 'Only the new rules have `uids`, so 200 means that a constrained mode allowed the request.',
    note: 'The service keeps the old rule for clusters without the feature. A UID is what the old rule does not grant.',
    scenario: probe('1.36', UID),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:create selfsubjectaccessreviews',
        'Allow impersonate:user-info users',
        'Allow impersonate:user-info uids',
        'Allow create selfsubjectaccessreviews',
      ],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'breakglass-probe-old',
    group: BREAK_GLASS_GROUP,
    title: 'The same on Kubernetes 1.34',
    sentence: 'The server knows only the verb `impersonate`, and nothing grants it for a UID.',
    scenario: probe('1.34', UID),
    expect: { code: 403, checks: ['Allow impersonate users', 'NoOpinion impersonate uids'] },
  },
  {
    id: 'breakglass-probe-name-alone',
    group: BREAK_GLASS_GROUP,
    title: 'Ask with a name alone, on Kubernetes 1.34',
    sentence: 'The request passes by the old verb: a success without a UID says nothing about the feature.',
    scenario: probe('1.34'),
    expect: {
      code: 200,
      checks: ['Allow impersonate users', 'Allow create selfsubjectaccessreviews'],
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'breakglass-webhook-old',
    group: BREAK_GLASS_GROUP,
    title: 'A webhook refuses the verb impersonate, on 1.34',
    sentence: 'The webhook lets the user on call do everything except `impersonate`.',
    scenario: onCall('1.34'),
    expect: { code: 403, checks: ['Deny impersonate users'] },
  },
  {
    id: 'breakglass-webhook',
    group: BREAK_GLASS_GROUP,
    title: 'The same webhook on 1.36',
    sentence: 'The webhook does not know the new verbs, and allows them as it allows every other one.',
    note: 'The project found this in its own webhook. A webhook that allows verbs that it does not know grants impersonation with the upgrade to 1.36.',
    scenario: onCall('1.36'),
    expect: {
      code: 200,
      checks: ['Allow impersonate-on:user-info:list events', 'Allow impersonate:user-info users', 'Allow list events'],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'breakglass-webhook-mended',
    group: BREAK_GLASS_GROUP,
    title: 'A webhook that refuses the new identities, too',
    sentence: 'The webhook denies every identity in `authentication.k8s.io`, and the request is refused as before.',
    scenario: onCall('1.36', KNOWS_THE_VERBS),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:user-info:list events',
        'Deny impersonate:user-info users',
        'Deny impersonate users',
      ],
    },
  },
]

const OPERATOR_GROUP = 'An operator that generates rules, as auth-operator has it'
const APPLIER = 'system:serviceaccount:platform:rbac-applier'
const OPERATOR = 'ServiceAccount platform/auth-operator'
const GENERATED = documents(
  grant(
    'be-the-applier',
    OPERATOR,
    rule('impersonate:serviceaccount', 'serviceaccounts', { group: AUTHENTICATION, names: 'rbac-applier' }),
    'platform',
  ),
  grant('apply-as-an-account', OPERATOR, rule('impersonate-on:serviceaccount:patch', 'configmaps'), 'team-a'),
  grant('applier', 'ServiceAccount platform/rbac-applier', rule('get patch', 'configmaps'), 'team-a'),
)
const OLD_RULES = grant('old', OPERATOR, [
  rule('impersonate', 'serviceaccounts'),
  rule('impersonate', 'uids', { group: AUTHENTICATION }),
])
const apply = (policy: string, headers: Readonly<Record<string, string>> = {}) =>
  scenario(
    policy,
    serviceAccount('platform', 'auth-operator'),
    http('PATCH /api/v1/namespaces/team-a/configmaps/limits', { 'Impersonate-User': APPLIER, ...headers }),
  )
const AS_APPLIER: Pick<ExpectedResult, 'groups'> = {
  groups: ['system:serviceaccounts', 'system:serviceaccounts:platform', 'system:authenticated'],
}

const operator: readonly Example[] = [
  {
    id: 'operator-applies',
    group: OPERATOR_GROUP,
    title: 'Apply as a service account',
    sentence: 'The operator generates two rules for one account, and sends the name of that account alone.',
    scenario: apply(GENERATED),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:serviceaccount:patch configmaps',
        'Allow impersonate:serviceaccount serviceaccounts',
        'Allow patch configmaps',
      ],
      constraint: 'impersonate:serviceaccount',
      ...AS_APPLIER,
    },
  },
  {
    id: 'operator-with-uid',
    group: OPERATOR_GROUP,
    title: 'Apply as a service account with a UID',
    sentence:
      'With `Impersonate-Uid` the mode `serviceaccount` is not tried, and the generated rules count for nothing.',
    note: 'The operator refuses such a setting when it is written, before any request.',
    scenario: apply(GENERATED, { 'Impersonate-Uid': '8c1f' }),
    expect: { code: 403, checks: ['NoOpinion impersonate serviceaccounts'] },
  },
  {
    id: 'operator-with-uid-legacy',
    group: OPERATOR_GROUP,
    title: 'The same where the old rules are still there',
    sentence:
      'The request passes by the old verb, without a constraint: no rule limits what the operator does as this account.',
    note: 'The documents of the project call this the header-mixing trap. The audit event has no constraint.',
    scenario: apply(documents(GENERATED, OLD_RULES), { 'Impersonate-Uid': '8c1f' }),
    expect: {
      code: 200,
      checks: ['Allow impersonate serviceaccounts', 'Allow impersonate uids', 'Allow patch configmaps'],
      ...AS_APPLIER,
    },
  },
]

/** Three public projects that use constrained impersonation, with rules like theirs, and the mistake that each names itself. */
export const adopterExamples: readonly Example[] = [...reporter, ...breakGlass, ...operator]
