import { type Authorizer, nodeAuthorizer } from '../authorizers/index.ts'
import { type ChangeReader, changeReader } from '../changes/index.ts'
import { type Policy, readObjects, type StoredObjects } from '../manifests/index.ts'
import { defaultRoles } from './default-roles.ts'

/**
 * What a cluster has beside the policy. Handed to a decider, not imported by it, because a page that needs none of it
 * should not have to load it.
 */
export interface ClusterParts {
  /** The Node authorizer over a text of stored objects. */
  readonly node: (objects: string) => { readonly authorizer: Authorizer; readonly objects: StoredObjects }
  /** The roles and bindings that kube-apiserver makes itself; the same value each time. */
  readonly defaultRoles: () => Policy
  /** Computes what requests change, for designs that decide by it. */
  readonly changes: () => ChangeReader
}

/** The parts of a cluster of Kubernetes 1.36. */
export const CLUSTER_PARTS: ClusterParts = {
  node: (text) => {
    const objects = readObjects(text)
    return { authorizer: nodeAuthorizer(objects), objects }
  },
  defaultRoles,
  changes: changeReader,
}
