import type { PlainUser } from '@authz-playground/engine'
import type { Random, VectorRequest } from '@authz-playground/engine/vectors'
import { awkward } from './awkward.ts'
import type { Draft, Json, KubeObject } from './draft.ts'
import { scenarioOf } from './draft.ts'
import type { Made } from './generate.ts'
import type { Answered } from './oracle.ts'
import { binding, type Rule, role, type Subject } from './rbac-objects.ts'

const GROUP = 'rbac.authorization.k8s.io'
const VERSION = `${GROUP}/v1`
const RESOURCES = {
  roles: 'Role',
  clusterroles: 'ClusterRole',
  rolebindings: 'RoleBinding',
  clusterrolebindings: 'ClusterRoleBinding',
}
const NAMESPACES = ['prod', 'default'] as const
const NAMES = ['r0', 'r1', 'c0', 'c1', 'agg', 'new'] as const

/** Makes a scenario with one request that writes a role or binding: about half of them are refused. */
export async function makeWriting(
  random: Random,
  id: string,
  answer: (scenario: ReturnType<typeof scenarioOf>) => Promise<Answered>,
): Promise<Made> {
  const draft = writingDraft(random, id)
  return { draft, answered: await answer(scenarioOf(draft)) }
}

function writingDraft(random: Random, id: string): Draft {
  const writer: PlainUser = {
    username: random.pick(['bob', 'bob', 'bob', 'system:serviceaccount:prod:sa1']),
    groups: random.some(['devs', 'ops', 'system:authenticated', ...(random.chance(0.06) ? ['system:masters'] : [])], 3),
  }
  const impersonates = random.chance(0.25)
  const held = [
    ...someRules(random, random.between(1, 4)),
    ...(random.chance(0.4) ? EVERYTHING.slice(0, random.between(1, 2)) : []),
  ]
  const policy = [
    ...writing(random, writer),
    ...holding(random, writer, held),
    ...others(random, held),
    ...(impersonates ? impersonating(random, writer) : []),
  ]
  return {
    id,
    cluster: {
      ...(random.chance(0.12) && { defaultRoles: true }),
      ...(random.chance(0.1) && { constrainedImpersonation: false }),
    },
    objects: [],
    policy: random.shuffled(policy),
    requestor: impersonates ? { username: 'ctl' } : writer,
    requests: [withHeaders(written(random, held), impersonates ? impersonation(writer) : [])],
  }
}

function withHeaders(request: VectorRequest, headers: NonNullable<VectorRequest['headers']>): VectorRequest {
  return { ...request, headers: [...(request.headers ?? []), ...headers] }
}

function impersonation({ username, groups = [] }: PlainUser): NonNullable<VectorRequest['headers']> {
  return [['Impersonate-User', username], ...groups.map((group) => ['Impersonate-Group', group] as const)]
}

function subjectOf({ username }: PlainUser): Subject {
  const [, , namespace = '', name = ''] = username.split(':')
  return username.startsWith('system:serviceaccount:')
    ? { kind: 'ServiceAccount', name, namespace }
    : { kind: 'User', name: username }
}

const EVERYTHING: readonly Rule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
]

/** What lets the writer make the request at all, and sometimes escalate or bind. */
function writing(random: Random, writer: PlainUser): readonly KubeObject[] {
  const verbs = random.weighted<readonly string[]>([
    [16, ['create', 'update', 'patch']],
    [1, ['*']],
    [2, ['update', 'patch']],
    [1, ['get']],
  ])
  const names = random.chance(0.4) ? { resourceNames: random.some(NAMES, 3, 1) } : {}
  const more: readonly Rule[] = random.chance(0.5)
    ? [
        {
          apiGroups: [random.pick([GROUP, GROUP, '*'])],
          resources: random.some(['roles', 'clusterroles', '*'], 2, 1),
          verbs: random.some(['escalate', 'bind'], 2, 1),
          ...names,
        },
      ]
    : []
  const rules = [{ apiGroups: [GROUP], resources: Object.keys(RESOURCES), verbs }, ...more]
  const namespace = random.chance(0.2) ? random.pick(NAMESPACES) : undefined
  return [
    role('writer', rules),
    binding('writers', { kind: 'ClusterRole', name: 'writer' }, [subjectOf(writer)], namespace),
  ]
}

