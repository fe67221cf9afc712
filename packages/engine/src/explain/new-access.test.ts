import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rbac } from '../authorizers/index.ts'
import {
  type Attributes,
  attributesFor,
  missingGroups,
  type Policy,
  serviceAccountUsername,
  type UserInfo,
  userInfo,
} from '../kube/index.ts'
import { readPolicy } from '../policy/index.ts'
import { rightsOf, ruleAllows } from '../rights/index.ts'
import { plainText } from '../words/index.ts'
import { type NewAccess, newAccessInWords } from './index.ts'
import { extraAccess, newAccessBy } from './new-access.ts'

const VERSION = 'rbac.authorization.k8s.io/v1'

interface Rule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

interface Kept {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: object }
}

function policyOf(objects: readonly Kept[]): Policy {
  const policy = readPolicy(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }))
  expect(policy.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return policy
}

function role(name: string, rules: readonly Rule[], more: object = {}, labels: object = {}) {
  return { apiVersion: VERSION, kind: 'ClusterRole', metadata: { name, labels }, rules, ...more }
}

const apiGroup = 'rbac.authorization.k8s.io'

function subjectOf(who: string, bindingNamespace: string) {
  const [kind = '', name = ''] = who.split('=')
  if (kind !== 'ServiceAccount') return { kind, name, apiGroup }
  const [namespace = '', account = ''] = name.split('/')
  // Without a namespace, it is that of the binding.
  return namespace === bindingNamespace ? { kind, name: account } : { kind, name: account, namespace }
}

function binding(name: string, to: string, subjects: readonly string[], namespace = '') {
  return {
    apiVersion: VERSION,
    kind: namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding',
    metadata: { name, ...(namespace !== '' && { namespace }) },
    roleRef: { apiGroup, kind: 'ClusterRole', name: to },
    subjects: subjects.map((who) => subjectOf(who, namespace)),
  }
}

function added(before: readonly Kept[], after: readonly Kept[], known: readonly UserInfo[] = []): readonly NewAccess[] {
  return newAccessBy(rightsOf(policyOf(before)), rightsOf(policyOf(after)), known)
}

/** New access in short: `User jane in prod: get,list pods`. */
function short({ subject, namespace, rule }: NewAccess): string {
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const who = `${subject.kind} ${subject.namespace === '' ? '' : `${subject.namespace}/`}${subject.name}`
  const what = [...resources, ...nonResourceURLs].join()
  const names = resourceNames.length === 0 ? '' : ` named ${resourceNames.join()}`
  return `${who} in ${namespace === '' ? '*' : namespace}: ${verbs.join()} ${what}${apiGroups.join() === '' ? '' : `.${apiGroups.join()}`}${names}`
}

const get = (...resources: readonly string[]): Rule => ({ verbs: ['get'], apiGroups: [''], resources })

