import type { PlainUser } from '@authz-playground/engine'
import { accessRuleYAML, allowingRule } from './access-rules.ts'
import { type Example, http, scenario, serviceAccount, user } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'KEP-5681: conditions on impersonation'

const LUCAS = user('lucas')
const AGENT = serviceAccount('ai', 'ai-agent-foo')
const ANYBODY = ['system:authenticated'] as const

/** What the impersonated users may do: that part is RBAC’s. */
const READERS = documents(
  `# Not in the text: what the impersonated users may do.\n${role(
    'readers',
    'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]',
  )}`,
  binding('readers', 'ClusterRole readers', 'Group system:authenticated'),
  role('deleters', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["delete"]'),
  binding('alice-deletes', 'ClusterRole deleters', 'User alice'),
  binding('bob-deletes', 'ClusterRole deleters', 'User bob'),
)

const NODE = allowingRule(
  'lucas-only-impersonate-node-get-pods',
  'Printed, in pseudo-code that reads as CEL.',
  `request.userInfo.username == "lucas" &&
  request.verb == "impersonate" &&
  request.resource == "nodes" &&
  request.apiGroup == "authentication.k8s.io" &&
  request.name == "foo" &&
  impersonatedRequest.apiGroup == "" &&
  impersonatedRequest.resource == "pods" &&
  impersonatedRequest.verb == "get"`,
)

const OF_AGENT = `request.userInfo.username == "${AGENT.username}" && request.verb == "impersonate"`

const TWO_USERS = documents(
  allowingRule(
    'alice-for-reads',
    'The agent can impersonate alice only for read requests.',
    `${OF_AGENT} && request.resource == "users" && request.name == "alice" &&
    impersonatedRequest.verb in ["get", "list", "watch"]`,
  ),
  allowingRule(
    'bob-for-anything',
    'The agent can impersonate bob for any action.',
    `${OF_AGENT} && request.resource == "users" && request.name == "bob"`,
  ),
)

const WITH_GROUP = allowingRule(
  'lucas-with-the-group',
  'The text has no variable for the other headers: impersonatedUser is the playground’s.',
  `${OF_AGENT} && (
    (request.resource == "users" && request.name == "lucas" &&
      has(impersonatedUser.groups) && "ai-agent-foo" in impersonatedUser.groups) ||
    (request.resource == "groups" && request.name == "ai-agent-foo"))`,
)

/** RBAC grants it unconditionally, and an authorizer before it denies some requests. */
const NOT_TO_DELETE = documents(
  accessRuleYAML('nobody-deletes-as-another', [
    {
      effect: 'Deny',
      description: 'no deleting as another user',
      condition: 'request.verb == "impersonate" && impersonatedRequest.verb == "delete"',
    },
  ]),
  role('be-alice', 'apiGroups: [""]\nresources: ["users"]\nresourceNames: ["alice"]\nverbs: ["impersonate"]'),
  binding('lucas-is-alice', 'ClusterRole be-alice', 'User lucas'),
)

const POD = '/api/v1/namespaces/prod/pods/web'
type Headers = Readonly<Record<string, string>>
const asking = (
  rules: string,
  requestor: PlainUser,
  line: string,
  headers: Headers,
  settings: Parameters<typeof scenario>[3] = {},
): Example['scenario'] =>
  scenario(documents(rules, READERS), requestor, http(line, headers), {
    design: 'condition-sets',
    authorizationModes: ['AccessRules', 'RBAC'],
    version: '1.37',
    ...settings,
  })
const AS_FOO = { 'Impersonate-User': 'system:node:foo' } as const
const AS_ALICE = { 'Impersonate-User': 'alice' } as const

/** The section of KEP-5681 on constrained impersonation. A ClusterAccessRule is the policy of its conditional authorizer. */
export const conditionSetExamples: readonly Example[] = [
  {
    id: 'condition-sets-node',
    group: GROUP,
    title: 'Node foo, only to get pods',
    sentence:
      'One review of `nodes`; its answer has three of the eight expressions left, and the impersonation filter finds them true.',
    note: 'Printed: “lucas can only impersonate node foo, but only to get pods”. The ClusterAccessRule around the pseudo-code is the playground’s.',
    scenario: asking(NODE, LUCAS, `GET ${POD}`, AS_FOO),
    expect: {
      code: 200,
      checks: ['Conditional impersonate nodes', 'Allow get pods'],
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'condition-sets-node-denied',
    group: GROUP,
    title: 'Node foo, to list pods',
    sentence: 'The same review and the same conditions come back; they do not hold for `list`.',
    scenario: asking(NODE, LUCAS, 'GET /api/v1/namespaces/prod/pods', AS_FOO),
    expect: { code: 403, checks: ['Conditional impersonate nodes'] },
  },
  {
    id: 'condition-sets-alice',
    group: GROUP,
    title: 'alice for reads only: get a pod',
    sentence: 'The review of `alice` is answered with a condition on the verb, which holds for `get`.',
    note: 'The text: “The current Constrained Impersonation KEP does not allow distinguishing what the impersonator can do for what target user.”',
    scenario: asking(TWO_USERS, AGENT, `GET ${POD}`, AS_ALICE),
    expect: { code: 200, checks: ['Conditional impersonate users', 'Allow get pods'], groups: ANYBODY },
  },
  {
    id: 'condition-sets-alice-denied',
    group: GROUP,
    title: 'alice for reads only: delete a pod',
    sentence: '`alice` may delete pods, and the agent may not do it as `alice`.',
    scenario: asking(TWO_USERS, AGENT, `DELETE ${POD}`, AS_ALICE),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'condition-sets-bob',
    group: GROUP,
    title: 'bob for any action: delete a pod',
    sentence: 'Everything in this rule is known at the review, so the answer is a plain Allow without conditions.',
    scenario: asking(TWO_USERS, AGENT, `DELETE ${POD}`, { 'Impersonate-User': 'bob' }),
    expect: { code: 200, checks: ['Allow impersonate users', 'Allow delete pods'], groups: ANYBODY },
  },
  {
    id: 'condition-sets-group',
    group: GROUP,
    title: 'A user, only with a group',
    sentence: 'Two reviews: that of the user has a condition on the group, that of the group has none.',
    scenario: asking(WITH_GROUP, AGENT, `GET ${POD}`, {
      'Impersonate-User': 'lucas',
      'Impersonate-Group': 'ai-agent-foo',
    }),
    expect: {
      code: 200,
      checks: ['Conditional impersonate users', 'Allow impersonate groups', 'Allow get pods'],
      groups: ['ai-agent-foo', ...ANYBODY],
    },
  },
  {
    id: 'condition-sets-deny',
    group: GROUP,
    title: 'RBAC allows, after a condition that denies',
    sentence:
      'The union has two parts: a Deny under a condition, and the Allow of RBAC. The condition comes first and is true.',
    scenario: asking(NOT_TO_DELETE, LUCAS, `DELETE ${POD}`, AS_ALICE),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'condition-sets-closed',
    group: GROUP,
    title: 'The same review, where conditions fail closed',
    sentence:
      '“Feature availability” lists writes only. Read like that, the review of `impersonate` gets no conditions, and a policy that needs them allows nothing.',
    scenario: asking(NODE, LUCAS, `GET ${POD}`, AS_FOO, {
      assumptions: { 'condition-sets': { availability: 'listed' } },
    }),
    expect: { code: 403, checks: ['NoOpinion impersonate nodes'] },
  },
  {
    id: 'condition-sets-as-1-37',
    group: GROUP,
    title: 'alice for reads only, in Kubernetes 1.37',
    sentence:
      'No caller in 1.37.2 asks for conditions: the last check is answered with one, which fails closed, and the agent is refused.',
    note: 'The library of 1.37.2 can return and evaluate conditions. No authorizer of kube-apiserver returns them, and each caller, both impersonation filters among them, asks for a decision without conditions.',
    scenario: asking(TWO_USERS, AGENT, `GET ${POD}`, AS_ALICE, { design: 'conditions-1.37' }),
    expect: { code: 403, checks: ['NoOpinion impersonate-on:user-info:get pods', 'NoOpinion impersonate users'] },
  },
]
