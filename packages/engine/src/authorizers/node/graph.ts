import type { Span } from '../../text/index.ts'
import type { Reference, ReferredResource, StoredObject, StoredObjects } from './stored-objects.ts'

/** An object that can be connected to a node, as requests name it. */
export type GraphResource =
  | Exclude<ReferredResource, 'nodes'>
  | 'persistentvolumes'
  | 'podcertificaterequests'
  | 'pods'
  | 'resourceslices'
  | 'volumeattachments'

/** One step of the path from the requested object to a node: an object, and its reference to the previous one. */
export interface GraphStep {
  readonly object: StoredObject
  readonly span: Span
}

/**
 * The paths from objects to nodes (Go: the graph of `plugin/pkg/auth/authorizer/node/graph.go`). All lead over a pod,
 * except those of objects that name their node themselves: node ← pod ← object that the pod refers to, and from a claim
 * on ← volume bound to the claim ← secret of the volume.
 */
export class NodeGraph {
  /** By object and by node: the first object of the text that connects them directly. */
  readonly #direct = new Map<string, Map<string, GraphStep>>()
  /** By secret: volumes that name it. By volume, under its own key: the volume. */
  readonly #volumes = new Map<string, (GraphStep & { readonly claim: Reference })[]>()

  constructor({ objects }: StoredObjects) {
    for (const object of objects) this.#add(object)
  }

  #add(object: StoredObject): void {
    if (object.kind === 'PersistentVolume') {
      const { claim } = object
      if (claim === undefined) return
      this.#addVolume(keyOf('persistentvolumes', '', object.name), { object, span: claim.span, claim })
      for (const { namespace, name, span } of object.secrets)
        this.#addVolume(keyOf('secrets', namespace, name), { object, span, claim })
      return
    }
    const { node } = object
    if (node === undefined) return
    this.#addDirect(keyOf(RESOURCES[object.kind], object.namespace, object.name), node.name, {
      object,
      span: node.span,
    })
    if (object.kind !== 'Pod') return
    for (const { resource, namespace, name, span } of object.references)
      this.#addDirect(keyOf(resource, namespace, name), node.name, { object, span })
  }

  #addDirect(key: string, node: string, step: GraphStep): void {
    const nodes = this.#direct.get(key)
    if (nodes === undefined) this.#direct.set(key, new Map([[node, step]]))
    else if (!nodes.has(node)) nodes.set(node, step)
  }

  #addVolume(key: string, volume: GraphStep & { readonly claim: Reference }): void {
    const volumes = this.#volumes.get(key)
    if (volumes === undefined) this.#volumes.set(key, [volume])
    else volumes.push(volume)
  }

  /** The path from an object to a node, starting with the object that names it; undefined when there is none. */
  path(resource: GraphResource, namespace: string, name: string, node: string): readonly GraphStep[] | undefined {
    const key = keyOf(resource, namespace, name)
    const direct = this.#direct.get(key)?.get(node)
    if (direct !== undefined) return [direct]
    for (const volume of this.#volumes.get(key) ?? []) {
      const pod = this.#direct.get(keyOf(volume.claim.resource, volume.claim.namespace, volume.claim.name))?.get(node)
      if (pod !== undefined) return [volume, pod]
    }
    return undefined
  }
}

const RESOURCES = {
  Pod: 'pods',
  VolumeAttachment: 'volumeattachments',
  ResourceSlice: 'resourceslices',
  PodCertificateRequest: 'podcertificaterequests',
} as const

/** The length marks the end of the namespace, because names in a text or a path may contain any character. */
function keyOf(resource: GraphResource | ReferredResource, namespace: string, name: string): string {
  return `${resource} ${namespace.length} ${namespace}/${name}`
}
