import { resourceInGroup } from './resources.ts'

/** Subresources that authorizers are asked about and that no API of today serves, by the resource in its group. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  // By the controller that approves certificates of nodes, and on OpenShift by admission (Go: `bootstrappolicy`).
  'certificatesigningrequests.certificates.k8s.io': ['nodeclient', 'selfnodeclient', 'selfnodeserver'],
  'endpoints.': ['restricted'],
  // Until Kubernetes 1.15; the default roles `admin` and `edit` still have it.
  'deployments.apps': ['rollback'],
  // Who may write which part of the status of a claim (Go: `bootstrappolicy`, the schedulers’ role).
  'resourceclaims.resource.k8s.io': ['binding', 'driver'],
}

/**
 * Whether any known version of Kubernetes has a subresource of one of its resources: serves it, or asks authorizers about it, as
 * admission does about `finalizers` of every resource, and kubelets about their own of nodes. Undefined for resources that are
 * not of Kubernetes, or not known: they may have any.
 */
export function hasSubresource(apiGroup: string, resource: string, subresource: string): boolean | undefined {
  const known = resourceInGroup(apiGroup, resource)
  if (known === undefined || !known.builtIn) return undefined
  return (
    known.subresources.has(subresource) ||
    subresource === 'finalizers' ||
    (apiGroup === '' && resource === 'nodes') ||
    (OTHERS[`${resource}.${apiGroup}`]?.includes(subresource) ?? false)
  )
}
