import type { Scenario } from '@authz-playground/engine'
import { accessRuleYAML, allowingRule } from './access-rules.ts'
import { type Example, http, scenario, user } from './example.ts'
import { binding, documents, role, toEverybody } from './rbac.ts'

const GROUP = 'KEP-5284: Expand RBAC/SAR'

const IMPERSONATOR = user('impersonator')
const HEADER = 'Impersonate-Access-Rule'

/** Rules, the grant to rely on `granted`, and the permissions of the impersonated users. */
function policy(granted: string, ...rules: readonly string[]): string {
  return documents(
    ...rules,
    `# RBAC: the impersonator may impersonate by this rule only.\n${role(
      'may-rely',
      `apiGroups: ["authorization.k8s.io"]\nresources: ["clusteraccessrules"]\nresourceNames: ["${granted}"]\nverbs: ["impersonate"]`,
    )}`,
    binding('may-rely', 'ClusterRole may-rely', 'User impersonator'),
    `# What everybody may do.\n${role(
      'everybody',
      'apiGroups: ["", "example.org"]\nresources: ["pods", "something"]\nverbs: ["get", "list", "delete"]',
    )}`,
    toEverybody(binding('everybody', 'ClusterRole everybody', 'Group system:authenticated')),
  )
}

type Headers = Readonly<Record<string, string | readonly string[]>>
const asking = (rules: string, line: string, headers: Headers): Scenario =>
  scenario(rules, IMPERSONATOR, http(line, headers), { design: 'access-rule' })

const ELEVATION = policy(
  'elevation-of-privilege',
  allowingRule(
    'elevation-of-privilege',
    'Not printed: what the rule of that name says. Here, to read something as jane.',
    `impersonatedUser.username == "jane" && !has(impersonatedUser.groups) &&
    request.attributes.verb == "get" && request.attributes.apiGroup == "example.org" &&
    request.attributes.resource == "something"`,
  ),
)
const DELETES = policy(
  'only-deletes',
  allowingRule(
    'only-deletes',
    'You can impersonate that principal but only to perform deletes.',
    'impersonatedUser.username == "jane" && impersonatedRequest.verb == "delete"',
  ),
)
const CARELESS = policy(
  'careless',
  allowingRule('careless', 'It says what, and forgets whom.', 'request.attributes.verb == "list"'),
)
/** The ClusterAccessRule of a later comment, with the core group instead of a group that no check has. */
const SKETCH = (group: string): string =>
  policy(
    'example',
    accessRuleYAML(
      'example',
      [
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
      ],
      `(request.attributes.verb in ["impersonate"]) &&
      (group == "${group}")`,
    ),
  )

const SOMETHING = 'GET /apis/example.org/v1/namespaces/default/something/thing'
const byRule = (rule: string, username = 'jane', more: Headers = {}): Headers => ({
  'Impersonate-User': username,
  ...more,
  [HEADER]: rule,
})
const byPart = (rules: string, headers: Headers): Scenario => ({
  ...asking(rules, 'GET /api/v1/namespaces/default/pods', headers),
  assumptions: { 'access-rule': { review: 'identity' } },
})

const GRANTED = 'Allow impersonate clusteraccessrules'
const ANYBODY = ['system:authenticated'] as const

