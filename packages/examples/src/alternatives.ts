import { boundTo, type Example, http, scenario, serviceAccount } from './example.ts'
import { pod } from './objects.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'The other designs, on one policy'
const DEPUTY = serviceAccount('ops', 'deputy')
const BROKER = serviceAccount('ops', 'broker')
const AGENT = boundTo('node-1', serviceAccount('kube-system', 'node-agent'))

const rule = (group: string, resources: string, verbs: string, names?: string): string =>
  [
    `apiGroups: ["${group}"]`,
    `resources: [${resources}]`,
    ...(names === undefined ? [] : [`resourceNames: [${names}]`]),
    `verbs: ["${verbs}"]`,
  ].join('\n')

/** One policy for all: the verbs of one design are only strings to another. */
const POLICY = documents(
  `# What jane may do herself, in every design.\n${role('jane-reads', rule('', 'pods, secrets', 'list'), 'prod')}`,
  binding('jane-reads', 'Role jane-reads', 'User jane', 'prod'),
  `# KEP-5284 as proposed, and its variants: the deputy may be jane …\n${role(
    'be-jane',
    rule('authentication.k8s.io', 'users', 'impersonate:user-info', 'jane'),
  )}`,
  binding('deputy-is-jane', 'ClusterRole be-jane', 'ServiceAccount ops/deputy'),
  `# … to list pods in prod.\n${role('list-for-others', rule('', 'pods', 'impersonate-on:list'), 'prod')}`,
  binding('deputy-lists-for-others', 'Role list-for-others', 'ServiceAccount ops/deputy', 'prod'),
  `# The same, with a special API group.\n${role(
    'list-in-group',
    rule('core.impersonation.k8s.io', 'pods', 'list'),
    'prod',
  )}`,
  binding('deputy-lists-in-group', 'Role list-in-group', 'ServiceAccount ops/deputy', 'prod'),
  `# The same, with the name in both verbs.\n${role(
    'be-jane-by-name',
    rule('authentication.k8s.io', 'users', 'impersonate:user-info:jane'),
  )}`,
  binding('deputy-is-jane-by-name', 'ClusterRole be-jane-by-name', 'ServiceAccount ops/deputy'),
  role('list-as-jane', rule('', 'pods', 'impersonate-on:user-info:jane:list'), 'prod'),
  binding('deputy-lists-as-jane', 'Role list-as-jane', 'ServiceAccount ops/deputy', 'prod'),
  `# The client asks first: the deputy may ask, and may list pods itself.\n${role(
    'ask',
    rule('authorization.k8s.io', 'subjectaccessreviews', 'create'),
  )}`,
  binding('deputy-asks', 'ClusterRole ask', 'ServiceAccount ops/deputy'),
  role('pod-lister', rule('', 'pods', 'list')),
  binding('deputy-lists', 'ClusterRole pod-lister', 'ServiceAccount ops/deputy', 'prod'),
  `# Both must be allowed: the broker holds the verb impersonate, which the deputy must not.\n${role(
    'impersonate-jane',
    rule('', 'users', 'impersonate', 'jane'),
  )}`,
  binding('broker-is-jane', 'ClusterRole impersonate-jane', 'ServiceAccount ops/broker'),
  binding('broker-lists', 'ClusterRole pod-lister', 'ServiceAccount ops/broker', 'prod'),
  `# Permission boundaries: within pod-lister the deputy may be jane.\n${role(
    'within-pod-lister',
    rule('rbac.authorization.k8s.io', 'clusterroles', 'impersonate-within', 'pod-lister'),
  )}`,
  binding('deputy-within-pod-lister', 'ClusterRole within-pod-lister', 'ServiceAccount ops/deputy'),
  role('jane-within', rule('authentication.k8s.io', 'users', 'impersonate-within', 'jane')),
  binding('deputy-is-jane-within', 'ClusterRole jane-within', 'ServiceAccount ops/deputy'),
  binding('bounds', 'ClusterRole pod-lister', 'User system:boundary:pod-lister', 'prod'),
  `# Reading as the node: the service account that may, and its verbs.\n${role('as-node', rule('', 'pods', 'as-node:list'))}`,
  binding('agent-as-node', 'ClusterRole as-node', 'ServiceAccount kube-system/node-agent'),
)