describe('what a change opens', () => {
  it('is the new verb of a rule, to all whom the role is bound to, where it is bound', () => {
    const bindings = [
      binding('a', 'r', ['User=jane', 'Group=dev'], 'prod'),
      binding('b', 'r', ['ServiceAccount=ci/deployer', 'ServiceAccount=dev/runner'], 'dev'),
    ]
    const after = [role('r', [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] }]), ...bindings]
    expect(added([role('r', [get('pods')]), ...bindings], after).map(short)).toEqual([
      'User jane in prod: list pods',
      'Group dev in prod: list pods',
      'ServiceAccount ci/deployer in dev: list pods',
      'ServiceAccount dev/runner in dev: list pods',
    ])
  })

  it('is nothing where the text only moves, or where it was allowed by another rule', () => {
    const all = [role('r', [get('pods')]), binding('a', 'r', ['User=jane'])]
    expect(added(all, [role('new', [get('secrets')]), ...all])).toEqual([])
    expect(added(all, [...all, binding('b', 'r', ['User=jane'], 'prod')])).toEqual([])
    const wide = role('wide', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }])
    const wider = [...all, wide, binding('w', 'wide', ['User=jane'], 'prod')]
    expect(added(wider, [...wider, role('s', [get('secrets')]), binding('s', 's', ['User=jane'], 'prod')])).toEqual([])
  })

  it('is only what was not allowed before, folded into few rules', () => {
    const before = [role('r', [get('pods')]), binding('a', 'r', ['User=jane'])]
    const rules = [
      { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'secrets'] },
      { verbs: ['list'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] },
    ]
    expect(added(before, [...before, role('s', rules), binding('s', 's', ['User=jane'])]).map(short)).toEqual([
      'User jane in *: list pods',
      'User jane in *: get,list secrets',
    ])
  })

  it('comes through aggregation', () => {
    const aggregated = role('all', [], {
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: 'all' } }] },
    })
    const bound = [aggregated, binding('a', 'all', ['User=jane'], 'prod')]
    const before = [...bound, role('part', [get('pods')], {}, { to: 'all' })]
    expect(added(before, [...bound, role('part', [get('pods', 'secrets')], {}, { to: 'all' })]).map(short)).toEqual([
      'User jane in prod: get secrets',
    ])
    expect(added([...bound, role('part', [get('pods')])], before).map(short)).toEqual(['User jane in prod: get pods'])
  })

  it('comes through one of two aggregations of a role, where the other had it before', () => {
    const selecting = (label: string) => ({
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: '' } }] },
    })
    const bound = [
      role('old', [], selecting('old')),
      role('new', [], selecting('new')),
      binding('a', 'old', ['User=anna'], 'prod'),
      binding('b', 'new', ['User=jane'], 'prod'),
    ]
    const before = [...bound, role('part', [get('pods')], {}, { old: '' })]
    const after = [...bound, role('part', [get('pods')], {}, { old: '', new: '' })]
    expect(added(before, after).map(short)).toEqual(['User jane in prod: get pods'])
  })

  it('has no paths in a RoleBinding, which grants none', () => {
    const paths = role('r', [{ verbs: ['get'], nonResourceURLs: ['/metrics', '/healthz*'] }])
    expect(added([paths], [paths, binding('a', 'r', ['User=jane'], 'prod')])).toEqual([])
    expect(added([paths], [paths, binding('a', 'r', ['User=jane'])]).map(short)).toEqual([
      'User jane in *: get /metrics,/healthz*',
    ])
  })

  it('leaves out what the groups of a name were allowed, unless the user is known to lack them', () => {
    const before = [
      role('r', [get('pods')]),
      binding('a', 'r', ['Group=system:authenticated']),
      binding('b', 'r', ['Group=system:serviceaccounts:ci'], 'prod'),
    ]
    const after = [
      ...before,
      binding('c', 'r', ['User=jane', 'User=system:anonymous', 'ServiceAccount=ci/bot', 'Group=dev'], 'prod'),
    ]
    expect(added(before, after).map(short)).toEqual([
      'User system:anonymous in prod: get pods',
      'Group dev in prod: get pods',
    ])
    expect(added(before, after, [userInfo({ username: 'jane' })]).map(short)).toContain('User jane in prod: get pods')
  })

  it('is listed for a name, and for a group that the name implies, where both get it', () => {
    const bound = [
      binding('a', 'r', ['Group=system:authenticated']),
      binding('b', 'r', ['User=jane']),
      binding('c', 'r', ['User=bob'], 'prod'),
    ]
    expect(added([role('r', []), ...bound], [role('r', [get('pods')]), ...bound]).map(short)).toEqual([
      'Group system:authenticated in *: get pods',
      'User jane in *: get pods',
      'User bob in prod: get pods',
    ])
  })

  it('is nothing for system:masters', () => {
    const before = [role('r', [get('pods')])]
    expect(added(before, [...before, binding('a', 'r', ['Group=system:masters'])])).toEqual([])
  })

  it('stays short for rules whose products are large', () => {
    const many = (prefix: string) => Array.from({ length: 2000 }, (_, i) => `${prefix}${i}`)
    const huge = { verbs: many('v'), apiGroups: many('g'), resources: many('r'), resourceNames: many('n') }
    const before = [role('r', [get('pods')]), role('h', [huge]), binding('a', 'r', ['User=jane'])]
    expect(added(before, [...before, binding('b', 'h', ['User=jane'])])).toHaveLength(1)
  })
})