/** Reviews that rely on a rule by name, which the client declares. */
export const declaredRuleExamples: readonly Example[] = [
  {
    id: 'access-rule-printed',
    group: GROUP,
    title: 'The printed review: get something, by elevation-of-privilege',
    sentence:
      'The client declares the rule, RBAC lets it rely on that one, and the rule’s entries see target and request.',
    note: 'Printed is one review with `accessRule`, for the impersonator and with the request’s own verb and resource. It does not contain the impersonated user. No header is named: `Impersonate-Access-Rule` is an assumption.',
    scenario: asking(ELEVATION, SOMETHING, byRule('elevation-of-privilege')),
    expect: {
      code: 200,
      checks: [GRANTED, 'Conditional get something', 'Allow get something'],
      constraint: 'clusteraccessrules/elevation-of-privilege',
      groups: ANYBODY,
    },
  },
  {
    id: 'access-rule-another-user',
    group: GROUP,
    title: 'The same, as somebody else',
    sentence: 'The condition is about `jane`, so it does not hold for `bob`.',
    scenario: asking(ELEVATION, SOMETHING, byRule('elevation-of-privilege', 'bob')),
    expect: { code: 403, checks: [GRANTED, 'Conditional get something'] },
  },
  {
    id: 'access-rule-only-deletes',
    group: GROUP,
    title: 'Impersonate, but only to delete',
    sentence: 'The review thread’s example of what an access rule could say.',
    note: 'The comment: “an access rule might day you can impersonate that principal but only to perform deletes”.',
    scenario: asking(DELETES, 'DELETE /api/v1/namespaces/default/pods/web', byRule('only-deletes')),
    expect: {
      code: 200,
      checks: [GRANTED, 'Conditional delete pods', 'Allow delete pods'],
      constraint: 'clusteraccessrules/only-deletes',
      groups: ANYBODY,
    },
  },
  {
    id: 'access-rule-only-deletes-list',
    group: GROUP,
    title: 'Impersonate only to delete, and list',
    sentence: '`jane` may list pods. By this rule nobody lists them as `jane`.',
    scenario: asking(DELETES, 'GET /api/v1/namespaces/default/pods', byRule('only-deletes')),
    expect: { code: 403, checks: [GRANTED, 'Conditional list pods'] },
  },
  {
    id: 'access-rule-not-declared',
    group: GROUP,
    title: 'A client that declares nothing',
    sentence: 'Without a declared rule only the verb `impersonate` on the user would do, and nobody granted that.',
    scenario: asking(DELETES, 'DELETE /api/v1/namespaces/default/pods/web', { 'Impersonate-User': 'jane' }),
    expect: { code: 403, checks: ['NoOpinion impersonate users'] },
  },
  {
    id: 'access-rule-not-granted',
    group: GROUP,
    title: 'A rule that RBAC does not let it rely on',
    sentence: 'The rule is there; “only with a particular Access Rule name” is what the grant says, and it is another.',
    scenario: asking(DELETES, 'DELETE /api/v1/namespaces/default/pods/web', byRule('elevation-of-privilege')),
    expect: { code: 403, checks: ['NoOpinion impersonate clusteraccessrules'] },
  },
  {
    id: 'access-rule-careless',
    group: GROUP,
    title: 'A rule that forgets to say whom',
    sentence:
      'Nothing else asks about the target: what an entry does not mention may be anything, `system:masters` too.',
    scenario: asking(
      CARELESS,
      'GET /api/v1/namespaces/default/pods',
      byRule('careless', 'eve', { 'Impersonate-Group': 'system:masters' }),
    ),
    expect: {
      code: 200,
      checks: [GRANTED, 'Allow list pods', 'Allow list pods'],
      constraint: 'clusteraccessrules/careless',
      groups: ['system:masters', 'system:authenticated'],
    },
  },
  {
    id: 'access-rule-sketch-printed',
    group: GROUP,
    title: 'The sketched ClusterAccessRule, declared',
    sentence: 'Read as asking about each part of the target. Its filter names a group in which no check is made.',
    counterpart: { form: 'printed', other: 'access-rule-sketch-mended' },
    scenario: byPart(SKETCH('principals.external-authz.example'), byRule('example', 'bob')),
    expect: { code: 403, checks: [GRANTED, 'NoOpinion impersonate users'] },
  },
  {
    id: 'access-rule-sketch-mended',
    group: GROUP,
    title: 'The sketched ClusterAccessRule, with the core group',
    sentence: 'With `group == ""` the filter fits, and `bob` is a real user whom it names.',
    counterpart: { form: 'mended', other: 'access-rule-sketch-printed' },
    scenario: byPart(SKETCH(''), byRule('example', 'bob')),
    expect: {
      code: 200,
      checks: [GRANTED, 'Conditional impersonate users', 'Allow list pods'],
      constraint: 'clusteraccessrules/example',
      groups: ANYBODY,
    },
  },
  {
    id: 'access-rule-sketch-group',
    group: GROUP,
    title: 'The sketched ClusterAccessRule, and a group',
    sentence: 'The user is allowed; the group is another check, which the Deny entry denies.',
    scenario: byPart(SKETCH(''), byRule('example', 'bob', { 'Impersonate-Group': 'devs' })),
    expect: { code: 403, checks: [GRANTED, 'Conditional impersonate users', 'Deny impersonate groups'] },
  },
]
