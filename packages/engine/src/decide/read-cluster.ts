import { type Authorizer, authorizerChain, granting, rbac } from '../authorizers/index.ts'
import type { StoredObjects, WebhookTable } from '../cluster/index.ts'
import type { Design } from '../designs/index.ts'
import { type Attributes, RBAC_GROUP } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import type { RoleWriter } from '../role-writes/index.ts'
import { type Chunks, type Language, loaded } from './chunks.ts'
import type { Decided } from './decided.ts'
import { withDiagnostics, withUnusedRules } from './problems.ts'
import type { Scenario } from './scenario.ts'

/** The cluster of a scenario: the texts that were read, and the authorizers. */
export interface ReadCluster {
  readonly texts: Pick<Decided, 'policy' | 'defaultRoles' | 'objects' | 'webhook'>
  /** @param granted reviews that RBAC allows beside those that the policy grants */
  readonly authorizer: (granted: readonly Attributes[]) => Authorizer
  /** Makes a reader of the requests of one scenario that write roles. The index is made for the first such request. */
  readonly writes: (chunks: Chunks) => RoleWriter
}

/** The texts of a cluster, read. */
export interface ClusterParts {
  readonly policy: Policy
  readonly defaultRoles: Policy | undefined
  /** Undefined without the Node authorizer. */
  readonly node: { readonly authorizer: Authorizer; readonly objects: StoredObjects } | undefined
  /** Undefined without the webhook. */
  readonly webhook: { readonly authorizer: Authorizer; readonly table: WebhookTable } | undefined
}

/** Indexes the texts of a cluster, and makes its authorizers. */
export function clusterOf(
  { policy, defaultRoles, node, webhook }: ClusterParts,
  { cluster: { authorizationModes: modes } }: Scenario,
  { readsConditions }: Design,
  chunks: Chunks,
  cel: Language | undefined,
): ReadCluster {
  const readsRules = modes.includes('AccessRules') || readsConditions === 'access-rules'
  const rules = readsRules && cel ? loaded(chunks, 'conditions').accessRules(policy, cel) : undefined
  const compiled =
    readsConditions === 'rbac' && cel ? loaded(chunks, 'conditions').compiledRBAC(policy, defaultRoles, cel) : undefined
  const others = {
    policy,
    ...(node && { node: node.authorizer }),
    ...(rules && { accessRules: rules.authorizer }),
    ...(webhook && { webhook: webhook.authorizer }),
  }
  const ofPolicy = compiled ?? rbac(policy, defaultRoles)
  const configured = authorizerChain({ ...others, rbac: ofPolicy }, modes)
  const texts = {
    policy: rules === undefined ? withUnusedRules(policy) : withDiagnostics(policy, rules.diagnostics),
    ...(defaultRoles && { defaultRoles }),
    ...(node && { objects: node.objects }),
    ...(webhook && { webhook: webhook.table }),
  }
  return {
    texts,
    authorizer: (granted) =>
      granted.length === 0 ? configured : authorizerChain({ ...others, rbac: granting(ofPolicy, granted) }, modes),
    writes: writesOver(texts),
  }
}

/** Reads requests that write roles, with the chunk for that; no other request needs it. */
function writesOver({ policy, defaultRoles }: ReadCluster['texts']): ReadCluster['writes'] {
  let writers: (() => RoleWriter) | undefined
  return (chunks) => {
    let writer: RoleWriter | undefined
    return (request, written, attributes) => {
      if (attributes.apiGroup !== RBAC_GROUP || request.body === '') return undefined
      writers ??= loaded(chunks, 'roleWrites').roleWriters(policy, defaultRoles)
      writer ??= writers()
      return writer(request, written, attributes)
    }
  }
}
