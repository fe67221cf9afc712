import fc from 'fast-check'
import type { Scenario } from '../decide/index.ts'

const some = (values: readonly string[], maxLength = 2) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }).map((all) => JSON.stringify(all))

const NAMES = ['web', 'jane', 'example']
const RESOURCES = ['pods', 'secrets', 'pods/log', '*', '*/log', 'nodes', 'namespaces', 'users']

const resourceRule = fc
  .record({
    verbs: some(
      ['get', 'list', 'delete', '*', 'impersonate', 'impersonate:user-info', 'impersonate-on:user-info:list'],
      3,
    ),
    groups: some(['', 'apps', 'authentication.k8s.io', '*']),
    resources: some(RESOURCES, 3),
    names: fc.option(some(NAMES)),
  })
  .map(({ verbs, groups, resources, names }) => {
    const named = names === null ? '' : `, resourceNames: ${names}`
    return `- {apiGroups: ${groups}, resources: ${resources}, verbs: ${verbs}${named}}\n`
  })

const pathRule = fc
  .record({ verbs: some(['get', 'post', '*']), urls: some(['/healthz', '/healthz/*', '*', '/metrics']) })
  .map(({ verbs, urls }) => `- {verbs: ${verbs}, nonResourceURLs: ${urls}}\n`)

const role = fc
  .record({
    clusterWide: fc.boolean(),
    rules: fc.array(resourceRule, { minLength: 1, maxLength: 2 }),
    path: fc.option(pathRule),
  })
  .map(({ clusterWide, rules, path }) => (name: string) => {
    const where = clusterWide ? '' : ', namespace: prod'
    const all = [...rules, ...(clusterWide && path !== null ? [path] : [])]
    return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${clusterWide ? 'ClusterRole' : 'Role'}\nmetadata: {name: ${name}${where}}\nrules:\n${all.join('')}`
  })

const SUBJECTS = [
  '{kind: User, name: jane}',
  '{kind: User, name: deputy}',
  '{kind: Group, name: devs}',
  '{kind: Group, name: "system:authenticated"}',
  '{kind: Group, name: "system:serviceaccounts:ci"}',
  '{kind: ServiceAccount, name: bot, namespace: ci}',
]

const binding = fc
  .record({
    clusterWide: fc.boolean(),
    namespace: fc.constantFrom('prod', 'staging'),
    kind: fc.constantFrom('ClusterRole', 'Role'),
    of: fc.integer({ min: 0, max: 2 }),
    subjects: fc.uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1, maxLength: 2 }),
  })
  .map(({ clusterWide, namespace, kind, of, subjects }) => (name: string) => {
    const [object, where, ref] = clusterWide
      ? ['ClusterRoleBinding', '', 'ClusterRole']
      : ['RoleBinding', `, namespace: ${namespace}`, kind]
    return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${object}\nmetadata: {name: ${name}${where}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${ref}, name: r${of}}\nsubjects:\n${subjects.map((one) => `- ${one}\n`).join('')}`
  })

/** Policies with a few roles and bindings, some with wildcards, names and paths. */
export const anyPolicy = fc
  .record({ roles: fc.array(role, { maxLength: 3 }), bindings: fc.array(binding, { maxLength: 4 }) })
  .map(({ roles, bindings }) =>
    [...roles.map((one, at) => one(`r${at}`)), ...bindings.map((one, at) => one(`b${at}`))].join('---\n'),
  )

/** Subjects of {@link anyPolicy}, and one that it does not have. */
export const ANY_SUBJECTS = ['jane', 'deputy', 'Group/devs', 'ci/bot', 'bob in group devs', 'nobody-at-all'] as const

/** An action without its verb phrase: `get pods named web in prod`. Some are about paths, or have several verbs or resources. */
export const anyAction = fc.oneof(
  {
    weight: 4,
    arbitrary: withScope(['pods', 'secrets', 'pods/log', '*/log'], ['in prod', 'in staging', 'in other', 'anywhere']),
  },
  { weight: 2, arbitrary: withScope(['nodes', 'namespaces'], ['']) },
  { weight: 1, arbitrary: fc.constantFrom('get /healthz', 'post /metrics', 'get /healthz/etcd') },
  { weight: 1, arbitrary: fc.constant('* * anywhere') },
)

function withScope(resources: readonly string[], scopes: readonly string[]) {
  return fc
    .record({
      verbs: fc.uniqueArray(fc.constantFrom('get', 'list', 'delete', 'create'), { minLength: 1, maxLength: 2 }),
      what: fc.constantFrom(...resources),
      name: fc.constantFrom('', '', 'named web', 'named other'),
      scope: fc.constantFrom(...scopes),
    })
    .map(({ verbs, what, name, scope }) => [verbs.join(' and '), what, name, scope].filter(Boolean).join(' '))
}

/** A scenario with a policy, whose own request matters to no goal. */
export function scenarioOfPolicy(policy: string): Scenario {
  return {
    version: 2,
    policy,
    request: { form: 'http', text: 'GET /version HTTP/1.1\n' },
    requestor: { username: 'somebody' },
    cluster: { version: '1.36', authorizationModes: ['RBAC'] },
    design: 'constrained',
  }
}
