import { webhook } from '../authorizers/index.ts'
import { readTable } from '../cluster/index.ts'
import type { ClusterParts } from './cluster-parts.ts'

/** The webhook that a table plays: a part of {@link ClusterParts}, for pages that load no other. */
export const webhookPart: ClusterParts['webhook'] = (text, closeReading) => {
  const table = readTable(text, closeReading)
  return { authorizer: webhook(table), table }
}