describe('dangers', () => {
  const dangersOf = (rule: Rule, namespace = '') =>
    added([], [role('r', [rule]), binding('a', 'r', ['User=jane'], namespace)]).flatMap(({ dangers }) =>
      dangers.map(({ id }) => id),
    )

  const use = (...resourceNames: readonly string[]) => ({
    verbs: ['use'],
    apiGroups: ['security.openshift.io'],
    resources: ['securitycontextconstraints'],
    resourceNames,
  })

  it.each([
    [get('secrets'), ['read-secrets']],
    [{ verbs: ['create'], apiGroups: [''], resources: ['secrets'] }, []],
    [get('pods'), []],
    [get('pods/exec'), ['pods-exec']],
    [get('*/attach'), ['pods-attach']],
    [get('nodes/proxy'), ['nodes-proxy']],
    [{ verbs: ['create'], apiGroups: [''], resources: ['pods'] }, ['run-pods']],
    [{ verbs: ['create'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] }, []],
    [{ verbs: ['create'], apiGroups: [''], resources: ['pods/exec'], resourceNames: ['web'] }, ['pods-exec']],
    [{ verbs: ['patch'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'] }, ['run-pods']],
    [{ verbs: ['impersonate'], apiGroups: [''], resources: ['users'] }, ['impersonate']],
    [{ verbs: ['impersonate'], apiGroups: [''], resources: ['pods'] }, []],
    [
      { verbs: ['impersonate'], apiGroups: ['authentication.k8s.io'], resources: ['userextras/scopes'] },
      ['impersonate'],
    ],
    [{ verbs: ['impersonate:user-info'], apiGroups: ['authentication.k8s.io'], resources: ['users'] }, ['impersonate']],
    [{ verbs: ['impersonate-on:user-info:list'], apiGroups: [''], resources: ['pods'] }, ['impersonated-action']],
    [{ verbs: ['bind'], apiGroups: [apiGroup], resources: ['clusterroles'] }, ['bind']],
    [
      { verbs: ['create'], apiGroups: ['*'], resources: ['serviceaccounts/token'] },
      ['wildcard-group', 'service-account-tokens'],
    ],
    [{ verbs: ['get'], nonResourceURLs: ['*'] }, []],
    [{ verbs: ['use'], apiGroups: ['policy'], resources: ['podsecuritypolicies'] }, ['use-podsecuritypolicies']],
    [use(), ['use-securitycontextconstraints']],
    [use('hostnetwork', 'own'), ['use-securitycontextconstraints']],
    [use('restricted-v2'), []],
  ])('of %j are %j', (rule, expected) => {
    expect(dangersOf(rule as Rule)).toEqual(expected)
  })

  it('of get alone on pods/exec end with Kubernetes 1.35', () => {
    const words = (...verbs: readonly string[]) =>
      added([], [role('r', [{ verbs, apiGroups: [''], resources: ['pods/exec'] }]), binding('a', 'r', ['User=jane'])])
        .flatMap(({ dangers }) => dangers)
        .map(({ words }) => words)
    expect(words('get')).toEqual(['Before Kubernetes 1.35, get alone runs commands in containers, over a WebSocket.'])
    expect(words('get', 'create')).toEqual([expect.stringMatching(/^Commands can be run/)])
  })

  it('of cluster-scoped resources are none in a RoleBinding, except for the namespace itself', () => {
    const update = (apiGroups: string, resources: string) => ({
      verbs: ['update'],
      apiGroups: [apiGroups],
      resources: [resources],
    })
    expect(dangersOf(update('', 'nodes'), 'prod')).toEqual([])
    expect(dangersOf(update('', 'nodes'))).toEqual(['write-nodes'])
    expect(dangersOf(update('', 'namespaces'), 'prod')).toEqual(['change-namespaces'])
    expect(dangersOf({ verbs: ['escalate'], apiGroups: [apiGroup], resources: ['clusterroles'] }, 'prod')).toEqual([])
    expect(dangersOf({ verbs: ['*'], apiGroups: [''], resources: ['*'] }, 'prod')).not.toContain('nodes-proxy')
  })
})

const asked = ({ user = userInfo({ username: 'jane' }), ...more }: Partial<Attributes>): Attributes =>
  attributesFor(user, { verb: 'get', apiVersion: 'v1', resource: 'pods', namespace: 'prod', ...more })

describe('what a change allows beyond the reviews that a change is for', () => {
  const extra = (rule: Rule, namespace: string, ...reviews: readonly Attributes[]) =>
    extraAccess(added([], [role('r', [rule]), binding('a', 'r', ['User=jane'], namespace)]), reviews).map(short)

  it('is nothing where a rule grants just them', () => {
    expect(extra({ ...get('pods'), resourceNames: ['web'] }, 'prod', asked({ name: 'web' }))).toEqual([])
    expect(extra({ ...get('pods'), verbs: ['list'] }, 'prod', asked({ verb: 'list' }))).toEqual([])
    expect(extra(get('nodes'), '', asked({ resource: 'nodes', namespace: '' }))).toEqual([])
  })

  it('is the rest of a list, or the whole rule', () => {
    const rule = { ...get('pods'), verbs: ['list', 'watch'] }
    expect(extra(rule, 'prod', asked({ verb: 'list' }))).toEqual(['User jane in prod: watch pods'])
    expect(extra(rule, 'prod', asked({ verb: 'list' }), asked({ verb: 'watch' }))).toEqual([])
    expect(extra(get('pods'), 'prod', asked({ name: 'web' }))).toEqual(['User jane in prod: get pods'])
    expect(extra(get('pods'), '', asked({ namespace: '' }))).toEqual(['User jane in *: get pods'])
    const approve = { verbs: ['approve'], apiGroups: ['certificates.k8s.io'], resources: ['signers'] }
    const signer = asked({ verb: 'approve', apiGroup: 'certificates.k8s.io', resource: 'signers', namespace: '' })
    expect(extra({ ...approve, resourceNames: ['a.io/b'] }, '', { ...signer, name: 'a.io/b' })).toEqual([])
    expect(extra(get('pods'), 'prod', asked({ user: userInfo({ username: 'bob' }) }))).toEqual([
      'User jane in prod: get pods',
    ])
  })
})

describe('new access, in words', () => {
  const words = (...objects: readonly Kept[]) => {
    const { sentence, list } = newAccessInWords(added([], objects))
    return [sentence, ...list].map(plainText)
  }

  it('is one sentence for one rule, and a list for several', () => {
    expect(words()).toEqual(['It opens nothing else.'])
    const deploy = role('r', [{ verbs: ['delete', 'get'], apiGroups: ['apps'], resources: ['deployments'] }])
    expect(words(deploy, binding('a', 'r', ['ServiceAccount=ci/deployer'], 'prod'))).toEqual([
      'Beside this, service account ci/deployer may also delete and get any deployments.apps in namespace prod.',
    ])
    expect(words(role('r', [get('nodes', 'pods')]), binding('a', 'r', ['User=jane']))).toEqual([
      'Beside this, jane may also get any nodes and pods cluster-wide.',
    ])
    const unknown = { verbs: ['list'], apiGroups: ['example.com'], resources: ['pools'] }
    expect(words(role('r', [unknown]), binding('a', 'r', ['User=jane']))).toEqual([
      'Beside this, jane may also list pools.example.com in any namespace.',
    ])
    const rely = { verbs: ['impersonate'], apiGroups: ['authorization.k8s.io'], resources: ['clusteraccessrules'] }
    expect(words(role('r', [rely]), binding('a', 'r', ['User=jane']))).toEqual([
      'Beside this, jane may also impersonate any clusteraccessrules.authorization.k8s.io cluster-wide.',
    ])
    const more = role('s', [
      { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
      { verbs: ['get'], nonResourceURLs: ['*'] },
    ])
    expect(words(deploy, more, binding('a', 'r', ['User=jane', 'Group=dev']), binding('b', 's', ['User=bob']))).toEqual(
      [
        'Beside this, 3 subjects may also do the following.',
        'jane and group dev may delete and get any deployments.apps in any namespace',
        'bob may do anything with every resource cluster-wide',
        'bob may get every path',
      ],
    )
    expect(
      words(
        role('r', [
          { ...get('pods', 'pods/log'), resourceNames: ['a', 'b'] },
          { verbs: ['bind', 'x:y'], apiGroups: ['', 'apps'], resources: ['*'] },
        ]),
        binding('a', 'r', ['User=jane'], 'prod'),
      ),
    ).toEqual([
      'Beside this, jane may also do the following.',
      'jane may get pods and pods/log named a or b in namespace prod',
      'jane may bind, or use x:y on every resource of the core group and apps in namespace prod',
    ])
  })
})

const sub = (...values: readonly string[]) => fc.subarray([...values], { minLength: 1 })
const anyRule = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        verbs: sub('get', 'delete', '*'),
        apiGroups: sub('', 'apps', '*'),
        resources: sub('pods', 'pods/log', 'secrets', '*/log', '*'),
        resourceNames: fc.subarray(['a', 'b', '']),
      },
      { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verbs: sub('get', '*'), nonResourceURLs: sub('/a', '/a*', '/a/b', '*', '/a/*') }),
  },
)
const anyRole = fc.record({
  name: fc.constantFrom('r0', 'r1', 'r2'),
  rules: fc.array(anyRule, { maxLength: 3 }),
  labels: fc.constantFrom({}, { to: 'all' }, { to: 'all', also: 'all' }),
  aggregates: fc.nat({ max: 4 }),
})
const SUBJECTS = [
  ...['User=jane', 'User=system:anonymous', 'User=system:serviceaccount:prod:bot'],
  ...['ServiceAccount=prod/bot', 'ServiceAccount=dev/bot', 'ServiceAccount=/bot'],
  ...['Group=dev', 'Group=system:authenticated', 'Group=system:unauthenticated', 'Group=system:serviceaccounts'],
  'Group=system:serviceaccounts:prod',
]
const anyBinding = fc.record({
  name: fc.constantFrom('b0', 'b1', 'b2', 'b3'),
  to: fc.constantFrom('r0', 'r1', 'r2', 'missing'),
  subjects: fc.subarray(SUBJECTS, { minLength: 1, maxLength: 3 }),
  namespace: fc.constantFrom('', '', 'prod', 'dev'),
})
const anyPolicy = fc.record({
  roles: fc.array(anyRole, { maxLength: 4 }),
  bindings: fc.array(anyBinding, { maxLength: 6 }),
})
type Drawn = typeof anyPolicy extends fc.Arbitrary<infer Of> ? Of : never

