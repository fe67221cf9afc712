import type { Random } from '@authz-playground/engine/internal/vectors'
import type { GeneratedLine } from './request-line.ts'
import { STORED_NAMES, STORED_NAMESPACES } from './stored-objects.ts'
import { NODES } from './words.ts'

interface Served {
  readonly prefix: string
  /** Absent for cluster-scoped resources. */
  readonly namespaces?: readonly string[]
  readonly subresources?: readonly string[]
  /** How often a name is followed by a subresource. */
  readonly often?: number
}

const NODE_LEASES = ['kube-node-lease', 'kube-node-lease', 'kube-node-lease', 'kube-system']
const DRA = { prefix: '/apis/resource.k8s.io/v1' } as const

/** Requests of kubelets, and some that kubelets do not send. */
const SERVED: Readonly<Record<string, Served>> = {
  pods: {
    prefix: '/api/v1',
    namespaces: STORED_NAMESPACES,
    subresources: ['status', 'eviction', 'log', 'binding', 'ephemeralcontainers', 'exec'],
  },
  secrets: { prefix: '/api/v1', namespaces: STORED_NAMESPACES },
  configmaps: { prefix: '/api/v1', namespaces: STORED_NAMESPACES },
  persistentvolumeclaims: { prefix: '/api/v1', namespaces: STORED_NAMESPACES, subresources: ['status'] },
  persistentvolumes: { prefix: '/api/v1', subresources: ['status'] },
  serviceaccounts: { prefix: '/api/v1', namespaces: STORED_NAMESPACES, subresources: ['token'], often: 0.6 },
  events: { prefix: '/api/v1', namespaces: STORED_NAMESPACES },
  services: { prefix: '/api/v1', namespaces: STORED_NAMESPACES, subresources: ['status'] },
  endpoints: { prefix: '/api/v1', namespaces: STORED_NAMESPACES },
  nodes: {
    prefix: '/api/v1',
    subresources: ['status', 'proxy', 'metrics', 'configz', 'pods', 'healthz', 'x'],
    often: 0.5,
  },
  volumeattachments: { prefix: '/apis/storage.k8s.io/v1', subresources: ['status'] },
  csinodes: { prefix: '/apis/storage.k8s.io/v1', subresources: ['status'] },
  csidrivers: { prefix: '/apis/storage.k8s.io/v1' },
  runtimeclasses: { prefix: '/apis/node.k8s.io/v1' },
  resourceslices: DRA,
  resourceclaims: { ...DRA, namespaces: STORED_NAMESPACES, subresources: ['status', 'binding'] },
  deviceclasses: DRA,
  podcertificaterequests: {
    prefix: '/apis/certificates.k8s.io/v1beta1',
    namespaces: STORED_NAMESPACES,
    subresources: ['status'],
  },
  certificatesigningrequests: {
    prefix: '/apis/certificates.k8s.io/v1',
    subresources: ['nodeclient', 'selfnodeclient', 'approval'],
    often: 0.5,
  },
  clustertrustbundles: { prefix: '/apis/certificates.k8s.io/v1beta1' },
  tokenreviews: { prefix: '/apis/authentication.k8s.io/v1' },
  subjectaccessreviews: { prefix: '/apis/authorization.k8s.io/v1' },
  localsubjectaccessreviews: { prefix: '/apis/authorization.k8s.io/v1', namespaces: STORED_NAMESPACES },
  leases: { prefix: '/apis/coordination.k8s.io/v1', namespaces: NODE_LEASES, subresources: ['status'] },
}

const SELECTORS = [
  'spec.nodeName=node1',
  'spec.nodeName==node1',
  'spec.nodeName=node2',
  'spec.nodeName!=node1',
  'spec.nodeName=node1,status.phase!=Running',
  'spec.nodeName=node1,spec.nodeName=node2',
  'spec.nodeName=*',
  'spec.nodeName=',
  'nodeName=node1',
  'metadata.name=p1',
  'metadata.name=s1',
  'metadata.name=node1',
  'metadata.name=node1,spec.nodeName=node1',
  'bad',
] as const

/** A request line of a kubelet, about stored objects or similar ones. */
export function kubeletRequestLine(random: Random): GeneratedLine {
  const resource = random.pick(Object.keys(SERVED))
  const { prefix, namespaces, subresources = [], often = 0.2 } = SERVED[resource] as Served
  const named = random.chance(0.7)
  const path = [
    random.chance(0.04) ? prefix.replace(/v1.*$/, 'v1alpha3') : prefix,
    ...(random.chance(0.05) ? ['watch'] : []),
    ...(random.chance(namespaces === undefined ? 0.03 : 0.9)
      ? ['namespaces', random.pick(namespaces ?? STORED_NAMESPACES)]
      : []),
    resource,
    ...(named ? [random.pick(namesOf(resource))] : []),
    ...(named && subresources.length > 0 && random.chance(often) ? [random.pick(subresources)] : []),
  ].join('/')
  const method = random.weighted([
    [10, 'GET'],
    [resource === 'serviceaccounts' || resource.endsWith('reviews') ? 10 : 3, 'POST'],
    [2, 'PUT'],
    [2, 'PATCH'],
    [2, 'DELETE'],
  ])
  const query = [
    ...(random.chance(named ? 0.15 : 0.55) ? [`fieldSelector=${encodeURIComponent(random.pick(SELECTORS))}`] : []),
    ...(random.chance(0.1) ? ['watch=true'] : []),
  ]
  return { method, url: query.length > 0 ? `${path}?${query.join('&')}` : path }
}

function namesOf(resource: string): readonly string[] {
  return resource in STORED_NAMES ? STORED_NAMES[resource as keyof typeof STORED_NAMES] : NODES
}
