import { isDNSLabel, isDNSSubdomain } from '../go/index.ts'
import type { Attributes } from './attributes.ts'

/**
 * Resources whose objects are named as a DNS subdomain, or more strictly (Go: `pkg/apis/core/validation` and those of the other groups).
 * Roles, certificate requests, API services and IP addresses are not.
 */
const NAMED_AS_SUBDOMAIN: ReadonlySet<string> = new Set(
  Object.entries({
    '': 'configmaps endpoints nodes persistentvolumeclaims persistentvolumes pods replicationcontrollers secrets serviceaccounts services',
    apps: 'daemonsets deployments replicasets statefulsets',
    autoscaling: 'horizontalpodautoscalers',
    batch: 'cronjobs jobs',
    'coordination.k8s.io': 'leases',
    'networking.k8s.io': 'ingresses networkpolicies',
    policy: 'poddisruptionbudgets',
  }).flatMap(([group, resources]) => resources.split(' ').map((resource) => `${resource}.${group}`)),
)

/**
 * Whether an object of a resource may have a name. True where that is not known, and for proxies, whose requests name a scheme and a
 * port too (`https:web:443`).
 */
export function mayBeObjectName(
  { apiGroup, resource, subresource }: Pick<Attributes, 'apiGroup' | 'resource' | 'subresource'>,
  name: string,
): boolean {
  if (subresource === 'proxy') return true
  if (apiGroup === '' && resource === 'namespaces') return isDNSLabel(name)
  return !NAMED_AS_SUBDOMAIN.has(`${resource}.${apiGroup}`) || isDNSSubdomain(name)
}
