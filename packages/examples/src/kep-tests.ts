import { boundTo, type Example, type Expected, http, scenario, serviceAccount, user } from './example.ts'
import { TEST_BOB, TEST_NODE, TEST_NODE_ACTION, TEST_POD_ACTION } from './kep-test-policies.ts'
import { binding, documents, role } from './rbac.ts'

const asProposed = { design: 'proposal', version: '1.34' } as const
const kep = (words: string, code: Expected['code']): Expected => ({ by: 'KEP-5284', words, code })
const IMPERSONATOR = user('impersonator')
const AGENT = boundTo('node1', serviceAccount('default', 'agent'))

const USERS = 'KEP-5284: integration tests, impersonating a user'
const NODES = 'KEP-5284: integration tests, impersonating the scheduled node'
const OTHERS = 'KEP-5284: integration tests, impersonating service accounts and nodes'

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
/**
 * The printed rule has no `apiGroups`, which the API server refuses. Here it has the core group, with which it is read.
 */
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

const ofOne = documents(
  `# Of these tests the KEP prints no rules: “SAR check on impersonating service account”, and “… nodes”.\n${role('impersonate-account', 'apiGroups: ["authentication.k8s.io"]\nresources: ["serviceaccounts"]\nresourceNames: ["builder"]\nverbs: ["impersonate:serviceaccount"]', 'ci')}`,
  binding('account', 'Role impersonate-account', 'User impersonator', 'ci'),
  role(
    'impersonate-node',
    'apiGroups: ["authentication.k8s.io"]\nresources: ["nodes"]\nresourceNames: ["node1"]\nverbs: ["impersonate:node"]',
  ),
  binding('node', 'ClusterRole impersonate-node', 'User impersonator'),
  role('impersonate-pod-action', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["impersonate-on:list"]', 'default'),
  binding('pod-action', 'Role impersonate-pod-action', 'User impersonator', 'default'),
  `# What the impersonated may do themselves.\n${role('reads-pods', 'apiGroups: [""]\nresources: ["pods"]\nverbs: ["list"]')}`,
  binding('accounts-themselves', 'ClusterRole reads-pods', 'Group system:serviceaccounts'),
  binding('nodes-themselves', 'ClusterRole reads-pods', 'Group system:nodes'),
)

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
    expected: kep('The impersonator can impersonate bob.', 200),
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
    expected: kep('The impersonator cannot impersonate alice.', 403),
    scenario: scenario(meant, IMPERSONATOR, as('alice', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:user-info users', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-test-get',
    group: USERS,
    title: 'Get a pod as bob',
    sentence: 'The other action that the role has.',
    expected: kep('The impersonator can impersonate on listing and getting pods', 200),
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
    expected: kep('The impersonator cannot impersonate on updating pods', 403),
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
    sentence:
      'The rule still says `pod/exec`, which the sentence above it had until the merge; the resource is `pods`, so no request ever matches it.',
    expected: kep('The impersonator can impersonate on getting pods/exec subresource', 200),
    note: 'The printed rule also has no `apiGroups`, which the API server refuses; here the core group is added.',
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
    expected: kep('The impersonator can impersonate on getting pods/exec subresource', 200),
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
    expected: kep('The impersonator cannot impersonate on get pods/log subresource', 403),
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
    expected: kep('The impersonator can impersonate node1.', 200),
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
    expected: kep('The impersonator cannot impersonate node2.', 403),
    scenario: scenario(scheduled, AGENT, as('system:node:node2', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:node nodes', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-test-node-not-bob',
    group: NODES,
    title: 'List pods as bob, from a node',
    sentence: 'A verb for nodes says nothing about users.',
    expected: kep('The impersonator cannot impersonate bob.', 403),
    scenario: scenario(scheduled, AGENT, as('bob', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:user-info users', 'NoOpinion impersonate users'] },
  },
  {
    id: 'kep-test-node-update',
    group: NODES,
    title: 'Update a pod as node1',
    sentence: 'Only `list` may be done as the node.',
    expected: kep('The impersonator cannot impersonate on updating pods', 403),
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

/** The KEP only names it, and requires “positive and negative cases” of each test. */
const accountsAndNodes: readonly Example[] = [
  {
    id: 'kep-test-account',
    group: OTHERS,
    title: 'List pods as a service account',
    sentence: 'The role is in the account’s namespace, `ci`, and names it.',
    expected: kep('SAR check on impersonating service account', 200),
    scenario: scenario(ofOne, IMPERSONATOR, as('system:serviceaccount:ci:builder', `GET ${PODS}`), asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:serviceaccount serviceaccounts', 'Allow impersonate-on:list pods', 'Allow list pods'],
      constraint: 'impersonate:serviceaccount',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ci', 'system:authenticated'],
    },
  },
  {
    id: 'kep-test-other-account',
    group: OTHERS,
    title: 'List pods as a service account of another namespace',
    sentence: 'An account of the same name in another namespace is another account.',
    expected: kep('SAR check on impersonating service account', 403),
    scenario: scenario(ofOne, IMPERSONATOR, as('system:serviceaccount:prod:builder', `GET ${PODS}`), asProposed),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate:serviceaccount serviceaccounts', 'NoOpinion impersonate serviceaccounts'],
    },
  },
  {
    id: 'kep-test-node-by-name',
    group: OTHERS,
    title: 'List pods as a node, from anywhere',
    sentence: '`impersonate:node` names the node; where the impersonator runs does not matter.',
    expected: kep('SAR check on impersonating nodes', 200),
    scenario: scenario(ofOne, IMPERSONATOR, as('system:node:node1', `GET ${PODS}`), asProposed),
    expect: {
      code: 200,
      checks: ['Allow impersonate:node nodes', 'Allow impersonate-on:list pods', 'Allow list pods'],
      constraint: 'impersonate:node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'kep-test-node-by-other-name',
    group: OTHERS,
    title: 'List pods as a node that is not named',
    sentence: 'The role names `node1`, and no other.',
    expected: kep('SAR check on impersonating nodes', 403),
    scenario: scenario(ofOne, IMPERSONATOR, as('system:node:node2', `GET ${PODS}`), asProposed),
    expect: { code: 403, checks: ['NoOpinion impersonate:node nodes', 'NoOpinion impersonate users'] },
  },
]

/** The integration tests that KEP-5284 lists, with the expected outcome of each. */
export const kepTestExamples: readonly Example[] = [...users, ...nodes, ...accountsAndNodes]