function impersonating(random: Random, { username }: PlainUser): readonly KubeObject[] {
  const account = username.startsWith('system:serviceaccount:')
  const mode = account ? 'serviceaccount' : 'user-info'
  const rules: readonly Rule[] = random.chance(0.5)
    ? [{ apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] }]
    : [
        {
          apiGroups: ['authentication.k8s.io'],
          resources: ['users', 'groups', 'serviceaccounts'],
          verbs: [`impersonate:${mode}`],
        },
        {
          apiGroups: [GROUP],
          resources: ['*'],
          verbs: ['create', 'update', 'patch'].map((verb) => `impersonate-on:${mode}:${verb}`),
        },
      ]
  return [
    role('impersonator', rules),
    binding('impersonators', { kind: 'ClusterRole', name: 'impersonator' }, [{ kind: 'User', name: 'ctl' }]),
  ]
}

const VERBS = [
  'get',
  'list',
  'create',
  'delete',
  '*',
  'impersonate:user-info',
  'impersonate-on:user-info:list',
] as const
const KINDS = [
  'pods',
  'pods/log',
  'pods/exec',
  '*/log',
  '*',
  'secrets',
  'deployments',
  'deployments/scale',
  'users',
  'logs',
] as const
const URLS = ['/healthz', '/healthz/*', '/health*', '*', '/metrics', '/', '/healthz/etcd', '/**'] as const

function someRules(random: Random, count: number, namespaced = false): readonly Rule[] {
  return Array.from({ length: count }, () => {
    const verbs = random.some(VERBS, 3, 1)
    if (!namespaced && random.chance(0.2)) return { nonResourceURLs: random.some(URLS, 2, 1), verbs }
    return {
      apiGroups: random.some(['', 'apps', '*', 'authentication.k8s.io'], 2, 1),
      resources: random.some(KINDS, 3, 1),
      ...(random.chance(0.3) && { resourceNames: random.some(['a', 'b', '*', 'x"y', 'é<&'], 2, 1) }),
      verbs,
    }
  })
}

/** The writer's own rules, bound in one way or several, in the whole cluster or in a namespace. */
function holding(random: Random, writer: PlainUser, held: readonly Rule[]): readonly KubeObject[] {
  const subject = random.chance(0.6)
    ? subjectOf(writer)
    : ({ kind: 'Group', name: random.pick(['devs', 'ops']) } as const)
  return random.shuffled(held).flatMap((rule, index) => {
    const name = `held${index}`
    const inNamespace = rule.nonResourceURLs === undefined && random.chance(0.35)
    const namespace = inNamespace ? random.pick(NAMESPACES) : undefined
    const asRole = namespace !== undefined && random.chance(0.5)
    return [
      role(name, [rule], asRole && namespace !== undefined ? { namespace } : {}),
      binding(
        random.pick(['a', 'b', 'z', 'é', 'B']) + name,
        { kind: asRole ? 'Role' : 'ClusterRole', name },
        [subject],
        namespace,
      ),
    ]
  })
}

