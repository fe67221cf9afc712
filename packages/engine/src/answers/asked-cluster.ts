import type { ClusterSettings } from '../cluster/index.ts'
import { customResources } from '../discovery/index.ts'
import type { APIResource } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import { type Rights, rightsOf } from '../rights/index.ts'

/** The roles and bindings of a cluster, ready to be asked. */
export interface AskedCluster {
  /** Those that RBAC reads: none where it is not among the authorizers. @internal */
  readonly bound: Rights
  readonly settings: ClusterSettings
  /** The resources that the texts of the cluster define. */
  readonly custom: readonly APIResource[]
}

/** `schema`: CustomResourceDefinitions beside those of the policy. */
export function askedCluster(
  policy: Policy,
  defaultRoles: Policy | undefined,
  settings: ClusterSettings,
  schema = '',
): AskedCluster {
  const reads = settings.authorizationModes.includes('RBAC')
  const bound = reads ? rightsOf(policy, defaultRoles) : rightsOf({ ...policy, roles: [], bindings: [] })
  return { bound, settings, custom: customResources(`${policy.text}\n---\n${schema}`) }
}
