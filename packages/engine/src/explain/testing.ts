import fc from 'fast-check'

const VERBS = [
  'get',
  'list',
  'delete',
  'delte',
  'impersonate',
  'impersonate:user-info',
  'impersonate-on:user-info:list',
]
const RESOURCES = ['pods', 'pod', 'secrets', 'pods/log', 'users', 'groups']
const GROUPS = ['', 'apps', 'authentication.k8s.io', '*']
const SUBJECTS = [
  '{kind: User, name: jane}',
  '{kind: User, name: jnae}',
  '{kind: Group, name: devs}',
  '{kind: ServiceAccount, name: bot, namespace: ci}',
  '{kind: ServiceAccount, name: bot, namespace: prod}',
  '{kind: User, name: deputy}',
]

const some = (values: readonly string[], maxLength = 2) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }).map((all) => JSON.stringify(all))

const rule = fc
  .record({
    verbs: some(VERBS, 3),
    groups: some(GROUPS),
    resources: some(RESOURCES),
    names: fc.option(some(['web', 'jane'])),
  })
  .map(({ verbs, groups, resources, names }) => {
    const named = names === null ? '' : `, resourceNames: ${names}`
    return `- {apiGroups: ${groups}, resources: ${resources}, verbs: ${verbs}${named}} # a comment\n`
  })

const role = fc
  .record({ clusterWide: fc.boolean(), rules: fc.array(rule, { minLength: 1, maxLength: 2 }) })
  .map(({ clusterWide, rules }) => (name: string) => {
    const where = clusterWide ? '' : ', namespace: prod'
    return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${clusterWide ? 'ClusterRole' : 'Role'}\nmetadata: {name: ${name}${where}}\nrules:\n${rules.join('')}`
  })

const binding = fc
  .record({
    clusterWide: fc.boolean(),
    kind: fc.constantFrom('ClusterRole', 'Role'),
    of: fc.integer({ min: 0, max: 2 }),
    subjects: fc.uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1, maxLength: 2 }),
  })
  .map(({ clusterWide, kind, of, subjects }) => (name: string) => {
    const [object, where, ref] = clusterWide
      ? ['ClusterRoleBinding', '', 'ClusterRole']
      : ['RoleBinding', ', namespace: prod', kind]
    return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${object}\nmetadata: {name: ${name}${where}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${ref}, name: r${of}}\nsubjects:\n${subjects.map((one) => `- ${one}\n`).join('')}`
  })

/** Policies with a few roles and bindings that nearly grant what tests ask for. */
export const anyPolicy = fc
  .record({ roles: fc.array(role, { maxLength: 3 }), bindings: fc.array(binding, { maxLength: 3 }) })
  .map(({ roles, bindings }) =>
    [...roles.map((one, at) => one(`r${at}`)), ...bindings.map((one, at) => one(`b${at}`))].join('---\n'),
  )
