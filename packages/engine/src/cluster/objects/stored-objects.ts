import type { NotRead } from '../../policy/index.ts'
import type { Diagnostic, LineIndex, Span } from '../../text/index.ts'
import type { PolicyDocument } from '../../yaml/index.ts'

/** Where an object names another one, or its node. */
export interface Reference {
  /** What is named, as requests name it. */
  readonly resource: ReferredResource
  /** Empty for a node. */
  readonly namespace: string
  readonly name: string
  /** The name itself. Where it is made of several (a claim for an ephemeral volume), the one that stands for it. */
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

/** What every stored object has. */
export interface Stored {
  /** Empty for objects of the cluster scope, whatever their text says. */
  readonly namespace: string
  readonly name: string
  readonly span: Span
  readonly nameSpan: Span
}

/** A pod: it ties what it uses to its node. */
export interface StoredPod extends Stored {
  readonly kind: 'Pod'
  /** Absent while the pod is not bound to a node. */
  readonly node?: Reference
  /** What it mounts, pulls with, takes its environment from, and runs as. Nothing for a mirror pod. */
  readonly references: readonly Reference[]
}

/** A volume: it ties secrets to the claim that it is bound to. */
export interface StoredPersistentVolume extends Stored {
  readonly kind: 'PersistentVolume'
  /** The claim that it is bound to. */
  readonly claim?: Reference
  /** Secrets that a kubelet needs for mounting it. Empty without a claim. */
  readonly secrets: readonly Reference[]
}

/** What is tied to a node by itself. */
export interface StoredOnNode extends Stored {
  readonly kind: 'VolumeAttachment' | 'ResourceSlice'
  /** Absent in a slice for no node in particular. */
  readonly node?: Reference
}

/** An object that ties something to a node. */
export type StoredObject = StoredPod | StoredPersistentVolume | StoredOnNode

/**
 * A text of stored objects, read: what the Node authorizer learns from the API server's watches. As with a policy,
 * everything that could be read is here, and nothing is decided while `diagnostics` has an error.
 */
export interface StoredObjects {
  readonly text: string
  readonly lines: LineIndex
  /** In the order of the text. What stands between them are lines of `---`. */
  readonly documents: readonly PolicyDocument[]
  /** In the order of the text; of several with one kind, namespace and name only the last. */
  readonly objects: readonly StoredObject[]
  /** Objects of kinds that tie nothing to a node. */
  readonly notRead: readonly NotRead[]
  /** In the order of the text. Beyond a thousand the rest are only counted, by the last one. */
  readonly diagnostics: readonly Diagnostic[]
}
