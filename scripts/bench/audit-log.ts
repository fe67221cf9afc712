import { Random } from '@authz-playground/engine/internal/vectors'

/** How alike the requests are. */
export type LogKind = 'realistic' | 'all-different'

const VERBS = [
  [40, 'get'],
  [25, 'list'],
  [15, 'watch'],
  [10, 'update'],
  [6, 'patch'],
  [3, 'create'],
  [1, 'delete'],
] as const
const RESOURCES = ['pods', 'services', 'configmaps', 'secrets', 'endpoints', 'events', 'serviceaccounts'] as const

/**
 * Events of an audit log at level Metadata, a line each, as kube-apiserver writes them. Of the realistic ones, a quarter is
 * impersonated by a few impersonators, and requests repeat: 400 clients ask for 3,000 objects in 60 namespaces. Of the
 * different ones, each has a path of its own.
 */
export function* auditLines(kind: LogKind, events: number, seed: number): Generator<string, void> {
  const random = new Random(seed)
  for (let number = 0; number < events; number++) {
    const verb = random.weighted(VERBS)
    const resource = random.pick(RESOURCES)
    const namespace = `namespace-${random.between(0, 59)}`
    const named = verb !== 'list' && verb !== 'watch' && verb !== 'create'
    const name = kind === 'realistic' ? `object-${random.between(0, 49)}` : `object-${number}`
    // A collection has no name to differ by.
    const of = kind === 'realistic' ? namespace : `${namespace}-${number}`
    const path = `/api/v1/namespaces/${of}/${resource}${named ? `/${name}` : ''}`
    const query = verb === 'watch' ? '?allowWatchBookmarks=true&watch=true' : verb === 'list' ? '?limit=500' : ''
    const time = new Date(Date.UTC(2026, 10, 22) + number * 37).toISOString().replace('Z', '000Z')
    yield JSON.stringify({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: uuid(random),
      stage: 'ResponseComplete',
      requestURI: path + query,
      verb,
      ...users(random),
      sourceIPs: [`10.0.${random.between(0, 255)}.${random.between(1, 254)}`],
      userAgent: 'kube-probe/1.36 (linux/amd64) kubernetes/0123456',
      objectRef: { resource, namespace: of, ...(named && { name }), apiVersion: 'v1' },
      responseStatus: { metadata: {}, code: 200 },
      requestReceivedTimestamp: time,
      stageTimestamp: time,
      annotations: {
        'authorization.k8s.io/decision': 'allow',
        'authorization.k8s.io/reason':
          'RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to Group "devs"',
      },
    })
  }
}

function users(random: Random) {
  if (random.chance(0.25)) {
    const impersonator = `portal-${random.between(0, 4)}`
    return {
      user: account('portals', impersonator),
      impersonatedUser: { username: `user-${random.between(0, 199)}`, groups: ['devs', 'system:authenticated'] },
    }
  }
  return { user: account(`team-${random.between(0, 19)}`, `client-${random.between(0, 19)}`) }
}

function account(namespace: string, name: string) {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    uid: '5b3f1f5e-8d0b-4d0c-9a55-0c7f3ad5f3f1',
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'],
    extra: { 'authentication.kubernetes.io/pod-name': [`${name}-5d8f7c9b4-x2x7p`] },
  }
}

function uuid(random: Random): string {
  const hex = (digits: number) => Array.from({ length: digits }, () => random.between(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`
}
