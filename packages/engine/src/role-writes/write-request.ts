import { unescapePath } from '../go/index.ts'
import { type HTTPRequest, splitTarget } from '../http/index.ts'
import { type Attributes, type KubernetesVersion, RBAC_GROUP } from '../kube/index.ts'
import type { RbacKind } from '../policy/index.ts'

/** A request that writes a role or binding, from its request line. */
export interface WriteRequest {
  readonly operation: 'create' | 'update' | 'patch'
  readonly kind: RbacKind
  readonly resource: string
  readonly attributes: Attributes
  /** Of the server. */
  readonly version: KubernetesVersion
}

const KIND_OF: ReadonlyMap<string, RbacKind> = new Map([
  ['roles', 'Role'],
  ['clusterroles', 'ClusterRole'],
  ['rolebindings', 'RoleBinding'],
  ['clusterrolebindings', 'ClusterRoleBinding'],
])
/** The kind of the objects of a resource of RBAC; undefined for any other resource. */
export function rbacKindOf(resource: string): RbacKind | undefined {
  return KIND_OF.get(resource)
}

const OPERATIONS = { POST: 'create', PUT: 'update', PATCH: 'patch' } as const

/**
 * Undefined for a request that is not a write of a role or binding by the routes of kube-apiserver, and for a request
 * without a body.
 */
export function writeRequest(
  { method, target, body }: HTTPRequest,
  attributes: Attributes,
  version: KubernetesVersion,
): WriteRequest | undefined {
  const { apiGroup, apiVersion, resource, namespace, name, isResourceRequest } = attributes
  const kind = rbacKindOf(resource)
  const operation = Object.hasOwn(OPERATIONS, method) ? OPERATIONS[method as keyof typeof OPERATIONS] : undefined
  if (!isResourceRequest || apiGroup !== RBAC_GROUP || apiVersion !== 'v1' || kind === undefined) return undefined
  if (operation === undefined || body.trim() === '') return undefined
  const where = kind.startsWith('Cluster') ? '' : `namespaces/${namespace}/`
  const collection = `/apis/${RBAC_GROUP}/v1/${where}${resource}`
  const { path } = splitTarget(target)
  const expected = operation === 'create' ? collection : `${collection}/${name}`
  if ((unescapePath(path) ?? path) !== expected || (operation !== 'create' && name === '')) return undefined
  return { operation, kind, resource, attributes, version }
}
