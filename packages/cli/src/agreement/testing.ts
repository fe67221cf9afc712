import type { Rule } from '@authz-playground/engine'
import fc from 'fast-check'
import type { Action, Fact, PolicyCase, Sender } from './fact.ts'

const some = (values: readonly string[], maxLength = 2) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength })

const named = (values: readonly string[]) => fc.option(some(values), { nil: [], freq: 2 })

const AUTHENTICATION = 'authentication.k8s.io'

interface RuleLists {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

const RESOURCES = [
  'pods',
  'pods/log',
  'pods/exec',
  'pods/*',
  '*/log',
  '*/scale',
  '*/scale',
  '*/*',
  '*/*',
  'deployments',
  'deployments/scale',
  'serviceaccounts/token',
  'secrets',
  'namespaces',
  'namespaces',
  'nodes',
  'nodes/proxy',
  '*',
]

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', '*']

const objectRule: fc.Arbitrary<RuleLists> = fc.record({
  verbs: some(VERBS, 3),
  apiGroups: some(['', 'apps', '*']),
  resources: some(RESOURCES, 3),
  resourceNames: named(['web', 'prod', '*', 'other']),
})

const pathRule: fc.Arbitrary<RuleLists> = fc.record({
  verbs: some(['get', 'post', 'create', '*']),
  nonResourceURLs: some(['/healthz', '/healthz/*', '/metrics', '*', '/heal*', '/*/etcd']),
})

const TARGET_NAMES = ['jane', 'bot', 'n1', 'system:serviceaccount:prod:bot', 'system:node:n1', 'devs', '*', 'reason']

const legacyRule: fc.Arbitrary<RuleLists> = fc.record({
  verbs: some(['impersonate', 'impersonate', 'get', '*']),
  apiGroups: some(['', '', AUTHENTICATION, '*']),
  resources: some(['users', 'users', 'groups', 'serviceaccounts', 'users/status', 'userextras/reason', 'uids', '*']),
  resourceNames: named(TARGET_NAMES),
})

const MODES = ['user-info', 'serviceaccount', 'arbitrary-node', 'associated-node']

const identityRule: fc.Arbitrary<RuleLists> = fc.record({
  verbs: some([...MODES.map((mode) => `impersonate:${mode}`), '*']),
  apiGroups: some([AUTHENTICATION, AUTHENTICATION, '', '*']),
  resources: some(['users', 'users', 'groups', 'serviceaccounts', 'nodes', '*']),
  resourceNames: named(TARGET_NAMES),
})

const actionRule: fc.Arbitrary<RuleLists> = fc.oneof(
  fc.record({
    verbs: some(MODES.flatMap((mode) => [`impersonate-on:${mode}:get`, `impersonate-on:${mode}:list`, '*'])),
    apiGroups: some(['', 'apps', '*']),
    resources: some(['pods', 'deployments/scale', '*/scale', '*', 'nodes']),
    resourceNames: named(['web', 'other']),
  }),
  fc.record({
    verbs: some(MODES.map((mode) => `impersonate-on:${mode}:get`)),
    nonResourceURLs: some(['/healthz', '/heal*', '*']),
  }),
)

const rules = fc.oneof(
  { weight: 5, arbitrary: fc.array(objectRule, { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(pathRule, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(legacyRule, { minLength: 1, maxLength: 2 }) },
  { weight: 2, arbitrary: fc.tuple(identityRule, actionRule).map((both): readonly RuleLists[] => both) },
  { weight: 1, arbitrary: fc.constant([]) },
)

const role = fc.record({
  kind: fc.constantFrom('ClusterRole', 'ClusterRole', 'Role'),
  namespace: fc.constantFrom('prod', 'ci'),
  ownName: fc.constantFrom('', '', '', '', '', 'view', 'edit'),
  rules,
  labels: fc.subarray(['part', 'inner', 'rbac.authorization.k8s.io/aggregate-to-view']),
  aggregates: fc.constantFrom('', '', '', 'part', 'inner', 'nobody', 'rbac.authorization.k8s.io/aggregate-to-view'),
})

const SUBJECTS = [
  '{kind: User, name: jane}',
  '{kind: User, name: anna}',
  '{kind: User, name: "system:serviceaccount:prod:bot"}',
  '{kind: ServiceAccount, name: bot, namespace: prod}',
  '{kind: ServiceAccount, name: bot, namespace: ci}',
  '{kind: Group, name: devs}',
  '{kind: Group, name: "system:authenticated"}',
  '{kind: Group, name: "system:serviceaccounts"}',
  '{kind: Group, name: "system:serviceaccounts:prod"}',
]

/** Names of roles of the text by their number, of default roles, and of one that is nowhere. */
const ROLE_NAMES = [
  '0',
  '0',
  '0',
  '1',
  '1',
  '2',
  '3',
  'view',
  'edit',
  'admin',
  'cluster-admin',
  'company-admin',
  'company-admin',
  'company-admin',
]

const binding = fc.record({
  kind: fc.constantFrom('ClusterRoleBinding', 'RoleBinding'),
  namespace: fc.constantFrom('prod', 'ci'),
  role: fc.constantFrom(...ROLE_NAMES),
  subjects: fc.uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1, maxLength: 2 }),
})

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

const anyObjects = fc.record({
  roles: fc.array(role, { maxLength: 4 }),
  bindings: fc.array(binding, { minLength: 1, maxLength: 4 }),
  defaultRoles: fc.constantFrom(undefined, undefined, true, false),
})

function policyCase({ roles, bindings, defaultRoles }: Drawn<typeof anyObjects>): PolicyCase {
  const names = roles.map(({ ownName }, at) =>
    ownName !== '' && roles.findIndex((other) => other.ownName === ownName) === at ? ownName : `r${at}`,
  )
  const objects = [
    ...roles.map((one, at) => roleText(one, names[at] ?? '')),
    ...bindings.map((one, at) => bindingText(one, `b${at}`, roles, names)),
  ]
  return { policy: objects.join('---\n'), ...(defaultRoles !== undefined && { defaultRoles }) }
}

/** Small policies in which what is granted, to whom and where nearly fits together. */
export const anyPolicy: fc.Arbitrary<PolicyCase> = anyObjects.map(policyCase)

const HEAD = 'apiVersion: rbac.authorization.k8s.io/v1\n'

function roleText({ kind, namespace, rules: given, labels, aggregates }: Drawn<typeof role>, name: string): string {
  const isRole = kind === 'Role'
  const all: readonly RuleLists[] = given
  const own = isRole ? all.filter(({ nonResourceURLs }) => nonResourceURLs === undefined) : all
  const place = isRole ? `, namespace: ${namespace}` : ''
  const marks = labels.length === 0 ? '' : `, labels: {${labels.map((one) => `${one}: "true"`).join(', ')}}`
  const selector =
    isRole || aggregates === ''
      ? ''
      : `aggregationRule: {clusterRoleSelectors: [{matchLabels: {${aggregates}: "true"}}]}\n`
  const lines = own.map((rule) => `- ${ruleText(rule)}\n`).join('')
  return `${HEAD}kind: ${kind}\nmetadata: {name: ${name}${place}${marks}}\n${selector}rules:${lines === '' ? ' []\n' : `\n${lines}`}`
}

function ruleText(rule: RuleLists): string {
  const lists = Object.entries(rule).filter(([key, list]) => key !== 'resourceNames' || list.length > 0)
  return `{${lists.map(([key, list]) => `${key}: ${JSON.stringify(list)}`).join(', ')}}`
}

function bindingText(
  { kind, namespace, role: wanted, subjects }: Drawn<typeof binding>,
  name: string,
  roles: readonly Drawn<typeof role>[],
  names: readonly string[],
): string {
  const at = /^\d$/.test(wanted) && roles.length > 0 ? Number(wanted) % roles.length : undefined
  const meant = at === undefined ? undefined : roles[at]
  const cluster = kind === 'ClusterRoleBinding' && meant?.kind !== 'Role'
  const place = cluster ? '' : `, namespace: ${namespace}`
  const ref = at === undefined ? (/^\d$/.test(wanted) ? 'r0' : wanted) : (names[at] ?? '')
  return `${HEAD}kind: ${cluster ? 'ClusterRoleBinding' : 'RoleBinding'}
metadata: {name: ${name}${place}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${meant?.kind ?? 'ClusterRole'}, name: ${ref}}
subjects: [${subjects.join(', ')}]
`
}

const user = (username: string, ...groups: readonly string[]): Sender => ({ spelled: username, username, groups })

/** A service account in each spelling; a target has only two of them. */
const account = (namespace: string, name: string, ...more: readonly string[]): readonly Sender[] =>
  [`${namespace}/${name}`, `system:serviceaccount:${namespace}:${name}`, ...more].map((spelled) => ({
    spelled,
    username: `system:serviceaccount:${namespace}:${name}`,
    groups: [],
  }))

const sender: fc.Arbitrary<Sender> = fc.constantFrom(
  user('jane'),
  { ...user('jane'), spelled: 'User/jane' },
  ...account('prod', 'bot', 'ServiceAccount/prod/bot', 'User/system:serviceaccount:prod:bot'),
  user('anna', 'devs'),
  ...account('ci', 'bot').slice(0, 1),
  user('root', 'system:masters'),
)

const NOTHING: Action = {
  verb: '',
  apiGroup: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
}

const NAMED = ['get', 'update', 'patch', 'delete']
const UNNAMED = ['list', 'watch', 'create', 'deletecollection']

const NAMESPACED: readonly (readonly [apiGroup: string, resource: string, ...subresources: string[]])[] = [
  ['', 'pods', 'log', 'exec'],
  ['', 'secrets'],
  ['', 'serviceaccounts', 'token'],
  ['apps', 'deployments', 'scale', 'status'],
]
const CLUSTER_SCOPED: typeof NAMESPACED = [
  ['', 'nodes', 'proxy'],
  ['', 'namespaces', 'status'],
]

/** Every kind of request that the API server has for a resource, with a verb of that kind. */
function actionsOn(
  [apiGroup, resource, ...subresources]: (typeof NAMESPACED)[number],
  namespaces: readonly string[],
): readonly Action[] {
  const itself = resource === 'namespaces'
  const of = { ...NOTHING, apiGroup, resource }
  return namespaces.flatMap((namespace) => [
    ...UNNAMED.map((verb) => ({ ...of, verb, namespace })),
    ...(itself ? ['prod', 'web'] : ['web', 'other']).flatMap((name) => [
      ...NAMED.map((verb) => ({ ...of, verb, name, namespace: itself ? name : namespace })),
      ...subresources.flatMap((subresource) =>
        ['get', 'update', 'create'].map((verb) => ({
          ...of,
          verb,
          subresource,
          name,
          namespace: itself ? name : namespace,
        })),
      ),
    ]),
  ])
}

const ACTIONS: readonly Action[] = [
  ...NAMESPACED.flatMap((one) => actionsOn(one, ['prod', 'ci'])),
  ...NAMESPACED.flatMap(([apiGroup, resource]) =>
    ['list', 'watch'].map((verb) => ({ ...NOTHING, verb, apiGroup, resource })),
  ),
  ...CLUSTER_SCOPED.flatMap((one) => actionsOn(one, [''])),
  ...['/healthz', '/healthz/etcd', '/metrics'].flatMap((path) =>
    ['get', 'post'].map((verb) => ({ ...NOTHING, verb, path })),
  ),
]

const READS = ACTIONS.filter(
  ({ verb, resource, path }) =>
    (verb === 'get' && ['pods', 'deployments', 'nodes'].includes(resource)) ||
    (verb === 'list' && resource === 'pods') ||
    (verb === 'get' && path === '/healthz'),
)

const target: fc.Arbitrary<Sender> = fc.constantFrom(
  user('jane'),
  ...account('prod', 'bot'),
  user('bot'),
  user('jane', 'devs'),
  user('system:node:n1'),
)

const EACH_SENDER: readonly Sender[] = [
  user('jane'),
  user('anna', 'devs'),
  ...account('prod', 'bot').slice(0, 1),
  ...account('ci', 'bot').slice(0, 1),
]

const EACH_TARGET: readonly Sender[] = [
  ...[
    'jane',
    'bot',
    'somebody',
    'n1',
    'devs',
    '*',
    'reason',
    'system:node:n1',
    'system:node:bot',
    'system:node:jane',
  ].map((one) => user(one)),
  ...['prod', 'ci'].flatMap((namespace) =>
    ['bot', 'jane', 'n1', 'devs', 'reason'].flatMap((name) => account(namespace, name).slice(0, 1)),
  ),
]

/** The actions that rules are about, of those that requests have, whether an API has their resource or not. */
function* actionsOfRules(rules: readonly Rule[]): Generator<Action> {
  for (const { verbs, apiGroups, resources, nonResourceURLs, resourceNames } of rules) {
    for (const written of verbs) {
      const verb = written === '*' ? 'get' : written.replace(/^impersonate-on:[^:]*:/, '')
      const paths = ['get', 'post'].includes(verb)
        ? nonResourceURLs.map((path) => path.replace(/^\*/, '/').replace('*', 'x'))
        : []
      for (const path of paths) yield { ...NOTHING, verb, path }
      if (![...NAMED, ...UNNAMED].includes(verb)) continue
      for (const group of apiGroups) {
        for (const one of resources) {
          const [resource = '', subresource = ''] = one === '*' ? ['pods'] : one.replace(/^\*\//, 'pods/').split('/')
          const isOfMany = UNNAMED.includes(verb)
          if (isOfMany && verb !== 'create' && subresource !== '') continue
          const name = isOfMany && subresource === '' ? '' : (resourceNames[0] ?? 'web')
          const apiGroup = group === '*' ? '' : group
          for (const namespace of ['prod', 'ci', ''])
            yield { verb, apiGroup, resource, subresource, namespace, name, path: '' }
        }
      }
    }
  }
}

/** Each fact that somebody may take an identity for a request that some rule is about, for the subjects of {@link anyPolicy}. */
export function* everyIdentity(rules: readonly Rule[]): Generator<Fact> {
  const actions = [...actionsOfRules(rules)]
  for (const one of EACH_SENDER)
    for (const as of EACH_TARGET) for (const each of actions) yield { kind: 'identity', sender: one, as, action: each }
}

/** The requests that some rule is about, whatever its names and API groups; all requests where there is none. */
function actionsNear(roles: Drawn<typeof anyObjects>['roles'], among: readonly Action[]): readonly Action[] {
  const lists: readonly RuleLists[] = roles.flatMap(({ rules: all }): readonly RuleLists[] => all)
  const found = among.filter(({ verb, resource, subresource, path }) =>
    lists.some(({ verbs, resources = [], nonResourceURLs = [] }) => {
      const whole = subresource === '' ? resource : `${resource}/${subresource}`
      const isVerb = verbs.some((one) => one === '*' || one === verb || one.endsWith(`:${verb}`))
      return (
        isVerb &&
        (path === ''
          ? ['*', whole, `*/${subresource}`].some((one) => resources.includes(one))
          : nonResourceURLs.length > 0)
      )
    }),
  )
  return found.length > 0 ? found : among
}

/** A fact before it is known which requests are near the policy. */
const drawnFact = fc.record({
  kind: fc.constantFrom<Fact['kind']>('access', 'access', 'access', 'access-as', 'identity', 'identity'),
  sender,
  as: target,
  pick: fc.nat(),
  near: fc.constantFrom(true, true, true, false),
})

/** A policy, and facts about its subjects and objects, most of which a rule is nearly about. */
export const anyCase = fc
  .tuple(anyObjects, fc.array(drawnFact, { minLength: 1, maxLength: 8 }))
  .map(([objects, drawn]) => {
    const facts = drawn.map(({ kind, sender: who, as, pick, near }): Fact => {
      const among = kind === 'access' ? ACTIONS : READS
      const all = near ? actionsNear(objects.roles, among) : among
      const of = { sender: who, action: all[pick % all.length] ?? NOTHING }
      return kind === 'access' ? { kind, ...of } : { kind, ...of, as }
    })
    return { of: policyCase(objects), facts }
  })
