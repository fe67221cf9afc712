import { type Example, type Expected, http, scenario, user } from './example.ts'
import { binding, documents, role } from './rbac.ts'

const RBAC = 'rbac.authorization.k8s.io'
const ROLES = `/apis/${RBAC}/v1/clusterroles`
const BINDINGS = `/apis/${RBAC}/v1/clusterrolebindings`
const BOB = user('bob')

const kep = (words: string, code: Expected['code']): Expected => ({ by: 'KEP-5284', words, code })

/** A request with a body, as YAML. */
function sending(line: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  return `${http(line, { ...headers, 'Content-Type': 'application/yaml' })}\n\n${body}`
}

/** The permission to write roles; it does not limit their rules. */
const WRITES_ROLES = role(
  'role-writer',
  `apiGroups: ["${RBAC}"]\nresources: ["roles", "clusterroles", "rolebindings", "clusterrolebindings"]\nverbs: ["create", "update", "patch"]`,
)
const bobWrites = [WRITES_ROLES, binding('role-writers', 'ClusterRole role-writer', 'User bob')] as const

const DELEGATION = 'KEP-5284: integration tests, permission delegation'

function delegating(verb: string, apiGroup: string, resource: string): string {
  const rule = `apiGroups: ["${apiGroup}"]\n  resources: ["${resource}"]\n  verbs: ["${verb}"]`
  return sending(
    `POST ${ROLES}`,
    `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata:\n  name: for-alice\nrules:\n- ${rule}`,
  )
}

