import { nodeOf, REQUEST_VERBS, serviceAccountOf } from '../kube/index.ts'
import type { SeenAttributes, SeenRequest, SeenTarget } from '../logs/index.ts'

/** An observed request, changed a little. */
type Change = (request: SeenRequest) => SeenRequest | undefined

const OTHER_RESOURCES: readonly (readonly [apiGroup: string, resource: string, subresource: string])[] = [
  ['', 'secrets', ''],
  ['', 'configmaps', ''],
  ['', 'pods', 'exec'],
  ['', 'serviceaccounts', 'token'],
  ['apps', 'deployments', ''],
  ['apps', 'deployments', 'scale'],
  ['batch', 'jobs', ''],
  ['rbac.authorization.k8s.io', 'rolebindings', ''],
]
const OTHER_PATHS = ['/metrics', '/healthz', '/logs']
const OTHER_USERS = [
  'somebody-else',
  'admin',
  'kubernetes-admin',
  'system:kube-controller-manager',
  'system:serviceaccount:kube-system:default',
  'system:node:another-node',
]
const OTHER_GROUPS = ['system:masters', 'admins', 'system:nodes']

/**
 * Requests near an observed one: another verb, resource, subresource, namespace, name or path; another user, one group, UID or
 * extra more or fewer; then two such changes at once. Each once, in an order that is always the same, at most `most`.
 */
export function nearRequests(request: SeenRequest, most = 100): readonly SeenRequest[] {
  const changes = [...attributeChanges(request.attributes), ...targetChanges(request.target)]
  const found = new Map<string, SeenRequest>()
  const itself = keyOf(request)
  const add = (near: SeenRequest | undefined): void => {
    if (near === undefined || found.size >= most) return
    const key = keyOf(near)
    if (key !== itself && !found.has(key)) found.set(key, near)
  }
  for (const change of changes) add(change(request))
  // Pairs at growing distances, so that all changes have their turn.
  for (let step = 1; step < changes.length && found.size < most; step++) {
    for (const [at, change] of changes.entries()) {
      const other = changes[at + step]
      const once = other === undefined ? undefined : change(request)
      add(once && other?.(once))
    }
  }
  return [...found.values()]
}

function keyOf({ target, attributes }: SeenRequest): string {
  return JSON.stringify([target, attributes])
}

function attributeChanges({ path, name, namespace }: SeenAttributes): readonly Change[] {
  const asking = (change: (attributes: SeenAttributes) => Partial<SeenAttributes>): Change => {
    return (request) => ({ ...request, attributes: { ...request.attributes, ...change(request.attributes) } })
  }
  if (path !== '') {
    return [
      ...['get', 'post', 'put', 'delete'].map((verb) => asking(() => ({ verb }))),
      ...OTHER_PATHS.map((path) => asking(() => ({ path }))),
      asking(() => ({ path: `${path}/more` })),
    ]
  }
  const toNamespaces = namespace === '' ? [] : ['kube-system', 'default', `${namespace}-2`, '']
  return [
    ...REQUEST_VERBS.map((verb) =>
      asking(({ name }) => (named(verb) === (name !== '') ? { verb } : { verb, name: named(verb) ? 'other' : '' })),
    ),
    ...OTHER_RESOURCES.map(([apiGroup, resource, subresource]) =>
      asking(({ name }) => ({ apiGroup, resource, subresource: name === '' ? '' : subresource })),
    ),
    ...toNamespaces.map((namespace) => asking(() => ({ namespace }))),
    ...(name === ''
      ? []
      : [
          // No path names what is to be created.
          asking(({ verb }) => (verb === 'create' ? {} : { name: `${name}-2` })),
          asking(({ verb }) => (verb === 'create' ? {} : { name: 'other' })),
          asking(() => ({ subresource: 'status' })),
        ]),
  ]
}

/** Whether requests with a verb name an object. */
function named(verb: string): boolean {
  return verb === 'get' || verb === 'update' || verb === 'patch' || verb === 'delete'
}

function targetChanges(target: SeenTarget | undefined): readonly Change[] {
  if (target === undefined) return []
  const as = (change: (target: SeenTarget) => Partial<SeenTarget>): Change => {
    return (request) => request.target && { ...request, target: { ...request.target, ...change(request.target) } }
  }
  const account = serviceAccountOf(target.username)
  const alone = account !== undefined || nodeOf(target.username) !== undefined
  const users = [
    ...OTHER_USERS,
    ...(account === undefined ? [] : [`system:serviceaccount:${account.namespace}:another`]),
  ]
  return [
    // A node or a service account is named alone; another user comes with the groups and extras that were asked for.
    ...users.map((username) => as(() => (alone || username.startsWith('system:') ? alonely(username) : { username }))),
    ...OTHER_GROUPS.map((group) => as(({ groups }) => ({ groups: [group, ...groups] }))),
    as(() => ({ uid: 'another-uid' })),
    as(({ extra }) => ({ extra: { ...extra, 'example.com/another': ['value'] } })),
    ...Object.keys(target.extra).map((key) => as(({ extra }) => ({ extra: { ...extra, [key]: ['another'] } }))),
  ]
}

function alonely(username: string): SeenTarget {
  return { username, uid: '', groups: [], extra: {} }
}