function objectsOf({ roles, bindings }: Drawn): readonly Kept[] {
  const selecting = (label: string) => ({
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'all' } }] },
  })
  const aggregations = [selecting('to'), selecting('also')]
  const all = [
    ...roles.map(({ name, rules, labels, aggregates }) => role(name, rules, aggregations[aggregates] ?? {}, labels)),
    ...bindings.map(({ name, to, subjects, namespace }) => {
      const usable = subjects.filter((one) => namespace !== '' || one !== 'ServiceAccount=/bot')
      return binding(name, to, usable.length === 0 ? ['User=jane'] : usable, namespace)
    }),
  ]
  return [
    ...new Map(all.map((one) => [`${one.kind}/${one.metadata.name}/${JSON.stringify(one.metadata)}`, one])).values(),
  ]
}

/** A change keeps most objects, drops some and adds others. */
const change = fc.tuple(anyPolicy, anyPolicy, fc.infiniteStream(fc.nat({ max: 3 }))).map(([policy, more, choices]) => {
  const keep = () => choices.next().value !== 0
  const take = () => choices.next().value === 0
  const after: Drawn = {
    roles: [...policy.roles.filter(keep), ...more.roles.filter(take)],
    bindings: [...policy.bindings.filter(keep), ...more.bindings.filter(take)],
  }
  return { before: objectsOf(policy), after: objectsOf(after) }
})