/** The test plan prints no rules. Its verbs are the design’s; on released clusters they contain the mode. */
const bobHolds = documents(
  role(
    'impersonate-users',
    'apiGroups: ["authentication.k8s.io"]\nresources: ["users"]\nverbs: ["impersonate:user-info"]',
  ),
  binding('impersonate-users', 'ClusterRole impersonate-users', 'User bob'),
  role('list-as-users', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:user-info:list"]'),
  binding('list-as-users', 'ClusterRole list-as-users', 'User bob'),
  `# Not in the KEP: bob may write roles.\n${bobWrites[0]}`,
  bobWrites[1],
)
const AS_RELEASED =
  'The KEP writes `impersonate:list`, which no design asks for; the verb of the released feature is `impersonate-on:user-info:list`.'
const AS_RELEASED_NODE =
  'The KEP writes `impersonate:node`; the verb of the released feature is `impersonate:arbitrary-node`. Neither is held.'

/** The other half of granting: a role with exactly that verb exists, and is bound to `alice`. */
function binds(verb: string, apiGroup: string, resource: string): Pick<Example, 'scenario'> {
  const passedOn = role('for-alice', `apiGroups: ["${apiGroup}"]\nresources: ["${resource}"]\nverbs: ["${verb}"]`)
  return { scenario: scenario(documents(bobHolds, passedOn), BOB, sending(`POST ${BINDINGS}`, bindingOf('for-alice'))) }
}

const CREATED = ['Allow create clusterroles', 'NoOpinion escalate clusterroles'] as const

const BOUND = ['Allow create clusterrolebindings', 'NoOpinion bind clusterroles'] as const

const delegation: readonly Example[] = [
  {
    id: 'kep-delegate-user-info',
    group: DELEGATION,
    title: 'Pass on impersonate:user-info',
    sentence:
      '`bob` writes a role with a verb that he holds, and may: a role that is bound to `alice` would give no more than he has.',
    expected: kep('bob … can delegate the impersonate:user-info permission to alice.', 201),
    scenario: scenario(bobHolds, BOB, delegating('impersonate:user-info', 'authentication.k8s.io', 'users')),
    expect: { code: 201, checks: CREATED },
  },
  {
    id: 'kep-delegate-node',
    group: DELEGATION,
    title: 'Pass on impersonate:node',
    sentence: 'To the check a verb of impersonation is a verb like any other: `bob` does not hold this one.',
    note: AS_RELEASED_NODE,
    expected: kep('bob cannot delegate the impersonate:node permission to alice.', 403),
    scenario: scenario(bobHolds, BOB, delegating('impersonate:arbitrary-node', 'authentication.k8s.io', 'nodes')),
    expect: { code: 403, checks: CREATED },
  },
  {
    id: 'kep-delegate-list',
    group: DELEGATION,
    title: 'Pass on listing pods as a user',
    sentence: 'The verb for the action is held on `pods`, so it can be passed on for `pods`.',
    note: AS_RELEASED,
    expected: kep('bob … can delegate the permission to alice.', 201),
    scenario: scenario(bobHolds, BOB, delegating('impersonate-on:user-info:list', '', 'pods')),
    expect: { code: 201, checks: CREATED },
  },
  {
    id: 'kep-delegate-update',
    group: DELEGATION,
    title: 'Pass on updating pods as a user',
    sentence: '`impersonate-on:user-info:list` says nothing about updating: each verb is compared by itself.',
    note: AS_RELEASED.replaceAll('list', 'update'),
    expected: kep('bob cannot delegate the impersonate:update permission on pods resource to alice.', 403),
    scenario: scenario(bobHolds, BOB, delegating('impersonate-on:user-info:update', '', 'pods')),
    expect: { code: 403, checks: CREATED },
  },
  {
    id: 'kep-bind-user-info',
    group: DELEGATION,
    title: 'Bind impersonate:user-info to alice',
    sentence:
      'Binding a role is granting it: its rules are compared as those of a role that is written, and `bob` holds them.',
    expected: kep('bob … can delegate the impersonate:user-info permission to alice.', 201),
    ...binds('impersonate:user-info', 'authentication.k8s.io', 'users'),
    expect: { code: 201, checks: BOUND },
  },
  {
    id: 'kep-bind-node',
    group: DELEGATION,
    title: 'Bind impersonate:node to alice',
    sentence: 'It does not help that another user wrote the role: `bob` does not hold its rules.',
    note: AS_RELEASED_NODE,
    expected: kep('bob cannot delegate the impersonate:node permission to alice.', 403),
    ...binds('impersonate:arbitrary-node', 'authentication.k8s.io', 'nodes'),
    expect: { code: 403, checks: BOUND },
  },
  {
    id: 'kep-bind-list',
    group: DELEGATION,
    title: 'Bind listing pods as a user to alice',
    sentence: '`bob` needs no `bind` on the role, since he holds its one rule.',
    note: AS_RELEASED,
    expected: kep('bob … can delegate the permission to alice.', 201),
    ...binds('impersonate-on:user-info:list', '', 'pods'),
    expect: { code: 201, checks: BOUND },
  },
  {
    id: 'kep-bind-update',
    group: DELEGATION,
    title: 'Bind updating pods as a user to alice',
    sentence: 'Neither `bind` nor the verb is held, and so `alice` does not get it from `bob`.',
    note: AS_RELEASED.replaceAll('list', 'update'),
    expected: kep('bob cannot delegate the impersonate:update permission on pods resource to alice.', 403),
    ...binds('impersonate-on:user-info:update', '', 'pods'),
    expect: { code: 403, checks: BOUND },
  },
  {
    id: 'kep-delegate-list-printed',
    group: DELEGATION,
    title: 'Pass on impersonate:list, as printed',
    sentence: 'A role may name a verb that no check uses. A user who holds it can grant it.',
    note: 'As the KEP prints it. The role is stored, and opens nothing.',
    expected: kep('bob has the impersonate:list permission on pods resource, and can delegate', 201),
    scenario: scenario(
      bobHolds.replace('impersonate-on:user-info:list', 'impersonate:list'),
      BOB,
      delegating('impersonate:list', '', 'pods'),
    ),
    expect: { code: 201, checks: CREATED },
  },
]

const WRITING = 'Writing roles'
const podReader = role('pod-reader', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["get", "list"]')
const secretReader = role('secret-reader', 'apiGroups: [""]\nresources: ["secrets"]\nverbs: ["get"]')
const bobReads = binding('bob-reads', 'ClusterRole pod-reader', 'User bob')
const bobsCluster = documents(podReader, bobReads, secretReader, ...bobWrites)

const SECRETS_TOO = `apiVersion: ${RBAC}/v1
kind: ClusterRole
metadata:
  name: reader
rules:
- apiGroups: [""]
  resources: ["pods", "secrets"]
  verbs: ["get"]`

function bindingOf(name: string): string {
  return `apiVersion: ${RBAC}/v1
kind: ClusterRoleBinding
metadata:
  name: alice-reads
roleRef:
  apiGroup: ${RBAC}
  kind: ClusterRole
  name: ${name}
subjects:
- kind: User
  apiGroup: ${RBAC}
  name: alice`
}

/** Grants `bob` one more verb on roles. */
function bobMay(verb: string, name?: string): readonly string[] {
  const only = name === undefined ? '' : `resourceNames: ["${name}"]\n`
  return [
    role(`may-${verb}`, `apiGroups: ["${RBAC}"]\nresources: ["clusterroles"]\n${only}verbs: ["${verb}"]`),
    binding(`may-${verb}`, `ClusterRole may-${verb}`, 'User bob'),
  ]
}

const writing: readonly Example[] = [
  {
    id: 'write-escalates',
    group: WRITING,
    title: 'A role with more than its writer holds',
    sentence: '`create` on `clusterroles` is not enough: nobody may write a role that grants more than they hold.',
    scenario: scenario(bobsCluster, BOB, sending(`POST ${ROLES}`, SECRETS_TOO)),
    expect: { code: 403, checks: CREATED },
  },
  {
    id: 'write-escalate-held',
    group: WRITING,
    title: 'The verb escalate',
    sentence: 'With `escalate` the rules are not compared at all, so its holder can gain every permission.',
    scenario: scenario(documents(bobsCluster, ...bobMay('escalate')), BOB, sending(`POST ${ROLES}`, SECRETS_TOO)),
    expect: { code: 201, checks: ['Allow create clusterroles', 'Allow escalate clusterroles'] },
  },
  {
    id: 'write-escalate-by-name',
    group: WRITING,
    title: 'The verb escalate, for a role by its name',
    sentence: 'The check of a `POST` has no name, so a rule with `resourceNames` lets nobody create that role.',
    note: 'A `PUT` has the name in its path, and would be allowed.',
    scenario: scenario(
      documents(bobsCluster, ...bobMay('escalate', 'reader')),
      BOB,
      sending(`POST ${ROLES}`, SECRETS_TOO),
    ),
    expect: { code: 403, checks: CREATED },
  },
  {
    id: 'write-binds',
    group: WRITING,
    title: 'A binding to a role that its writer does not hold',
    sentence: 'Binding is granting too: the rules of the role that is named are compared.',
    scenario: scenario(bobsCluster, BOB, sending(`POST ${BINDINGS}`, bindingOf('secret-reader'))),
    expect: { code: 403, checks: ['Allow create clusterrolebindings', 'NoOpinion bind clusterroles'] },
  },
  {
    id: 'write-bind-held',
    group: WRITING,
    title: 'The verb bind',
    sentence: '`bind` on one role by its name lets `bob` hand out that role, and no other.',
    scenario: scenario(
      documents(bobsCluster, ...bobMay('bind', 'secret-reader')),
      BOB,
      sending(`POST ${BINDINGS}`, bindingOf('secret-reader')),
    ),
    expect: { code: 201, checks: ['Allow create clusterrolebindings', 'Allow bind clusterroles'] },
  },
  {
    id: 'write-binds-nothing',
    group: WRITING,
    title: 'A binding to a role that is not there',
    sentence:
      'There is nothing to compare, so it is a 404, and its text names the resource of the request for the role.',
    scenario: scenario(bobsCluster, BOB, sending(`POST ${BINDINGS}`, bindingOf('gone'))),
    expect: { code: 404, checks: ['Allow create clusterrolebindings', 'NoOpinion bind clusterroles'] },
  },
  {
    id: 'write-aggregation',
    group: WRITING,
    title: 'A role that aggregates',
    sentence:
      'An aggregation rule may gather anything, now or later, so it takes every verb on every resource and URL.',
    scenario: scenario(
      bobsCluster,
      BOB,
      sending(
        `POST ${ROLES}`,
        `apiVersion: ${RBAC}/v1\nkind: ClusterRole\nmetadata:\n  name: everything-labelled\naggregationRule:\n  clusterRoleSelectors:\n  - matchLabels:\n      gather: "true"`,
      ),
    ),
    expect: { code: 403, checks: CREATED },
  },
  {
    id: 'write-masters',
    group: WRITING,
    title: 'As a member of system:masters',
    sentence: 'Members of `system:masters` are not even asked for `escalate`.',
    scenario: scenario(bobsCluster, user('root', 'system:masters'), sending(`POST ${ROLES}`, SECRETS_TOO)),
    expect: { code: 201, checks: ['Allow create clusterroles'] },
  },
  {
    id: 'write-as-another',
    group: WRITING,
    title: 'As somebody else',
    sentence:
      'What counts is what the impersonated user holds: the requestor may read secrets, and `bob` may not pass that on.',
    scenario: scenario(
      documents(
        bobsCluster,
        role(
          'as-bob',
          `apiGroups: ["authentication.k8s.io"]\nresources: ["users"]\nresourceNames: ["bob"]\nverbs: ["impersonate:user-info"]`,
        ),
        binding('as-bob', 'ClusterRole as-bob', 'User deputy'),
        role(
          'as-bob-binds',
          `apiGroups: ["${RBAC}"]\nresources: ["clusterrolebindings"]\nverbs: ["impersonate-on:user-info:create"]`,
        ),
        binding('as-bob-binds', 'ClusterRole as-bob-binds', 'User deputy'),
        binding('deputy-reads', 'ClusterRole secret-reader', 'User deputy'),
      ),
      user('deputy'),
      sending(`POST ${BINDINGS}`, bindingOf('secret-reader'), { 'Impersonate-User': 'bob' }),
    ),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:user-info:create clusterrolebindings',
        'Allow impersonate:user-info users',
        'Allow create clusterrolebindings',
        'NoOpinion bind clusterroles',
      ],
      constraint: 'impersonate:user-info',
      groups: ['system:authenticated'],
    },
  },
  {
    id: 'write-cluster-admin',
    group: WRITING,
    title: 'kubectl create clusterrolebinding, of cluster-admin',
    sentence:
      'The way in that everybody tries first. The rules of `cluster-admin` are among the default roles, and are everything.',
    scenario: scenario(
      bobsCluster,
      BOB,
      'kubectl create clusterrolebinding bob-admin --clusterrole=cluster-admin --user=bob',
      { form: 'kubectl', defaultRoles: true },
    ),
    expect: { code: 403, checks: ['Allow create clusterrolebindings', 'NoOpinion bind clusterroles'] },
  },
]

/** Requests that write roles and bindings: first the tests of KEP-5284, then other cases. */
export const writingExamples: readonly Example[] = [...delegation, ...writing]
