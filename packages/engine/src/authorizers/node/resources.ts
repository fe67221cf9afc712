import { goQuote } from '../../go/index.ts'
import { type Answer, type Attributes, type Evidence, hasChange, type KubernetesVersion } from '../../kube/index.ts'
import type { GraphResource, NodeGraph } from './graph.ts'
import type { StoredObjects } from './stored-objects.ts'

// The checks of the resources that the Node authorizer treats individually, with the reasons of kube-apiserver 1.34 to 1.37
// (Go: `plugin/pkg/auth/authorizer/node/node_authorizer.go`). Feature gates as they are by default:
// AuthorizeNodeWithSelectors on (locked since 1.34), DynamicResourceAllocation on (locked since 1.35),
// KubeletServiceAccountTokenForCredentialProviders on (beta since 1.34), PodCertificateRequest off before 1.37 (beta since 1.35).

/** A request of a node, and the graph of objects. */
export interface NodeRequest {
  readonly node: string
  readonly attributes: Attributes
  readonly graph: NodeGraph
  readonly objects: StoredObjects
  readonly version: KubernetesVersion
}

export type NodeRule = (request: NodeRequest) => Answer

/** The namespace of the nodes' leases. */
const NODE_LEASES = 'kube-node-lease'
/** The field selector that restricts lists of pods and resource slices to one node. */
const NODE_NAME_FIELD = 'spec.nodeName'

/** By API group and resource, with a `/` between them. */
export const NODE_RESOURCES: ReadonlyMap<string, NodeRule> = new Map<string, NodeRule>([
  ['/secrets', readNamespaced('secrets')],
  ['/configmaps', readNamespaced('configmaps')],
  ['/persistentvolumeclaims', persistentVolumeClaim],
  ['/persistentvolumes', getOne('persistentvolumes')],
  ['resource.k8s.io/resourceclaims', getOne('resourceclaims')],
  ['storage.k8s.io/volumeattachments', getOne('volumeattachments')],
  ['/serviceaccounts', serviceAccount],
  ['coordination.k8s.io/leases', lease],
  ['storage.k8s.io/csinodes', csiNode],
  ['resource.k8s.io/resourceslices', resourceSlice],
  ['/nodes', nodeObject],
  ['/pods', pod],
  ['certificates.k8s.io/podcertificaterequests', podCertificateRequest],
])

/**
 * The objects that connect the requested one to the node, starting with the one that names it; none where the node's
 * name alone decides.
 */
export function allow(related: NonNullable<Evidence['related']> = []): Answer {
  return { decision: 'Allow', reason: '', evidence: { authorizer: 'Node', related } }
}

export function noOpinion(reason: string): Answer {
  return { decision: 'NoOpinion', reason }
}

/** Allows objects that are connected to the node. */
function allowConnected(resource: GraphResource, { node, attributes, graph, objects }: NodeRequest): Answer {
  if (attributes.name === '') return noOpinion('No Object name found')
  const path = graph.path(resource, attributes.namespace, attributes.name, node)
  if (path === undefined) return noOpinion(`no relationship found between node '${node}' and this object`)
  return allow(
    path.map(({ object: { kind, namespace, name }, span }) => ({
      kind,
      namespace,
      name,
      range: objects.lines.range(span),
    })),
  )
}

function getOne(resource: GraphResource): NodeRule {
  return (request) => {
    const { verb, subresource } = request.attributes
    if (verb !== 'get') return noOpinion('can only get individual resources of this type')
    if (subresource !== '') return noOpinion('cannot get subresource')
    return allowConnected(resource, request)
  }
}

function readNamespaced(resource: GraphResource): NodeRule {
  return (request) => {
    const { verb, subresource, namespace } = request.attributes
    if (!['get', 'list', 'watch'].includes(verb)) return noOpinion('can only read resources of this type')
    if (subresource !== '') return noOpinion('cannot read subresource')
    if (namespace === '') return noOpinion('can only read namespaced object of this type')
    return allowConnected(resource, request)
  }
}

function persistentVolumeClaim(request: NodeRequest): Answer {
  const { verb, subresource } = request.attributes
  if (subresource !== 'status') return getOne('persistentvolumeclaims')(request)
  // `get` is not allowed either, although the API server's message says otherwise.
  if (verb !== 'update' && verb !== 'patch') return noOpinion('can only get/update/patch this type')
  return allowConnected('persistentvolumeclaims', request)
}