/** Roles and bindings that are written over or bound; bindings to roles that are not there; roles that aggregate. */
function others(random: Random, held: readonly Rule[]): readonly KubeObject[] {
  const objects: KubeObject[] = []
  const rules = (namespaced: boolean) =>
    random.chance(0.75) ? narrowed(random, held, namespaced) : someRules(random, random.between(0, 3), namespaced)
  for (const name of ['r0', 'r1']) {
    for (const namespace of NAMESPACES) if (random.chance(0.9)) objects.push(role(name, rules(true), { namespace }))
  }
  for (const name of ['c0', 'c1']) {
    if (random.chance(0.95)) objects.push(role(name, rules(false), random.chance(0.4) ? { labels: { team: 'a' } } : {}))
  }
  if (random.chance(0.3))
    objects.push(role('agg', rules(false), { selectors: [{ matchLabels: { team: random.pick(['a', 'b']) } }] }))
  const jane = [{ kind: 'User', name: 'jane' }] as const
  for (const name of ['r0', 'c0', 'c1']) {
    if (random.chance(0.8)) {
      objects.push(
        binding(
          name,
          { kind: random.pick(['Role', 'ClusterRole']), name: random.pick(NAMES) },
          jane,
          random.pick(NAMESPACES),
        ),
      )
    }
    if (random.chance(0.5)) objects.push(binding(name, { kind: 'ClusterRole', name: random.pick(NAMES) }, jane))
  }
  if (random.chance(0.25)) {
    const gone = random.some(['gone', 'gone-too', 'a "b"'], 3, 1)
    for (const name of gone) {
      const namespace = random.chance(0.4) ? random.pick(NAMESPACES) : undefined
      objects.push(
        binding(
          `to ${name}`,
          { kind: 'ClusterRole', name },
          [
            { kind: 'User', name: 'bob' },
            { kind: 'Group', name: 'devs' },
          ],
          namespace,
        ),
      )
    }
  }
  return objects
}

/** Parts of rules: what is covered by them, mostly. */
function narrowed(random: Random, held: readonly Rule[], namespaced: boolean): readonly Rule[] {
  const usable = held.filter(({ nonResourceURLs }) => !namespaced || nonResourceURLs === undefined)
  return random.some(usable, 3).map((rule) => {
    const { verbs, nonResourceURLs, apiGroups = [], resources = [], resourceNames } = rule
    const lessVerbs = verbs.includes('*') && random.chance(0.5) ? random.some(VERBS, 2, 1) : random.some(verbs, 3, 1)
    if (nonResourceURLs !== undefined) {
      const urls = nonResourceURLs.map((url) =>
        url.endsWith('*') && random.chance(0.5) ? url.replace(/\*+$/, 'x') : url,
      )
      return { nonResourceURLs: urls, verbs: lessVerbs }
    }
    const names =
      resourceNames === undefined
        ? random.chance(0.2)
          ? ['a']
          : undefined
        : random.some(resourceNames, 2, random.chance(0.1) ? 0 : 1)
    return {
      apiGroups: apiGroups.includes('*') && random.chance(0.5) ? ['apps', 'x.example.com'] : apiGroups,
      resources: resources.map((one) =>
        one === '*' && random.chance(0.5) ? 'secrets/x' : one === '*/log' && random.chance(0.5) ? 'jobs/log' : one,
      ),
      ...(names && names.length > 0 && { resourceNames: names }),
      verbs: lessVerbs,
    }
  })
}

type Resource = keyof typeof RESOURCES

/** A request that writes something. */
function written(random: Random, held: readonly Rule[]): VectorRequest {
  const resource = random.pick(Object.keys(RESOURCES) as Resource[])
  const namespace = resource.startsWith('cluster')
    ? ''
    : random.weighted<string>([
        [12, 'prod'],
        [4, 'default'],
        [0.3, 'No.Dns'],
        [0.3, 'other'],
      ])
  const base = `/apis/${VERSION}/${namespace === '' ? '' : `namespaces/${namespace}/`}${resource}`
  const method = random.weighted<'POST' | 'PUT' | 'PATCH'>([
    [5, 'POST'],
    [3, 'PUT'],
    [4, 'PATCH'],
  ])
  const query = options(random)
  const name = objectName(random, resource, method === 'POST')
  const object = sentObject(random, resource, namespace, name, held)
  if (method === 'PATCH')
    return patch(random, `${base}/${encodeURIComponent(name === '' ? 'r0' : name)}`, object, query)
  const url =
    method === 'POST' ? base : `${base}/${random.chance(0.96) && name !== '' ? encodeURIComponent(name) : 'r1'}`
  const yaml = random.chance(0.2)
  const type = yaml
    ? 'application/yaml'
    : random.weighted<string>([
        [20, 'application/json'],
        [2, ''],
        [1, 'application/json; charset=utf-8'],
        [0.5, 'text/plain'],
        [0.5, 'Application/JSON'],
      ])
  return {
    method,
    url: url + query,
    ...(type !== '' && { headers: [['Content-Type', type]] as const }),
    body: yaml && random.chance(0.5) ? blockYAML(object) : JSON.stringify(object),
  }
}

