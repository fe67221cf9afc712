import { customResources } from '../discovery/index.ts'
import type { APIResource } from '../kube/index.ts'
import { type Cluster, perCluster } from './cluster.ts'

/**
 * The resources of the definitions in a cluster's policy and schema. Not a property of the cluster, so that a page that reads no such
 * text does not load their reader and the table of resources.
 */
export const customResourcesOf: (cluster: Cluster) => readonly APIResource[] = perCluster(({ policy, schema }) =>
  customResourcesIn({ policy: policy.text, schema }),
)

/** The custom resources of a cluster whose texts were not read. */
export function customResourcesIn({
  policy,
  schema = '',
}: {
  readonly policy: string
  readonly schema?: string
}): readonly APIResource[] {
  return customResources(schema === '' ? policy : `${policy}\n---\n${schema}`)
}
