import { nodeAuthorizer } from '../authorizers/index.ts'
import { readStoredObjects } from '../cluster/index.ts'
import type { ClusterParts } from './cluster-parts.ts'

/** The Node authorizer over a text of stored objects: a part of {@link ClusterParts}, for pages that load no other. */
export const nodePart: ClusterParts['node'] = (text, closeReading) => {
  const objects = readStoredObjects(text, closeReading)
  return { authorizer: nodeAuthorizer(objects), objects }
}
