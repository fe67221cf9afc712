import { boundTo, type Example, http, scenario, serviceAccount, user } from './example.ts'
import { TEST_BOB, TEST_NODE, TEST_NODE_ACTION, TEST_POD_ACTION } from './kep-test-policies.ts'
import { binding, documents, role } from './rbac.ts'

const asProposed = { design: 'proposal', version: '1.34' } as const
const IMPERSONATOR = user('impersonator')
const AGENT = boundTo('node1', serviceAccount('default', 'agent'))

const USERS = 'KEP-5284: integration tests, impersonating a user'
const NODES = 'KEP-5284: integration tests, impersonating the scheduled node'

const bobsOwn = documents(
  `# Not in the KEP: its bindings, and what bob may do himself.\n${binding('bob', 'ClusterRole impersonate-bob', 'User impersonator')}`,
  binding('pod-action', 'Role impersonate-pod-action', 'User impersonator', 'default'),
  role(
    'bob',
    'apiGroups: [""]\nresources: ["pods", "pods/exec", "pods/log"]\nverbs: ["get", "list", "update"]',
    'default',
  ),
  binding('bob-himself', 'Role bob', 'User bob', 'default'),
)
/** The printed rule has no `apiGroups`, which the API server refuses. With the core group it is read, as here. */
const WITH_GROUP = TEST_POD_ACTION.replace('  - resources:', '  - apiGroups: [""] # not printed\n    resources:')
const printed = documents(TEST_BOB, WITH_GROUP, bobsOwn)
const meant = documents(TEST_BOB, WITH_GROUP.replace('pod/exec', 'pods/exec # printed: pod/exec'), bobsOwn)

