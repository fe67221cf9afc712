import { type Cluster, discoveryOf, perCluster } from '../cluster/index.ts'
import {
  type Attributes,
  Discovery,
  isServedElsewhere,
  meantInLowerCase,
  resourceName,
  unservedResource,
} from '../kube/index.ts'
import type { Check, RichText } from '../trace/index.ts'

/** What some offered version serves, with the cluster’s own definitions. */
const servedByAny = perCluster((cluster) => new Discovery(undefined, discoveryOf(cluster).custom))

/**
 * Why no role is of use for a check: no API server has its resource. Undefined for any other check, and for a review of a resource that
 * a program may have made up for its own questions.
 */
export function unservedInWords({ attributes }: Check, cluster: Cluster): RichText | undefined {
  const meant = meantInLowerCase(attributes)
  if (meant !== undefined) {
    return [
      ...noSuchResource(attributes),
      ' The client means ',
      { code: resourceName(meant) },
      ', and has to ask for that.',
    ]
  }
  const { isResourceRequest, apiGroup, resource, path } = attributes
  if (!isResourceRequest || resource === '' || isServedElsewhere(apiGroup, resource)) return undefined
  const unserved = unservedResource(apiGroup, resource, servedByAny(cluster))
  // Only a request has a path.
  if (unserved === undefined || (unserved.fix === undefined && path === '')) return undefined
  return [...noSuchResource(attributes), ...(unserved.fix === undefined ? [] : [` ${unserved.fix}`])]
}

function noSuchResource(attributes: Attributes): RichText {
  return ['No rule helps: the API server has no ', { code: resourceName(attributes) }, '.']
}
