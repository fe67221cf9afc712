import type { UnreadObject } from '../../kube/index.ts'
import type { Diagnostic, LineIndex, Span, TextDocument } from '../../text/index.ts'

/** A reference from an object to another one, or to its node. */
export interface Reference {
  /** The named object, as requests name it. */
  readonly resource: ReferredResource
  /** Empty for a node. */
  readonly namespace: string
  readonly name: string
  /** The range of the name. Where the name is composed (a claim for an ephemeral volume), the range of one part. */
  readonly span: Span
}

/** Resources that an object of these kinds can name. */
export type ReferredResource =
  | 'configmaps'
  | 'nodes'
  | 'persistentvolumeclaims'
  | 'resourceclaims'
  | 'secrets'
  | 'serviceaccounts'

/** The fields of every stored object. */
export interface StoredObjectFields {
  /** Empty for cluster-scoped objects, even if the text has one. */
  readonly namespace: string
  readonly name: string
  readonly span: Span
  readonly nameSpan: Span
}

/** A pod: it gives its node access to the objects that it uses. */
export interface StoredPod extends StoredObjectFields {
  readonly kind: 'Pod'
  /** Absent while the pod is not bound to a node. */
  readonly node?: Reference
  /** The objects that it mounts, pulls images with, reads its environment from, and runs as. Empty for a mirror pod. */
  readonly references: readonly Reference[]
}

/** A volume: it connects secrets to the claim that it is bound to. */
export interface StoredPersistentVolume extends StoredObjectFields {
  readonly kind: 'PersistentVolume'
  /** The claim that it is bound to. */
  readonly claim?: Reference
  /** Secrets that a kubelet needs for mounting it. Empty without a claim. */
  readonly secrets: readonly Reference[]
}

/** An object that names its node itself. */
export interface StoredOnNode extends StoredObjectFields {
  readonly kind: 'VolumeAttachment' | 'ResourceSlice' | 'PodCertificateRequest'
  /** Absent in a slice for no node in particular. */
  readonly node?: Reference
}

/** A stored object that the Node authorizer uses. */
export type StoredObject = StoredPod | StoredPersistentVolume | StoredOnNode

/**
 * The result of reading a text of stored objects, which the Node authorizer gets from the API server's watches. As with
 * a policy, it has everything that could be read, and nothing is decided while `diagnostics` has an error.
 */
export interface StoredObjects {
  readonly text: string
  readonly lines: LineIndex
  /** In the order of the text. Lines of `---` separate them. */
  readonly documents: readonly TextDocument[]
  /** In the order of the text; of several with one kind, namespace and name only the last. */
  readonly objects: readonly StoredObject[]
  /** Objects of kinds that the Node authorizer does not use. */
  readonly notRead: readonly UnreadObject[]
  /** In the order of the text. Beyond a thousand the rest are only counted, by the last one. */
  readonly diagnostics: readonly Diagnostic[]
}
