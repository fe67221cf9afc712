import { customResources } from '../discovery/index.ts'
import { Discovery, type KubernetesVersion } from '../kube/index.ts'
import { type Cluster, perCluster } from './cluster.ts'

/**
 * What the API server of a cluster serves: the resources of its version, and those of the definitions in its policy and schema. Not a
 * property of the cluster, so that a page that reads no such text does not load their reader and the table of resources.
 */
export const discoveryOf: (cluster: Cluster) => Discovery = perCluster(({ policy, schema, settings }) =>
  discoveryIn({ policy: policy.text, schema, cluster: settings }),
)

/** The same of a cluster whose texts were not read. */
export function discoveryIn({
  policy,
  schema = '',
  cluster: { version },
}: {
  readonly policy: string
  readonly schema?: string
  readonly cluster: { readonly version: KubernetesVersion }
}): Discovery {
  return new Discovery(version, customResources(schema === '' ? policy : `${policy}\n---\n${schema}`, version))
}
