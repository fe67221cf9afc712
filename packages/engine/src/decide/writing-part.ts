import { roleWriter } from '../role-writes/index.ts'
import type { ClusterParts } from './cluster-parts.ts'

/** Requests that write roles and bindings: a part of {@link ClusterParts}, for pages that load no other. */
export const roleWriterPart: ClusterParts['roleWriter'] = (policy, defaults, closeReading, changeParts) =>
  roleWriter(policy, defaults, closeReading, changeParts)
