import type { Random } from '@authz-playground/engine/internal/vectors'
import type { JsonData, KubeObject } from '../fuzz/draft.ts'
import { edgeString } from '../fuzz/edge-strings.ts'

export const GROUP = 'rbac.authorization.k8s.io'
const KINDS = ['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding'] as const
const NAMES = [
  'pod-reader',
  'view',
  'system:node-proxier',
  'a',
  'ops.example.com',
  'x-1',
  'Ünï',
  'a b',
  'on',
  '123',
] as const
const NAMESPACES = ['default', 'prod', 'team-a', '0', 'kube-system'] as const
const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  '*',
  'impersonate:user-info',
  'impersonate-on:user-info:list',
  'use',
] as const
const RESOURCES = ['pods', 'pods/log', '*', 'secrets', 'users', 'deployments', '*/scale', 'userextras/*'] as const
const GROUPS = ['', 'apps', '*', 'authentication.k8s.io', 'batch', GROUP] as const

/** An object that kube-apiserver accepts. */
export function goodObject(random: Random): KubeObject {
  const kind = random.pick(KINDS)
  const namespaced = kind === 'Role' || kind === 'RoleBinding'
  const head = { apiVersion: `${GROUP}/v1`, kind, metadata: goodMetadata(random, namespaced) }
  const object = kind === 'Role' || kind === 'ClusterRole' ? role(random, kind, head) : binding(random, kind, head)
  return random.chance(0.1) ? Object.fromEntries(random.shuffled(Object.entries(object))) : object
}

function role(random: Random, kind: 'Role' | 'ClusterRole', head: KubeObject): KubeObject {
  const aggregated = kind === 'ClusterRole' && random.chance(0.25)
  const rules = Array.from({ length: random.between(aggregated ? 0 : 1, 3) }, () => goodRule(random, kind))
  return {
    ...head,
    ...(aggregated && { aggregationRule: { clusterRoleSelectors: random.some(SELECTORS, 2, 1) } }),
    ...((rules.length > 0 || random.chance(0.5)) && { rules }),
  }
}

export const SELECTORS: readonly KubeObject[] = [
  { matchLabels: { 'rbac.example.com/aggregate-to-view': 'true' } },
  { matchLabels: { team: 'a', tier: '' } },
  { matchExpressions: [{ key: 'team', operator: 'In', values: ['a', 'b'] }] },
  { matchExpressions: [{ key: 'example.com/team', operator: 'NotIn', values: [''] }] },
  {
    matchExpressions: [
      { key: 'team', operator: 'Exists' },
      { key: 'tier', operator: 'DoesNotExist', values: [] },
    ],
  },
  { matchLabels: {}, matchExpressions: [] },
  {},
]

function goodRule(random: Random, kind: 'Role' | 'ClusterRole'): KubeObject {
  const verbs = random.some(VERBS, 3, 1)
  if (kind === 'ClusterRole' && random.chance(0.2)) {
    return { nonResourceURLs: random.some(['/healthz', '/metrics', '*', '/logs/*', 'x'], 2, 1), verbs }
  }
  return {
    apiGroups: random.some(GROUPS, 2, 1),
    resources: random.some(RESOURCES, 3, 1),
    ...(random.chance(0.3) && { resourceNames: random.some([...NAMES, '*', '', edgeString(random)], 2) }),
    verbs: random.chance(0.1) ? [...verbs, edgeString(random)] : verbs,
  }
}

function binding(random: Random, kind: 'RoleBinding' | 'ClusterRoleBinding', head: KubeObject): KubeObject {
  const roleKind = kind === 'RoleBinding' ? random.pick(['Role', 'ClusterRole'] as const) : 'ClusterRole'
  return {
    ...head,
    subjects: Array.from({ length: random.between(0, 3) }, () => subject(random, kind)),
    roleRef: { ...(random.chance(0.8) && { apiGroup: GROUP }), kind: roleKind, name: random.pick(NAMES) },
  }
}

function subject(random: Random, kind: 'RoleBinding' | 'ClusterRoleBinding'): KubeObject {
  const is = random.pick(['User', 'Group', 'ServiceAccount'] as const)
  if (is === 'ServiceAccount') {
    const namespace = kind === 'ClusterRoleBinding' || random.chance(0.7)
    return {
      kind: is,
      ...(random.chance(0.2) && { apiGroup: '' }),
      name: random.pick(['default', 'ctl', 'a.b', '0']),
      ...(namespace && { namespace: random.pick(NAMESPACES) }),
    }
  }
  return {
    kind: is,
    ...(random.chance(0.7) && { apiGroup: GROUP }),
    name: random.chance(0.2) ? edgeString(random) : random.pick(['jane', 'devs', 'system:masters', 'a@b.c']),
    ...(random.chance(0.05) && { namespace: 'prod' }),
  }
}