const NAMES = [
  'jane',
  'system:anonymous',
  serviceAccountUsername({ namespace: 'prod', name: 'bot' }),
  'system:serviceaccount:dev:bot',
  'other',
]
const USERS: readonly UserInfo[] = NAMES.flatMap((username) =>
  [[], ['dev']].map((more) => userInfo({ username, groups: [...missingGroups({ username }), ...more] })),
)
const PATHS = ['/a', '/a/b', '/ab', '/c']
const cross = <A, B>(as: readonly A[], bs: readonly B[]) => as.flatMap((a) => bs.map((b) => [a, b] as const))
const REVIEWS: readonly Omit<Attributes, 'user'>[] = [
  ...cross(
    cross(['get', 'delete', 'x'], ['', 'apps']),
    cross(['pods', 'pods/log', 'secrets'], cross(['', 'a', 'z'], ['', 'prod', 'dev'])),
  ).map(([[verb, group], [combined, [name, namespace]]]) => {
    const [resource = '', subresource = ''] = combined.split('/')
    return asked({ verb, apiGroup: group, resource, subresource, name, namespace })
  }),
  ...cross(['get', 'x'], PATHS).map(([verb, path]) =>
    asked({ verb, path, isResourceRequest: false, resource: '', namespace: '' }),
  ),
]