function serviceAccount(request: NodeRequest): Answer {
  const { verb, subresource, name } = request.attributes
  if (verb === 'get' && subresource === '') return readNamespaced('serviceaccounts')(request)
  if (verb !== 'create' || name === '') return noOpinion('can only create tokens for individual service accounts')
  if (subresource !== 'token') return noOpinion('can only create token subresource of serviceaccount')
  return allowConnected('serviceaccounts', request)
}

const OWN_OBJECT_VERBS = ['get', 'create', 'update', 'patch', 'delete']

function lease({ node, attributes: { verb, namespace, name } }: NodeRequest): Answer {
  if (!OWN_OBJECT_VERBS.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a node lease')
  if (namespace !== NODE_LEASES)
    return noOpinion(`can only access leases in the ${goQuote(NODE_LEASES)} system namespace`)
  // The name of a new object is not known here: admission checks it.
  if (verb !== 'create' && name !== node)
    return noOpinion('can only access node lease with the same name as the requesting node')
  return allow()
}

function csiNode({ node, attributes: { verb, subresource, name }, version }: NodeRequest): Answer {
  if (subresource !== '' && hasChange(version, 'csi-node-status')) {
    return noOpinion(
      subresource === 'status'
        ? 'CSINode status access requires CSIVolumeHealth feature'
        : 'cannot authorize CSINode subresources',
    )
  }
  if (!OWN_OBJECT_VERBS.includes(verb)) return noOpinion('can only get, create, update, patch, or delete a CSINode')
  if (subresource !== '') return noOpinion('cannot authorize CSINode subresources')
  if (verb !== 'create' && name !== node)
    return noOpinion('can only access CSINode with the same name as the requesting node')
  return allow()
}

function resourceSlice(request: NodeRequest): Answer {
  const { verb, subresource } = request.attributes
  if (subresource !== '') return noOpinion('cannot authorize ResourceSlice subresources')
  switch (verb) {
    case 'create':
      return allow()
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      return allowConnected('resourceslices', request)
    case 'watch':
    case 'list':
    case 'deletecollection':
      return keepsToNode(request)
        ? allow()
        : noOpinion('can only list/watch/deletecollection resourceslices with nodeName field selector')
    default:
      return noOpinion(
        'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
      )
  }
}

function podCertificateRequest(request: NodeRequest): Answer {
  const { verb, subresource } = request.attributes
  // With its gate off the authorizer has no opinion on these, not even from the static rules.
  if (!hasChange(request.version, 'pod-certificate-requests')) return noOpinion('')
  if (subresource !== '') return noOpinion('nodes may not access the status subresource of PodCertificateRequests')
  switch (verb) {
    // Admission checks for which pod.
    case 'create':
      return allow()
    case 'get':
      return allowConnected('podcertificaterequests', request)
    case 'list':
    case 'watch':
      return keepsToNode(request)
        ? allow()
        : noOpinion('can only list/watch podcertificaterequests with nodeName field selector')
    default:
      return noOpinion(`nodes may not ${verb} podcertificaterequests`)
  }
}

function keepsToNode({ node, attributes: { fieldSelector } }: NodeRequest): boolean {
  return fieldSelector.some(
    ({ field, operator, value }) => field === NODE_NAME_FIELD && operator === '=' && value === node,
  )
}

function nodeObject({ node, attributes: { verb, subresource, name } }: NodeRequest): Answer {
  const writes = verb === 'update' || verb === 'patch'
  if (subresource === 'status') return writes ? allow() : noOpinion('')
  if (subresource !== '') return noOpinion('')
  // Admission checks which node is written.
  if (verb === 'create' || writes) return allow()
  if (verb !== 'get' && verb !== 'list' && verb !== 'watch') return noOpinion('')
  if (name === node) return allow()
  return noOpinion(
    name === ''
      ? `node '${node}' cannot read all nodes, only its own Node object`
      : `node '${node}' cannot read '${name}', only its own Node object`,
  )
}

/**
 * Creating, deleting, evicting and reporting on pods is allowed here for all pods; admission restricts it to the
 * node's.
 */
function pod(request: NodeRequest): Answer {
  const { verb, subresource, name } = request.attributes
  switch (`${verb} ${subresource}`) {
    case 'get ':
      return allowConnected('pods', request)
    case 'list ':
    case 'watch ':
      if (keepsToNode(request)) return allow()
      return name === ''
        ? noOpinion('can only list/watch pods with spec.nodeName field selector')
        : allowConnected('pods', request)
    case 'create ':
    case 'delete ':
    case 'update status':
    case 'patch status':
    case 'create eviction':
      return allow()
    default:
      return noOpinion('')
  }
}
