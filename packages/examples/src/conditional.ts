import type { Scenario } from '@authz-playground/engine'
import { accessRuleYAML, allowingRule } from './access-rules.ts'
import { type Example, http, scenario, serviceAccount, user } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'Review thread: conditional authorization'
const RULE_GROUP = 'Review thread: an access rule'

const IMPERSONATOR = user('impersonator')
/** The comment's principal, with the node in the extra that it prints. */
const AGENT = { ...serviceAccount('foo', 'bar'), uid: '123', extra: { 'authentication.k8s.io/nodeName': ['node-1'] } }
const NODE = ['system:nodes', 'system:authenticated'] as const
const ANYBODY = ['system:authenticated'] as const

/** The impersonated users may read: that part is RBAC's, as before. */
const READERS = documents(
  `# Not in the comment: what those may do who are impersonated.\n${role(
    'readers',
    'apiGroups: [""]\nresources: ["pods", "secrets"]\nverbs: ["get", "list"]',
  )}`,
  binding('readers', 'ClusterRole readers', 'Group system:authenticated'),
)

const asking = (rules: string, requestor: Scenario['requestor'], request: string): Scenario =>
  scenario(documents(rules, READERS), requestor, request, {
    design: 'conditional',
    authorizationModes: ['RBAC', 'AccessRules'],
  })

type Headers = Readonly<Record<string, string | readonly string[]>>
const list = (resource: string, headers: Headers): string => http(`GET /api/v1/namespaces/prod/${resource}`, headers)

const SOME_USER = allowingRule(
  'some-user',
  'The condition after && is printed in the comment.',
  `action == "impersonate" && request.attributes.resource == "users" && request.attributes.name == "someUser" &&
  context.requestAttr.resource == "pods" && context.requestAttrs.verb in ["get", "list"]`,
)

const NODES = allowingRule(
  'nodes',
  'Printed, with a service account and a resource where the comment leaves room for them.',
  `(principal.username == "system:serviceaccount:foo:bar") && action == "impersonate" &&
  resource.username.startsWith("system:node:") && "system:nodes" in resource.groups &&
  (context.requestAttr.resource == "pods")`,
)

const SCHEDULED = allowingRule(
  'scheduled-node',
  'As the last one, but in addition the node must be the agent’s own.',
  `action == "impersonate" && resource.username.startsWith("system:node:") && "system:nodes" in resource.groups &&
  resource.username == "system:node:" + principal.extra["authentication.k8s.io/nodeName"][0]`,
)

const TOGETHER = allowingRule(
  'together',
  'Username and group only together.',
  'action == "impersonate" && resource.username == "jane" && resource.groups == ["devs"]',
)

const PROXY = allowingRule(
  'front-proxy',
  'Anybody and any group with the prefix of the proxy, and nobody else.',
  `principal.username == "proxy" && action == "impersonate" && resource.username.startsWith("oidc:") &&
  (!has(resource.groups) || resource.groups.all(one, one.startsWith("oidc:")))`,
)

