import type { VectorRequest, VectorUser } from '@authz-playground/engine/internal/vectors'
import type { SourcedScenario } from './scenario-sources.ts'
import { toAsk } from './scenarios.ts'

const GROUP = 'rbac.authorization.k8s.io'
const API = `apiVersion: ${GROUP}/v1`
const PATH = `/apis/${GROUP}/v1`
const ROLES = `${PATH}/namespaces/prod/roles`
const BINDINGS = `${PATH}/namespaces/prod/rolebindings`

/** Two users who may write roles and bindings and hold a few rules; one of them may escalate and bind, for one name. */
const POLICY = `${API}
kind: ClusterRole
metadata: {name: writer}
rules:
- {apiGroups: [${GROUP}], resources: [roles, clusterroles, rolebindings, clusterrolebindings], verbs: [create, update, patch]}
- {apiGroups: [""], resources: [pods], verbs: [get, list]}
- {apiGroups: [""], resources: ["*/log"], verbs: ["*"]}
- {apiGroups: [""], resources: [configmaps], resourceNames: [a], verbs: [get]}
- {nonResourceURLs: ["/healthz*"], verbs: [get]}
---
${API}
kind: ClusterRoleBinding
metadata: {name: writers}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: writer}
subjects: [{apiGroup: ${GROUP}, kind: User, name: bob}, {apiGroup: ${GROUP}, kind: User, name: eve}]
---
${API}
kind: ClusterRole
metadata: {name: may-bind}
rules:
- {apiGroups: [${GROUP}], resources: [roles, clusterroles], verbs: [bind, escalate], resourceNames: [secrets]}
---
${API}
kind: ClusterRoleBinding
metadata: {name: may-bind}
roleRef: {apiGroup: ${GROUP}, kind: ClusterRole, name: may-bind}
subjects: [{apiGroup: ${GROUP}, kind: User, name: eve}]
---
${API}
kind: Role
metadata: {name: secrets, namespace: prod, labels: {app: web}}
rules:
- {apiGroups: [""], resources: [secrets], verbs: [get]}
---
${API}
kind: RoleBinding
metadata: {name: secrets, namespace: prod}
roleRef: {apiGroup: ${GROUP}, kind: Role, name: secrets}
subjects: [{apiGroup: ${GROUP}, kind: User, name: jane}]
`

const WRITERS: readonly VectorUser[] = [
  { username: 'bob' },
  { username: 'eve' },
  { username: 'root', groups: ['system:masters'] },
]

const RULES = [
  '',
  '{apiGroups: [""], resources: [pods], verbs: [get]}',
  '{apiGroups: [""], resources: [pods, secrets, pods/log], verbs: [get, delete]}',
  '{apiGroups: [""], resources: [configmaps], resourceNames: [a, b], verbs: [get]}',
  '{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}',
  '{verbs: [get]}',
  '{foo: 1}',
] as const
const REFERENCES = [
  'kind: Role, name: secrets',
  'kind: ClusterRole, name: writer',
  'kind: ClusterRole, name: gone',
  'kind: ClusterRole, name: cluster-admin',
  'kind: ClusterRole, name: view',
  'kind: Thing, name: x',
] as const

type Write = Required<Pick<VectorRequest, 'method' | 'url' | 'body'>>

/** Create, change, create by update, create an existing one, and write to the wrong place. */
const WRITTEN_ROLES = [
  ['POST', ROLES, 'new'],
  ['PUT', `${ROLES}/secrets`, 'secrets'],
  ['PUT', `${ROLES}/new`, 'new'],
  ['POST', ROLES, 'secrets'],
  ['PUT', `${ROLES}/other`, 'new'],
] as const
const WRITTEN_BINDINGS = [
  ['POST', BINDINGS, 'new'],
  ['PUT', `${BINDINGS}/secrets`, 'secrets'],
  ['POST', `${BINDINGS}?dryRun=All`, 'new'],
] as const

const WRITES: readonly Write[] = [
  ...RULES.flatMap((rules) =>
    WRITTEN_ROLES.map(([method, url, name]) => ({
      method,
      url,
      body: `${API}\nkind: Role\nmetadata: {name: ${name}}\nrules: [${rules}]\n`,
    })),
  ),
  ...REFERENCES.flatMap((reference) =>
    WRITTEN_BINDINGS.map(([method, url, name]) => ({
      method,
      url,
      body: `${API}
kind: RoleBinding
metadata: {name: ${name}}
roleRef: {apiGroup: ${GROUP}, ${reference}}
subjects: [{kind: User, name: x}]
`,
    })),
  ),
  {
    method: 'POST',
    url: `${PATH}/clusterroles`,
    body: `${API}
kind: ClusterRole
metadata: {name: whole}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}
`,
  },
  {
    method: 'POST',
    url: `${PATH}/clusterroles`,
    body: `${API}
kind: ClusterRole
metadata: {name: paths}
rules: [{nonResourceURLs: [/healthz/x, /metrics], verbs: [get]}]
`,
  },
  {
    method: 'PATCH',
    url: `${ROLES}/secrets`,
    body: '{"rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get"]}]}',
  },
  { method: 'PATCH', url: `${ROLES}/secrets`, body: '{"metadata":{"labels":{"x":"y"}}}' },
]

/** Every write by every writer, each on a server without the others. */
export const ROLE_WRITES: readonly SourcedScenario[] = WRITERS.flatMap((requestor) =>
  WRITES.map(({ method, url, body }, index): SourcedScenario => {
    const id = `write-${requestor.username}-${index}`
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/yaml'
    const request: VectorRequest = { method, url, body, headers: [['Content-Type', type]] }
    return {
      from: 'roles and bindings written',
      id,
      askable: toAsk({ id, policy: POLICY, requestor, requests: [request] }),
    }
  }),
)
