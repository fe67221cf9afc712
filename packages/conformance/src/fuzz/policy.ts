import { REQUEST_VERBS } from '@authz-playground/engine/internal/kube'
import type { Random } from '@authz-playground/engine/internal/vectors'
import type { KubeObject } from './draft.ts'
import { edgeString } from './edge-strings.ts'
import { bindingObject, type RuleObject, roleObject, type SubjectObject } from './rbac-objects.ts'
import { GROUPS, NAMESPACES, SERVICE_ACCOUNTS, USERS } from './words.ts'

const VERBS: readonly string[] = [...REQUEST_VERBS, 'impersonate', '*']
const MODES = ['associated-node', 'arbitrary-node', 'serviceaccount', 'user-info'] as const
const RESOURCES = [
  'pods',
  'pods/log',
  'pods/*',
  '*/scale',
  '*/*',
  '*',
  'secrets',
  'nodes',
  'users',
  'groups',
  'uids',
  'serviceaccounts',
  'userextras/*',
  'userextras/example.com/a',
  'deployments',
] as const
const API_GROUPS = ['', 'apps', 'authentication.k8s.io', '*', 'example.com'] as const
const URLS = [
  '/healthz',
  '/healthz/*',
  '/metrics',
  '/api*',
  '*',
  '/',
  '/*',
  '/custom/*',
  '/apis/*/v1',
  '/version/',
] as const

/** Random roles and bindings, which mostly do not allow the requests. */
export function randomPolicy(random: Random, odd: number): readonly KubeObject[] {
  const roles: KubeObject[] = []
  const bindings: KubeObject[] = []
  const clusterRoles = Array.from({ length: random.between(0, 3) }, (_, i) => `cr${i}`)
  for (const name of clusterRoles) roles.push(roleObject(name, rules(random, odd, false)))
  const namespacedRoles = Array.from({ length: random.between(0, 2) }, (_, i) => ({
    name: `r${i}`,
    namespace: random.pick(NAMESPACES),
  }))
  for (const { name, namespace } of namespacedRoles)
    roles.push(roleObject(name, rules(random, odd, true), { namespace }))
  if (random.chance(odd * 0.2) && clusterRoles.length > 0) roles.push(roleObject('cr0', rules(random, odd, false)))
  for (let i = random.between(0, 3); i > 0; i--) {
    const ref = {
      kind: 'ClusterRole',
      name: random.pick([
        ...clusterRoles,
        'missing',
        random.chance(odd * 0.3) ? edgeString(random).replaceAll(/[/%]|^\.+$/g, '-') : 'missing-too',
      ]),
    } as const
    const namespace = random.chance(0.4) ? random.pick(NAMESPACES) : undefined
    bindings.push(bindingObject(`b${i}`, ref, subjects(random, namespace), namespace))
  }
  for (const { name, namespace } of namespacedRoles) {
    const elsewhere = random.chance(0.2) ? random.pick(NAMESPACES) : namespace
    bindings.push(bindingObject(name, { kind: 'Role', name }, subjects(random, elsewhere), elsewhere))
  }
  // A repeated name: the last role counts, but every binding does.
  const twice = random.chance(odd * 0.3) ? random.some([...roles, ...bindings], 2) : []
  const other = twice.map((object) =>
    object.kind === 'ClusterRole' ? roleObject('cr0', rules(random, odd, false)) : object,
  )
  return random.shuffled([...roles, ...bindings, ...other])
}

function rules(random: Random, odd: number, namespaced: boolean): readonly RuleObject[] {
  return Array.from({ length: random.between(0, 3) }, () => {
    const verbs = random.some([...VERBS, ...(random.chance(0.5) ? [verbOfMode(random, odd)] : [])], 3, 1)
    if (!namespaced && random.chance(0.15)) return { nonResourceURLs: random.some(URLS, 2, 1), verbs }
    return {
      apiGroups: random.some(API_GROUPS, 2, 1),
      resources: random.some(
        random.chance(odd * 0.2) ? [edgeString(random), edgeString(random), '*/'] : RESOURCES,
        3,
        1,
      ),
      ...(random.chance(0.25) && { resourceNames: random.some(['p1', 'web', 'jane', 'node1', '*', 'devs', ''], 2, 1) }),
      verbs,
    }
  })
}

function verbOfMode(random: Random, odd: number): string {
  const mode = random.chance(odd * 0.2) ? random.pick(['*', 'node', 'User-Info']) : random.pick(MODES)
  return random.pick([
    `impersonate:${mode}`,
    `impersonate-on:${mode}:${random.pick(VERBS)}`,
    `impersonate-on:${mode}`,
    'impersonate-on:*',
  ])
}

function subjects(random: Random, namespace: string | undefined): readonly SubjectObject[] {
  return random.some<SubjectObject>(
    [
      { kind: 'User', name: random.pick(USERS) },
      { kind: 'Group', name: random.pick([...GROUPS, 'system:authenticated', 'system:serviceaccounts']) },
      serviceAccountSubject(random, random.pick(SERVICE_ACCOUNTS), namespace),
      { kind: 'User', name: random.pick([...SERVICE_ACCOUNTS, '*', 'system:node:node1', edgeString(random)]) },
      { kind: 'Group', name: random.pick(['*', 'system:nodes', 'devs']) },
    ],
    3,
  )
}

/** A RoleBinding may omit the namespace of a service account in its own namespace. */
export function serviceAccountSubject(
  random: Random,
  username: string,
  bindingNamespace: string | undefined,
): SubjectObject {
  const [, , namespace = '', name = ''] = username.split(':')
  if (namespace === bindingNamespace && random.chance(0.5)) return { kind: 'ServiceAccount', name }
  return { kind: 'ServiceAccount', name, namespace }
}

const LABELS = [
  { team: 'a' },
  { team: 'b' },
  { team: 'a', tier: 'x' },
  { 'example.com/aggregate-to-admin': 'true' },
] as const
const SELECTORS: readonly KubeObject[] = [
  { matchLabels: { team: 'a' } },
  { matchLabels: { team: 'b' } },
  { matchLabels: {} },
  {},
  { matchExpressions: [{ key: 'team', operator: 'In', values: ['a', 'b'] }] },
  { matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['a'] }] },
  { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
  { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }], matchLabels: { team: 'a' } },
  { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
]

/**
 * Turns some ClusterRoles of a policy into parts of an aggregated one, also in chains and cycles, and binds the
 * aggregated role instead of the part.
 */
export function aggregated(random: Random, policy: readonly KubeObject[]): readonly KubeObject[] {
  const wholes = Array.from({ length: random.between(1, 3) }, (_, i) =>
    roleObject(`all${i}`, random.chance(0.3) ? [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] : [], {
      selectors: random.some(SELECTORS, 2, 1),
      ...(random.chance(0.5) && { labels: random.pick(LABELS) }),
    }),
  )
  const changed = policy.map((object) => {
    const { kind, metadata, roleRef } = object as { kind?: string; metadata?: KubeObject; roleRef?: KubeObject }
    if (kind === 'ClusterRole' && random.chance(0.7))
      return { ...object, metadata: { ...metadata, labels: random.pick(LABELS) } }
    if (roleRef?.kind === 'ClusterRole' && random.chance(0.7)) {
      return { ...object, roleRef: { ...roleRef, name: `all${random.between(0, wholes.length - 1)}` } }
    }
    return object
  })
  return random.shuffled([...changed, ...wholes])
}