/** The action is granted for the agent's own node, its identity is not; both are granted for `node-1` by name. */
const OWN_NODE_REFUSED = documents(
  `# As its own node: the action only.\n${role('list-as-own-node', rule('', 'pods', 'impersonate-on:associated-node:list'))}`,
  binding('agent-lists-as-own-node', 'ClusterRole list-as-own-node', 'ServiceAccount kube-system/node-agent'),
  `# As any node, by name: the action and the identity.\n${role(
    'list-as-node',
    rule('', 'pods', 'impersonate-on:arbitrary-node:list'),
  )}`,
  binding('agent-lists-as-node', 'ClusterRole list-as-node', 'ServiceAccount kube-system/node-agent'),
  role('be-node-1', rule('authentication.k8s.io', 'nodes', 'impersonate:arbitrary-node', 'node-1')),
  binding('agent-is-node-1', 'ClusterRole be-node-1', 'ServiceAccount kube-system/node-agent'),
)
const OWN_NODE_GRANTED = documents(
  OWN_NODE_REFUSED,
  role('be-own-node', rule('authentication.k8s.io', 'nodes', 'impersonate:associated-node')),
  binding('agent-is-own-node', 'ClusterRole be-own-node', 'ServiceAccount kube-system/node-agent'),
)

const OBJECTS = documents(pod('web', 'prod', 'node-1'), pod('db', 'prod', 'node-2'))
const AS_JANE = { 'Impersonate-User': 'jane' }
const AS_NODE_1 = http('GET /api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1', {
  'Impersonate-User': 'system:node:node-1',
})
const WITHIN = { ...AS_JANE, 'Impersonate-Boundary': 'pod-lister' }
const list = (resource: string, headers: Readonly<Record<string, string>> = AS_JANE): string =>
  http(`GET /api/v1/namespaces/prod/${resource}`, headers)
const podsOf = (node: string): string => http(`GET /api/v1/pods?fieldSelector=spec.nodeName%3D${node}`)

const JANE = ['system:authenticated'] as const