const nodesOwn = documents(
  `# Not in the KEP: its bindings, and what nodes may do themselves.\n${binding('node', 'ClusterRole impersonate-scheduled-node', 'ServiceAccount default/agent')}`,
  binding('pod-action', 'Role impersonate-pod-action', 'ServiceAccount default/agent', 'default'),
  role('nodes', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list", "update"]'),
  binding('nodes-themselves', 'ClusterRole nodes', 'Group system:nodes'),
)
const scheduled = documents(TEST_NODE, TEST_NODE_ACTION, nodesOwn)

const PODS = '/api/v1/namespaces/default/pods'
const as = (username: string, line: string): string => http(line, { 'Impersonate-User': username })

const BOB = { constraint: 'impersonate:user-info', groups: ['system:authenticated'] } as const
const NODE = { constraint: 'impersonate:scheduled-node', groups: ['system:nodes', 'system:authenticated'] } as const

const users: readonly Example[] = [
  {
    id: 'kep-test-bob',
    group: USERS,
    title: 'List pods as bob',
    sentence: 'The role names `bob`, and the action `list`.',
    note: 'The KEP expects: “The impersonator can impersonate bob.” Computed: 200.',
    scenario: scenario(meant, IMPERSONATOR, as('bob', `GET ${PODS}`), asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow impersonate-on:list pods', 'Allow list pods'],
      ...BOB,
    },
  },
  {
    id: 'kep-test-alice',
    group: USERS,
    title: 'List pods as alice',
    sentence: 'The role does not name `alice`.',
    note: 'The KEP expects: “The impersonator cannot impersonate alice.” Computed: 403.',
    scenario: scenario(meant, IMPERSONATOR, as('alice', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:user-info users', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-test-get',
    group: USERS,
    title: 'Get a pod as bob',
    sentence: 'The other action that the role has.',
    note: 'The KEP expects: “The impersonator can impersonate on listing and getting pods.” Computed: 200.',
    scenario: scenario(meant, IMPERSONATOR, as('bob', `GET ${PODS}/web`), asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow impersonate-on:get pods', 'Allow get pods'],
      ...BOB,
    },
  },
  {
    id: 'kep-test-update',
    group: USERS,
    title: 'Update a pod as bob',
    sentence: '`bob` may update pods; that action is not in the role.',
    note: 'The KEP expects: “The impersonator cannot impersonate on updating pods.” Computed: 403.',
    scenario: scenario(meant, IMPERSONATOR, as('bob', `PUT ${PODS}/web`), asProposed),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:user-info users',
        'NoOpinion impersonate-on:update pods',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'kep-test-exec-printed',
    group: USERS,
    title: 'Exec into a pod as bob, as printed',
    sentence: 'The rule says `pod/exec`; the resource is `pods`, so no request ever matches it.',
    note: 'The KEP expects: “can impersonate on getting pod/exec subresource”. Computed: 403. The printed rule also has no `apiGroups`, which the API server refuses; here the core group is added.',
    counterpart: { form: 'printed', other: 'kep-test-exec-meant' },
    scenario: scenario(printed, IMPERSONATOR, as('bob', `GET ${PODS}/web/exec`), asProposed),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:user-info users',
        'NoOpinion impersonate-on:get pods/exec',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'kep-test-exec-meant',
    group: USERS,
    title: 'Exec into a pod as bob',
    sentence: 'With `pods/exec` in the rule the test comes out as the KEP has it.',
    note: 'The KEP expects: “can impersonate on getting pod/exec subresource”. Computed: 200.',
    counterpart: { form: 'mended', other: 'kep-test-exec-printed' },
    scenario: scenario(meant, IMPERSONATOR, as('bob', `GET ${PODS}/web/exec`), asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow impersonate-on:get pods/exec', 'Allow get pods/exec'],
      ...BOB,
    },
  },
  {
    id: 'kep-test-log',
    group: USERS,
    title: 'Read a log as bob',
    sentence: 'One subresource says nothing about another.',
    note: 'The KEP expects: “cannot impersonate on get pod/log subresource”. Computed: 403.',
    scenario: scenario(meant, IMPERSONATOR, as('bob', `GET ${PODS}/web/log`), asProposed),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:user-info users',
        'NoOpinion impersonate-on:get pods/log',
        'NoOpinion impersonate users',
      ],
    },
  },
]

const nodes: readonly Example[] = [
  {
    id: 'kep-test-node1',
    group: NODES,
    title: 'List pods as node1',
    sentence: 'The token says that the impersonator is on `node1`.',
    note: 'The KEP expects: “can impersonate node1”, and “on listing pods”. Computed: 200.',
    scenario: scenario(scheduled, AGENT, as('system:node:node1', `GET ${PODS}`), asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:scheduled-node nodes', 'Allow impersonate-on:list pods', 'Allow list pods'],
      ...NODE,
    },
  },
  {
    id: 'kep-test-node2',
    group: NODES,
    title: 'List pods as node2',
    sentence: 'For another node `impersonate:node` is asked for, with its name.',
    note: 'The KEP expects: “The impersonator cannot impersonate node2.” Computed: 403.',
    scenario: scenario(scheduled, AGENT, as('system:node:node2', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:node nodes', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-test-node-not-bob',
    group: NODES,
    title: 'List pods as bob, from a node',
    sentence: 'A verb for nodes says nothing about users.',
    note: 'The KEP expects: “The impersonator cannot impersonate bob.” Computed: 403.',
    scenario: scenario(scheduled, AGENT, as('bob', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:user-info users', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-test-node-update',
    group: NODES,
    title: 'Update a pod as node1',
    sentence: 'Only `list` may be done as the node.',
    note: 'The KEP expects: “The impersonator cannot impersonate on updating pods”. Computed: 403.',
    scenario: scenario(scheduled, AGENT, as('system:node:node1', `PUT ${PODS}/web`), asProposed),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:scheduled-node nodes',
        'NoOpinion impersonate-on:update pods',
        'NoOpinion impersonate users',
      ],
    },
  },
]

/** The integration tests that KEP-5284 lists, with the outcome that it expects in the note. */
export const kepTestExamples: readonly Example[] = [...users, ...nodes]