const comment: readonly Example[] = [
  {
    id: 'conditional-printed',
    group: GROUP,
    title: 'Allow, only if the request is for pods',
    sentence: 'The check of `someUser` is answered with a condition on the request, and the API server evaluates that.',
    note: 'Printed: `context.requestAttr.resource == "pods" && context.requestAttrs.verb in ["get", "list"]`. It says `requestAttr` and `requestAttrs`; both are taken as one.',
    scenario: asking(SOME_USER, IMPERSONATOR, list('pods', { 'Impersonate-User': 'someUser' })),
    expect: { code: 200, checks: ['Conditional impersonate users', 'Allow list pods'], groups: ANYBODY },
  },
  {
    id: 'conditional-printed-denied',
    group: GROUP,
    title: 'Allow, only if: a request for secrets',
    sentence: 'The same answer with the same condition; it does not hold for `secrets`, so nobody is impersonated.',
    scenario: asking(SOME_USER, IMPERSONATOR, list('secrets', { 'Impersonate-User': 'someUser' })),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'conditional-node',
    group: GROUP,
    title: 'Any node, by its prefix',
    sentence: 'A prefix and a group say what a node is, without a verb of its own for nodes.',
    note: 'Printed: `resource.username.startsWith("system:node:") && "system:nodes" in resource.groups`. No header asks for `system:nodes` here: the group counts because the name implies it, and the assumptions have the other reading.',
    scenario: asking(NODES, AGENT, list('pods', { 'Impersonate-User': 'system:node:node-2' })),
    expect: { code: 200, checks: ['Conditional impersonate users', 'Allow list pods'], groups: NODE },
  },
  {
    id: 'conditional-node-with-its-group',
    group: GROUP,
    title: 'Any node, with its group as a header',
    sentence:
      'As kubelets are impersonated today: name and group are both asked for, and each check has its condition.',
    scenario: asking(
      NODES,
      AGENT,
      list('pods', { 'Impersonate-User': 'system:node:node-2', 'Impersonate-Group': 'system:nodes' }),
    ),
    expect: {
      code: 200,
      checks: ['Conditional impersonate users', 'Conditional impersonate groups', 'Allow list pods'],
      groups: NODE,
    },
  },
  {
    id: 'conditional-scheduled-node',
    group: GROUP,
    title: 'The node that the agent runs on',
    sentence: 'What is known of the requestor is folded in, so the condition left over names `system:node:node-1`.',
    note: 'Printed: `resource.username = "system:node:" + principal.extra["authentication.k8s.io/nodeName"][0]`. A single `=` is no CEL; mended it is `==`.',
    scenario: asking(SCHEDULED, AGENT, list('pods', { 'Impersonate-User': 'system:node:node-1' })),
    expect: { code: 200, checks: ['Conditional impersonate users', 'Allow list pods'], groups: NODE },
  },
  {
    id: 'conditional-scheduled-node-other',
    group: GROUP,
    title: 'A node that the agent does not run on',
    sentence: 'The agent’s token says `node-1`, so the condition does not hold for `node-2`.',
    scenario: asking(SCHEDULED, AGENT, list('pods', { 'Impersonate-User': 'system:node:node-2' })),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'conditional-scheduled-node-without-extra',
    group: GROUP,
    title: 'The node of somebody without a node',
    sentence: 'The extra is not there, so the condition ends in an error, and an Allow in error allows nothing.',
    scenario: asking(SCHEDULED, IMPERSONATOR, list('pods', { 'Impersonate-User': 'system:node:node-1' })),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'conditional-together',
    group: GROUP,
    title: 'User and group, only together',
    sentence: 'Both checks carry the same condition, which looks at the whole target.',
    note: 'The comment’s first limitation: “principal P is able to impersonate username U and group G only together”.',
    scenario: asking(TOGETHER, IMPERSONATOR, list('pods', { 'Impersonate-User': 'jane', 'Impersonate-Group': 'devs' })),
    expect: {
      code: 200,
      checks: ['Conditional impersonate users', 'Conditional impersonate groups', 'Allow list pods'],
      groups: ['devs', 'system:authenticated'],
    },
  },
  {
    id: 'conditional-together-alone',
    group: GROUP,
    title: 'The user without the group',
    sentence: 'Without a group header there are no groups to compare: the condition ends in an error.',
    note: 'What headers leave out is absent, not empty. `has(resource.groups) &&` before it would make it false instead.',
    scenario: asking(TOGETHER, IMPERSONATOR, list('pods', { 'Impersonate-User': 'jane' })),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
  {
    id: 'conditional-front-proxy',
    group: GROUP,
    title: 'A front proxy with a prefix of its own',
    sentence: 'The proxy may be anybody whose name and groups begin with `oidc:`, however many there are.',
    scenario: asking(
      PROXY,
      user('proxy'),
      list('pods', { 'Impersonate-User': 'oidc:jane', 'Impersonate-Group': ['oidc:devs', 'oidc:ops'] }),
    ),
    expect: {
      code: 200,
      checks: [
        'Conditional impersonate users',
        'Conditional impersonate groups',
        'Conditional impersonate groups',
        'Allow list pods',
      ],
      groups: ['oidc:devs', 'oidc:ops', 'system:authenticated'],
    },
  },
  {
    id: 'conditional-front-proxy-masters',
    group: GROUP,
    title: 'The same proxy asks for system:masters',
    sentence: 'The group has no prefix, so the condition on all groups fails with the first check.',
    note: 'The comment’s use case: “make sure that it cannot impersonate system:masters by prefixing all userinfo strings”.',
    scenario: asking(
      PROXY,
      user('proxy'),
      list('pods', { 'Impersonate-User': 'oidc:jane', 'Impersonate-Group': 'system:masters' }),
    ),
    expect: { code: 403, checks: ['Conditional impersonate users'] },
  },
]

const ENTRIES = [
  {
    effect: 'Deny',
    description: 'Restrict impersonation to real users',
    condition: `request.attributes.resource == "groups" ||
    (request.attributes.resource == "users" &&
    request.impersonation.target.type in ["ServiceAccount"])`,
  },
  {
    effect: 'Allow',
    description: 'Alice can impersonate Bob or Corai',
    condition: `(request.attributes.resource == "users" &&
    request.impersonation.target.name in ["bob","corai"])`,
  },
] as const
const PRINTED_FILTER = `(request.attributes.verb in ["impersonate"]) &&
(group == "principals.external-authz.example")`
const PRINTED = accessRuleYAML('example', ENTRIES, PRINTED_FILTER)
const MENDED = accessRuleYAML('example', ENTRIES, PRINTED_FILTER.replace('principals.external-authz.example', ''))

const rule: readonly Example[] = [
  {
    id: 'conditional-access-rule-printed',
    group: RULE_GROUP,
    title: 'Alice as Bob, as printed',
    sentence: 'The printed filter asks for an API group in which no server checks impersonation.',
    note: 'Printed: `(group == "principals.external-authz.example")`. Users are checked in the core group, which has no name.',
    counterpart: { form: 'printed', other: 'conditional-access-rule-mended' },
    scenario: asking(PRINTED, user('alice'), list('pods', { 'Impersonate-User': 'bob' })),
    expect: { code: 403, checks: ['NoOpinion impersonate users'] },
  },
  {
    id: 'conditional-access-rule-mended',
    group: RULE_GROUP,
    title: 'Alice as Bob',
    sentence: 'With `group == ""` the filter holds, and who the target is remains as the condition.',
    note: 'The description names Alice, but no expression does. Any requestor may be Bob.',
    counterpart: { form: 'mended', other: 'conditional-access-rule-printed' },
    scenario: asking(MENDED, user('alice'), list('pods', { 'Impersonate-User': 'bob' })),
    expect: { code: 200, checks: ['Conditional impersonate users', 'Allow list pods'], groups: ANYBODY },
  },
  {
    id: 'conditional-access-rule-group',
    group: RULE_GROUP,
    title: 'Alice as Bob, with a group',
    sentence: 'The check of the group settles the entry’s condition, so it is a plain Deny.',
    scenario: asking(MENDED, user('alice'), list('pods', { 'Impersonate-User': 'bob', 'Impersonate-Group': 'devs' })),
    expect: { code: 403, checks: ['Conditional impersonate users', 'Deny impersonate groups'] },
  },
  {
    id: 'conditional-access-rule-service-account',
    group: RULE_GROUP,
    title: 'Alice as a service account',
    sentence:
      'Nothing denies it: a service account is checked as `serviceaccounts`, and both entries are about `users`.',
    note: 'The printed Deny can never be true: where the resource is `users`, the target is no ServiceAccount.',
    scenario: asking(MENDED, user('alice'), list('pods', { 'Impersonate-User': 'system:serviceaccount:prod:bob' })),
    expect: { code: 403, checks: ['NoOpinion impersonate serviceaccounts'] },
  },
]

/** Conditional authorization: each expression that the review prints, allowed and denied. */
export const conditionalExamples: readonly Example[] = [...comment, ...rule]
