import { boundTo, type Example, http, scenario, serviceAccount } from './example.ts'
import { pod } from './objects.ts'
import { binding, documents, role } from './rbac.ts'

const GROUP = 'The Node authorizer: what is tied to a node'
const KUBELET = { username: 'system:node:node-1', groups: ['system:nodes', 'system:authenticated'] }
const AGENT = boundTo('node-1', serviceAccount('kube-system', 'node-agent'))

const OBJECTS = documents(
  pod('web', 'prod', 'node-1', 'name: tls\n    secret:\n      secretName: web-tls'),
  pod('db', 'prod', 'node-2', 'name: password\n    secret:\n      secretName: db-password'),
)
const BOTH = { authorizationModes: ['Node', 'RBAC'], objects: OBJECTS } as const

const unrelated = documents(
  `# Nothing here is for nodes: what they may, the Node authorizer knows.\n${role(
    'read-nodes',
    'apiGroups: [""]\nresources: ["nodes"]\nverbs: ["get", "list"]',
  )}`,
  binding('agents-read-nodes', 'ClusterRole read-nodes', 'ServiceAccount kube-system/node-agent'),
)

const asItsNode = documents(
  unrelated,
  role(
    'be-the-node',
    'apiGroups: ["authentication.k8s.io"]\nresources: ["nodes"]\nverbs: ["impersonate:associated-node"]',
  ),
  binding('agents-are-their-node', 'ClusterRole be-the-node', 'ServiceAccount kube-system/node-agent'),
  role('get-secrets-as-node', 'apiGroups: [""]\nresources: ["secrets"]\nverbs: ["impersonate-on:associated-node:get"]'),
  binding('agents-get-secrets-as-node', 'ClusterRole get-secrets-as-node', 'ServiceAccount kube-system/node-agent'),
)

const secret = (name: string): string => `GET /api/v1/namespaces/prod/secrets/${name}`
const AS_NODE_1 = { constraint: 'impersonate:associated-node', groups: ['system:nodes', 'system:authenticated'] }
const IMPERSONATED = [
  'Allow impersonate-on:associated-node:get secrets',
  'Allow impersonate:associated-node nodes',
] as const

/** Requests that the Node authorizer decides from the stored objects. */
export const nodeExamples: readonly Example[] = [
  {
    id: 'node-secret',
    group: GROUP,
    title: 'A kubelet gets a secret that its pod mounts',
    sentence: '`web` runs on `node-1` and mounts `web-tls`: that ties the secret to the node.',
    scenario: scenario(unrelated, KUBELET, http(secret('web-tls')), BOTH),
    expect: { code: 200, checks: ['Allow get secrets'] },
  },
  {
    id: 'node-secret-elsewhere',
    group: GROUP,
    title: 'A kubelet gets a secret of another node',
    sentence: '`db-password` is mounted on `node-2` only: nothing leads from `node-1` to it.',
    scenario: scenario(unrelated, KUBELET, http(secret('db-password')), BOTH),
    expect: { code: 403, checks: ['NoOpinion get secrets'] },
  },
  {
    id: 'node-agent-secret',
    group: GROUP,
    title: 'An agent gets what its node may get',
    sentence: 'Constrained to `get` `secrets`, the agent reaches as far as its node does: the secrets of its pods.',
    scenario: scenario(asItsNode, AGENT, http(secret('web-tls'), { 'Impersonate-User': 'system:node:node-1' }), BOTH),
    expect: { code: 200, checks: [...IMPERSONATED, 'Allow get secrets'], ...AS_NODE_1 },
  },
  {
    id: 'node-agent-secret-elsewhere',
    group: GROUP,
    title: 'An agent gets no more than its node',
    sentence: 'The impersonation is allowed; the secret belongs to a pod on `node-2`, and stays there.',
    scenario: scenario(
      asItsNode,
      AGENT,
      http(secret('db-password'), { 'Impersonate-User': 'system:node:node-1' }),
      BOTH,
    ),
    expect: { code: 403, checks: [...IMPERSONATED, 'NoOpinion get secrets'], ...AS_NODE_1 },
  },
  {
    id: 'node-order',
    group: GROUP,
    title: 'RBAC before Node',
    sentence: 'Both are asked, in the order of the modes; the denial has the reasons of both, in that order.',
    scenario: scenario(unrelated, KUBELET, http(secret('db-password')), {
      authorizationModes: ['RBAC', 'Node'],
      objects: OBJECTS,
    }),
    expect: { code: 403, checks: ['NoOpinion get secrets'] },
  },
]