function goodMetadata(random: Random, namespaced: boolean): KubeObject {
  const fields = random.some(GOOD_METADATA, random.pick([0, 0, 1, 2]))
  return {
    name: random.pick(NAMES),
    ...(random.chance(namespaced ? 0.6 : 0.03) && { namespace: random.pick(NAMESPACES) }),
    ...Object.assign({}, ...fields),
  }
}

const LONG = 'x'.repeat(63)

/** Fields of metadata with accepted values. */
const GOOD_METADATA: readonly KubeObject[] = [
  { labels: { app: 'web', 'example.com/team': 'A_b.c', [LONG]: LONG } },
  { labels: {} },
  { labels: null },
  { labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
  { annotations: { 'example.com/note': 'any text: "quoted"\nand more', UPPER: '' } },
  { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' } },
  { creationTimestamp: null },
  { creationTimestamp: '2026-01-31T12:00:00Z' },
  { finalizers: ['example.com/clean-up', 'kubernetes'] },
  { finalizers: ['orphan'] },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'u-1' }] },
  {
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u-2', controller: true, blockOwnerDeletion: false },
    ],
  },
  { generation: 3 },
  { uid: 'u-3' },
  { resourceVersion: '5' },
  { selfLink: '/apis/x' },
  { generateName: 'a-' },
  {
    managedFields: [
      {
        manager: 'kubectl',
        operation: 'Update',
        apiVersion: `${GROUP}/v1`,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:rules': {} },
      },
    ],
  },
]

/** Fields of an object with refused values, and some that only look invalid. */
export const ODD_METADATA: readonly (readonly [string, JsonData])[] = [
  ['name', ''],
  ['name', '..'],
  ['name', 'a/b'],
  ['name', 'a%2f/b'],
  ['name', 'x'.repeat(300)],
  ['name', 3],
  ['name', ['a']],
  ['name', null],
  ['namespace', 'Prod'],
  ['namespace', 'a.b'],
  ['namespace', 'x'.repeat(64)],
  ['namespace', '-'],
  ['namespace', 'a/b'],
  ['namespace', ''],
  ['namespace', 5],
  ['generateName', 'a/b'],
  ['generateName', 'A%'],
  ['labels', { 'not a key': 'x' }],
  ['labels', { a: 'not a value!' }],
  ['labels', { 'a/b/c': '' }],
  ['labels', { '/a': '' }],
  ['labels', { 'a/': '' }],
  ['labels', { [`${LONG}x`]: 'x' }],
  ['labels', { a: `${LONG}x` }],
  ['labels', { 'Example.com/a': 'x' }],
  ['labels', { [`${'a'.repeat(254)}/b`]: 'x' }],
  ['labels', { a: 1 }],
  ['labels', { a: true, b: null }],
  ['labels', { a: { b: 'c' } }],
  ['labels', ['a']],
  ['labels', 'a=b'],
  ['annotations', { 'not a key': 'x', 'a/b/c': 'y' }],
  ['annotations', { a: 1 }],
  ['annotations', { a: 'x'.repeat(1000) }],
  ['annotations', 'x'],
  ['finalizers', ['a']],
  ['finalizers', ['orphan', 'foregroundDeletion']],
  ['finalizers', ['a b/c', '']],
  ['finalizers', 'orphan'],
  ['finalizers', [1]],
  ['ownerReferences', [{}]],
  ['ownerReferences', [{ apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' }]],
  ['ownerReferences', [{ apiVersion: 'a/b/c', kind: 'D', name: 'd', uid: 'u' }]],
  [
    'ownerReferences',
    [
      { apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', controller: true },
      { apiVersion: 'v1', kind: 'B', name: 'b', uid: 'v', controller: true },
    ],
  ],
  ['ownerReferences', [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', controller: 'yes' }]],
  ['ownerReferences', { apiVersion: 'v1' }],
  ['managedFields', [{ operation: 'Merge' }]],
  ['managedFields', [{ operation: 'Apply', fieldsType: 'V2', manager: 'x'.repeat(129), subresource: 's'.repeat(257) }]],
  ['managedFields', [{ operation: 'Apply', time: 'now' }]],
  ['generation', -1],
  ['generation', '1'],
  ['generation', 1.5],
  ['deletionGracePeriodSeconds', -5],
  ['deletionTimestamp', '2026-01-31T12:00:00Z'],
  ['creationTimestamp', 'yesterday'],
  ['creationTimestamp', '2026-02-30T12:00:00Z'],
  ['creationTimestamp', 5],
  ['uid', 7],
  ['clusterName', 'x'],
  ['Name', 'x'],
  ['lables', { a: 'b' }],
]
