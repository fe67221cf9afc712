import { customResources } from '../discovery/index.ts'
import type { APIResource } from '../kube/index.ts'
import { perCluster } from './per-cluster.ts'

/**
 * The resources of the definitions in the policy’s text and in the schema. Not a property of the cluster, so that a page that
 * reads no such text does not load their reader.
 */
export const customOf: (cluster: Parameters<Parameters<typeof perCluster>[0]>[0]) => readonly APIResource[] =
  perCluster(({ policy, schema }) => customResources(schema === '' ? policy.text : `${policy.text}\n---\n${schema}`))