/** Each design beside the released one and legacy: a request that it allows, and one that it does not. */
export const alternativeExamples: readonly Example[] = [
  {
    id: 'alternative-proposal',
    group: GROUP,
    title: 'As proposed: list pods as jane',
    sentence: 'The first check is for the target, the second for the action as any allowed target.',
    scenario: scenario(POLICY, DEPUTY, list('pods'), { design: 'proposal' }),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow impersonate-on:list pods', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: JANE,
    },
  },
  {
    id: 'alternative-proposal-denied',
    group: GROUP,
    title: 'As proposed: list secrets as jane',
    sentence: '`jane` may list secrets; the deputy may not list them as any user.',
    scenario: scenario(POLICY, DEPUTY, list('secrets'), { design: 'proposal' }),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate:user-info users',
        'NoOpinion impersonate-on:list secrets',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'alternative-beta',
    group: GROUP,
    title: 'At beta: list pods as its own node',
    sentence: 'The agent runs on `node-1`: its own node is asked for, the action first and then the identity.',
    scenario: scenario(OWN_NODE_GRANTED, AGENT, AS_NODE_1, {
      design: 'beta',
      authorizationModes: ['Node', 'RBAC'],
      objects: OBJECTS,
    }),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:associated-node:list pods',
        'Allow impersonate:associated-node nodes',
        'Allow list pods',
      ],
      constraint: 'impersonate:associated-node',
      groups: ['system:nodes', 'system:authenticated'],
    },
  },
  {
    id: 'alternative-beta-denied',
    group: GROUP,
    title: 'At beta: own node refused, node-1 granted',
    sentence: 'After the refused identity the chart asks for legacy `impersonate`, and not for the node by its name.',
    note: 'Step 3 of the same text, and the released server, go on to `impersonate:arbitrary-node`: there the request is allowed. Compare “KEP-5284 at beta” with “Constrained impersonation, as released”.',
    scenario: scenario(OWN_NODE_REFUSED, AGENT, AS_NODE_1, {
      design: 'beta',
      authorizationModes: ['Node', 'RBAC'],
      objects: OBJECTS,
    }),
    expect: {
      code: 403,
      checks: [
        'Allow impersonate-on:associated-node:list pods',
        'NoOpinion impersonate:associated-node nodes',
        'NoOpinion impersonate users',
      ],
    },
  },
  {
    id: 'alternative-user-info-only',
    group: GROUP,
    title: 'user-info only: list pods as jane',
    sentence: 'For an ordinary user nothing changes when nodes and service accounts lose their own verbs.',
    scenario: scenario(POLICY, DEPUTY, list('pods'), { design: 'user-info-only' }),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow impersonate-on:list pods', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: JANE,
    },
  },
  {
    id: 'alternative-user-info-only-denied',
    group: GROUP,
    title: 'user-info only: list pods as a node',
    sentence: 'The node is a user like any other here: a rule would have to contain its full name.',
    scenario: scenario(POLICY, DEPUTY, list('pods', { 'Impersonate-User': 'system:node:node-1' }), {
      design: 'user-info-only',
    }),
    expect: { code: 403, checks: ['NoOpinion impersonate:user-info users', 'NoOpinion impersonate users'] },
  },
  {
    id: 'alternative-client-review',
    group: GROUP,
    title: 'The client asks first: list pods for jane',
    sentence: 'Two requests: a review about `jane`, then the deputy’s own, which audit shows as the deputy’s.',
    scenario: scenario(POLICY, DEPUTY, list('pods'), { design: 'client-review' }),
    expect: { code: 200, checks: ['Allow create subjectaccessreviews', 'Allow list pods', 'Allow list pods'] },
  },
  {
    id: 'alternative-client-review-denied',
    group: GROUP,
    title: 'The client asks first: list secrets for jane',
    sentence: '`jane` may. The deputy needs the permission itself, and does not have it.',
    scenario: scenario(POLICY, DEPUTY, list('secrets'), { design: 'client-review' }),
    expect: {
      code: 403,
      checks: ['Allow create subjectaccessreviews', 'Allow list secrets', 'NoOpinion list secrets'],
    },
  },
  {
    id: 'alternative-client-review-not-sent',
    group: GROUP,
    title: 'The client asks first: list pods for bob',
    sentence: 'The review denies, so the deputy does not send the request. The API server refused nothing.',
    note: 'The deputy need not follow the answer: it may list pods itself.',
    scenario: scenario(POLICY, DEPUTY, list('pods', { 'Impersonate-User': 'bob' }), { design: 'client-review' }),
    expect: { code: 201, checks: ['Allow create subjectaccessreviews', 'NoOpinion list pods'] },
  },
  {
    id: 'alternative-group-suffix',
    group: GROUP,
    title: 'A special API group: list pods as jane',
    sentence: 'The action is `list`, in `core.impersonation.k8s.io`: the core group has no name to put a suffix to.',
    scenario: scenario(POLICY, DEPUTY, list('pods'), { design: 'group-suffix' }),
    expect: {
      code: 200,
      checks: ['Allow impersonate:user-info users', 'Allow list pods', 'Allow list pods'],
      constraint: 'impersonate:user-info',
      groups: JANE,
    },
  },
  {
    id: 'alternative-group-suffix-denied',
    group: GROUP,
    title: 'A special API group: list secrets as jane',
    sentence: 'No rule has `secrets` in that group.',
    scenario: scenario(POLICY, DEPUTY, list('secrets'), { design: 'group-suffix' }),
    expect: {
      code: 403,
      checks: ['Allow impersonate:user-info users', 'NoOpinion list secrets', 'NoOpinion impersonate users'],
    },
  },
  {
    id: 'alternative-intersection',
    group: GROUP,
    title: 'Both must be allowed: list pods as jane',
    sentence: 'The broker may impersonate `jane`, and both may list pods.',
    note: 'The broker holds `impersonate`. In every design with a legacy fallback that alone lets it be `jane` in full.',
    scenario: scenario(POLICY, BROKER, list('pods'), { design: 'intersection' }),
    expect: { code: 200, checks: ['Allow impersonate users', 'Allow list pods', 'Allow list pods'], groups: JANE },
  },
  {
    id: 'alternative-intersection-denied',
    group: GROUP,
    title: 'Both must be allowed: list secrets as jane',
    sentence: 'The broker may not list secrets itself, so it may not for `jane`.',
    scenario: scenario(POLICY, BROKER, list('secrets'), { design: 'intersection' }),
    expect: { code: 403, checks: ['Allow impersonate users', 'NoOpinion list secrets'] },
  },
  {
    id: 'alternative-named-verbs',
    group: GROUP,
    title: 'The name in the verb: list pods as jane',
    sentence: 'Both verbs name `jane`, so neither is of use for anybody else.',
    scenario: scenario(POLICY, DEPUTY, list('pods'), { design: 'named-verbs' }),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-on:user-info:jane:list pods',
        'Allow impersonate:user-info:jane users',
        'Allow list pods',
      ],
      constraint: 'impersonate:user-info:jane',
      groups: JANE,
    },
  },
  {
    id: 'alternative-named-verbs-denied',
    group: GROUP,
    title: 'The name in the verb: list secrets as jane',
    sentence: 'The action comes first, so one check is enough before legacy is tried.',
    scenario: scenario(POLICY, DEPUTY, list('secrets'), { design: 'named-verbs' }),
    expect: {
      code: 403,
      checks: ['NoOpinion impersonate-on:user-info:jane:list secrets', 'NoOpinion impersonate users'],
    },
  },
  {
    id: 'alternative-boundary',
    group: GROUP,
    title: 'Permission boundaries: list pods as jane',
    sentence: 'The deputy names the role `pod-lister`, and does as `jane` what that role allows.',
    note: 'No API server knows the header `Impersonate-Boundary`: it is how the playground reads the review thread.',
    scenario: scenario(POLICY, DEPUTY, list('pods', WITHIN), { design: 'boundary' }),
    expect: {
      code: 200,
      checks: [
        'Allow impersonate-within clusterroles',
        'Allow list pods',
        'Allow impersonate-within users',
        'Allow list pods',
      ],
      constraint: 'impersonate-within',
      groups: JANE,
    },
  },
  {
    id: 'alternative-boundary-denied',
    group: GROUP,
    title: 'Permission boundaries: list secrets as jane',
    sentence: '`pod-lister` does not cover secrets, whatever `jane` may do.',
    scenario: scenario(POLICY, DEPUTY, list('secrets', WITHIN), { design: 'boundary' }),
    expect: { code: 403, checks: ['Allow impersonate-within clusterroles', 'NoOpinion list secrets'] },
  },
  {
    id: 'alternative-node-scoped',
    group: GROUP,
    title: 'Reading as the node: its own pods',
    sentence: 'The agent sends no header. Its token is bound to `node-1`, so it lists what that node may list.',
    scenario: scenario(POLICY, AGENT, podsOf('node-1'), {
      design: 'node-scoped',
      authorizationModes: ['Node', 'RBAC'],
      objects: OBJECTS,
    }),
    expect: { code: 200, checks: ['Allow as-node:list pods', 'Allow list pods'] },
  },
  {
    id: 'alternative-node-scoped-denied',
    group: GROUP,
    title: 'Reading as the node: the pods of another',
    sentence: '`node-1` may not list the pods of `node-2`, and the agent itself may list none.',
    scenario: scenario(POLICY, AGENT, podsOf('node-2'), {
      design: 'node-scoped',
      authorizationModes: ['Node', 'RBAC'],
      objects: OBJECTS,
    }),
    expect: { code: 403, checks: ['Allow as-node:list pods', 'NoOpinion list pods', 'NoOpinion list pods'] },
  },
]