function isTo({ subject: { kind, name, namespace } }: NewAccess, user: UserInfo): boolean {
  if (kind === 'Group') return user.groups.includes(name)
  return user.username === (kind === 'User' ? name : serviceAccountUsername({ namespace, name }))
}

function coveredBy(one: NewAccess, review: Attributes): boolean {
  const { isResourceRequest, namespace, user } = review
  const inScope = one.namespace === '' || (isResourceRequest && one.namespace === namespace)
  return inScope && isTo(one, user) && ruleAllows(one.rule, review)
}

/** For each combination of new access, a review that only it and its wildcards cover. */
function witnesses({ subject: { kind, name, namespace }, namespace: scope, rule }: NewAccess): readonly Attributes[] {
  const username = kind === 'User' ? name : kind === 'Group' ? 'somebody' : serviceAccountUsername({ namespace, name })
  const user = userInfo({ username, groups: kind === 'Group' ? [name] : [...missingGroups({ username })] })
  const word = (value: string) => value.replace('*', 'unheard-of')
  const names = rule.resourceNames.length === 0 ? ['unheard-of'] : rule.resourceNames
  return [
    ...cross(cross(rule.verbs, rule.apiGroups), cross(rule.resources, names)).map(
      ([[verb, group], [combined, object]]) => {
        const [resource = '', subresource = ''] = word(combined).split('/')
        const where = scope === '' ? 'unheard-of' : scope
        return asked({
          user,
          verb: word(verb),
          apiGroup: word(group),
          resource,
          subresource,
          name: object,
          namespace: where,
        })
      },
    ),
    ...cross(rule.verbs, rule.nonResourceURLs).map(([verb, path]) =>
      asked({ user, verb: word(verb), isResourceRequest: false, path: word(path), resource: '', namespace: '' }),
    ),
  ]
}

describe('of any change', () => {
  function hold(users: readonly UserInfo[], known: readonly UserInfo[]) {
    fc.assert(
      fc.property(change, ({ before, after }) => {
        const [policy, changed] = [policyOf(before), policyOf(after)]
        const found = newAccessBy(rightsOf(policy), rightsOf(changed), known)
        const [was, is] = [rbac(rightsOf(policy)), rbac(rightsOf(changed))]
        for (const user of users) {
          for (const review of REVIEWS) {
            const attributes = { ...review, user }
            const now = is.authorize(attributes).decision === 'Allow'
            const covered = found.some((one) => coveredBy(one, attributes))
            if (covered) expect(now).toBe(true)
            if (now && !covered) expect(was.authorize(attributes).decision).toBe('Allow')
          }
        }
        for (const attributes of found.flatMap(witnesses)) {
          if (known.length === 0) expect(was.authorize(attributes).decision).not.toBe('Allow')
          expect(is.authorize(attributes).decision).toBe('Allow')
        }
      }),
      { numRuns: 150 },
    )
  }

  it('everything that becomes allowed is listed, and nothing that was allowed', () => hold(USERS, []))

  it('everything is listed for known users who lack the groups of their names', () => {
    const known = NAMES.map((username) => userInfo({ username }))
    hold(known, known)
  })

  it('everything is listed for known users who are not authenticated', () => {
    const known = NAMES.map((username) => userInfo({ username, groups: ['system:unauthenticated'] }))
    hold(known, known)
  })
})