/** Mostly one that is there, of what is not made. */
function objectName(random: Random, resource: Resource, create: boolean): string {
  if (create && random.chance(0.75)) return 'new'
  return random.weighted<string>([
    [20, random.pick(STORED[resource])],
    [2, random.pick(NAMES)],
    [1, awkward(random).replaceAll(/[/%?#]|^\.+$/g, '-')],
    [0.3, ''],
  ])
}

const STORED = {
  roles: ['r0', 'r1'],
  clusterroles: ['c0', 'c1', 'agg'],
  rolebindings: ['r0', 'c0', 'c1'],
  clusterrolebindings: ['r0', 'c0', 'c1'],
} as const

function options(random: Random): string {
  const parts = [
    ...(random.chance(0.12) ? [`dryRun=${random.pick(['All', 'All', 'All', 'x', ''])}`] : []),
    ...(random.chance(0.15)
      ? [`fieldValidation=${random.pick(['Strict', 'Strict', 'Warn', 'Ignore', 'strict'])}`]
      : []),
    ...(random.chance(0.1) ? [`fieldManager=${random.pick(['kubectl', 'x%07y', 'm'.repeat(129)])}`] : []),
    ...(random.chance(0.02) ? ['force=true'] : []),
  ]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function sentObject(
  random: Random,
  resource: Resource,
  namespace: string,
  name: string,
  held: readonly Rule[],
): KubeObject {
  const kind = random.chance(0.02) ? random.pick(Object.values(RESOURCES)) : RESOURCES[resource]
  const metadata: KubeObject = {
    ...(name !== '' && { name }),
    ...(random.chance(0.02) && { generateName: 'made-' }),
    ...(random.chance(0.3) && {
      namespace: random.weighted<string>([
        [12, namespace],
        [1, 'elsewhere'],
        [1, ''],
      ]),
    }),
    ...(random.chance(0.2) && { labels: { team: 'a', ...(random.chance(0.1) && { 'bad key': '-' }) } }),
    ...(random.chance(0.05) && { finalizers: [random.pick(['example.com/x', 'not qualified', 'orphan'])] }),
    ...(random.chance(0.03) && { annotations: { a: 'b' } }),
  }
  const head: KubeObject = {
    ...(random.chance(0.9) && { apiVersion: random.chance(0.98) ? VERSION : `${GROUP}/v1beta1` }),
    ...(random.chance(0.95) && { kind }),
    metadata,
    ...(random.chance(0.05) && { [random.pick(['rulez', 'spec', 'Rules'])]: [] }),
  }
  return resource.endsWith('bindings')
    ? { ...head, ...bindingParts(random, resource) }
    : { ...head, ...roleParts(random, resource, held) }
}

function roleParts(random: Random, resource: Resource, held: readonly Rule[]): KubeObject {
  const namespaced = resource === 'roles'
  const covered = narrowed(random, held, namespaced)
  const rules = random.weighted<() => readonly Rule[]>([
    [8, () => covered],
    [3, () => [...covered, ...someRules(random, 1, namespaced)]],
    [3, () => someRules(random, random.between(0, 3), false)],
    [1, () => [...covered, { verbs: [] }]],
    [1, () => [...covered, { nonResourceURLs: ['/x'], apiGroups: [''], verbs: ['get'] }]],
  ])()
  const selectors: Json = random.pick<Json>([
    [{ matchLabels: { team: 'a' } }],
    [],
    [{ matchExpressions: [{ key: 'team', operator: 'In', values: ['a'] }] }],
  ])
  return {
    ...(random.chance(0.95) && { rules: rules.map((rule) => ({ ...rule })) }),
    ...(!namespaced &&
      random.chance(0.12) && { aggregationRule: random.chance(0.9) ? { clusterRoleSelectors: selectors } : {} }),
  }
}

function bindingParts(random: Random, resource: Resource): KubeObject {
  const kind =
    resource === 'clusterrolebindings'
      ? random.weighted<string>([
          [12, 'ClusterRole'],
          [1, 'Role'],
        ])
      : random.pick(['ClusterRole', 'Role'])
  const roleRef = {
    ...(random.chance(0.9) && { apiGroup: random.chance(0.97) ? GROUP : 'apps' }),
    ...(random.chance(0.98) && { kind: random.chance(0.98) ? kind : random.pick(['Foo', 'role']) }),
    ...(random.chance(0.98) && {
      name: random.weighted<string>([
        [
          20,
          kind === 'Role'
            ? random.pick(['r0', 'r1', 'held0'])
            : random.pick(['c0', 'c1', 'agg', 'held0', 'held1', 'writer', 'writer', 'view', 'cluster-admin']),
        ],
        [1, 'a/b'],
        [1, 'gone'],
      ]),
    }),
  }
  const subjects = random.some<Json>(
    [
      { kind: 'User', name: 'jane' },
      { kind: 'Group', name: 'ops', apiGroup: GROUP },
      { kind: 'ServiceAccount', name: 'sa1', namespace: 'prod' },
      ...(random.chance(0.1)
        ? [
            { kind: 'ServiceAccount', name: 'sa1' },
            { kind: 'user', name: '' },
          ]
        : []),
    ],
    3,
  )
  return { ...(random.chance(0.98) && { roleRef }), ...(random.chance(0.95) && { subjects }) }
}

const PATCH = 'application/{}-patch+json'

function patch(random: Random, url: string, object: KubeObject, query: string): VectorRequest {
  const { apiVersion: _, kind: __, metadata, ...parts } = object
  const { name: ___, namespace: ____, generateName: _____, ...labels } = metadata as KubeObject
  const kept = random.chance(0.3) ? {} : parts
  const meta: KubeObject = random.weighted<KubeObject>([
    [6, labels],
    [2, { finalizers: ['example.com/y'] }],
    [1, { labels: null }],
    [0.5, { name: 'r1' }],
    [0.5, { namespace: 'elsewhere' }],
    [1, { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u-1' }] }],
  ])
  const merging: KubeObject = { ...(Object.keys(meta).length > 0 && { metadata: meta }), ...kept }
  const sent = (type: string, body: Json, more = query): VectorRequest => ({
    method: 'PATCH',
    url: url + more,
    headers: [['Content-Type', type]],
    body: JSON.stringify(body),
  })
  return random.weighted<() => VectorRequest>([
    [6, () => sent(PATCH.replace('{}', 'merge'), merging)],
    [3, () => sent(PATCH.replace('{}', 'strategic-merge'), merging)],
    [3, () => sent(PATCH.replace('{}', 'json'), operations(random, merging))],
    [
      4,
      () =>
        sent(
          'application/apply-patch+yaml',
          { apiVersion: VERSION, kind: kindAt(url), ...object },
          query.includes('fieldManager') || random.chance(0.1)
            ? query
            : `${query === '' ? '?' : `${query}&`}fieldManager=kubectl`,
        ),
    ],
    [0.3, () => sent('application/json', merging)],
  ])()
}

function kindAt(url: string): string {
  const resource = url.split('/').at(-2) as Resource
  return RESOURCES[resource]
}

function operations(random: Random, merging: KubeObject): Json {
  const { rules, subjects } = merging as { readonly rules?: readonly Json[]; readonly subjects?: readonly Json[] }
  return [
    ...(rules === undefined
      ? []
      : [
          random.chance(0.5) || rules.length === 0
            ? { op: 'add', path: '/rules', value: rules }
            : { op: 'add', path: '/rules/-', value: rules[0] ?? null },
        ]),
    ...(subjects === undefined ? [] : [{ op: 'add', path: '/subjects', value: subjects }]),
    ...(random.chance(0.3) ? [{ op: 'add', path: '/metadata/finalizers', value: ['example.com/z'] }] : []),
  ]
}

/** YAML with what only YAML has: blocks, comments, plain words. */
function blockYAML(object: KubeObject): string {
  return `# a body\n${Object.entries(object)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')}`
}
