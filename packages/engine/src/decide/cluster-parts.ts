import {
  type Authorizer,
  accessRules,
  type ConditionalAuthorizer,
  type ConditionLanguage,
  compiledRBAC,
  type ReadAccessRules,
} from '../authorizers/index.ts'
import {
  CHANGE_PARTS,
  type ChangeParts,
  type ChangeReader,
  changeReader,
  type ParameterLanguage,
} from '../changes/index.ts'
import type { StoredObjects, WebhookTable } from '../cluster/index.ts'
import type { CloseReading, Policy } from '../policy/index.ts'
import type { RoleWriter } from '../role-writes/index.ts'
import { defaultRoles } from './default-roles.ts'
import { nodePart } from './node-part.ts'
import { webhookPart } from './webhook-part.ts'
import { roleWriterPart } from './writing-part.ts'

/**
 * What a cluster has beside the policy. Handed to a decider, not imported by it, because a page that needs none of it
 * should not have to load it. Those that read texts are handed what reads closely, which they ask for where it is needed.
 */
export interface ClusterParts {
  /** The Node authorizer over a text of stored objects. */
  readonly node: (
    objects: string,
    closeReading: () => CloseReading,
  ) => { readonly authorizer: Authorizer; readonly objects: StoredObjects }
  /** The roles and bindings that kube-apiserver makes itself; the same value each time. */
  readonly defaultRoles: () => Policy
  /** Computes what requests change, for designs that decide by it; with a language where definitions process parameters. */
  readonly changes: (
    language: ParameterLanguage | undefined,
    closeReading: () => CloseReading,
    changeParts: ChangeParts,
  ) => ChangeReader
  /** What only some changes need. */
  readonly changeParts: ChangeParts
  /** What becomes of requests that write roles and bindings, over a policy and the default roles that count. */
  readonly roleWriter: (
    policy: Policy,
    defaultRoles: Policy | undefined,
    closeReading: () => CloseReading,
    changeParts: ChangeParts,
  ) => RoleWriter
  /** The webhook that a table of reviews and answers plays. */
  readonly webhook: (
    table: string,
    closeReading: () => CloseReading,
  ) => { readonly authorizer: Authorizer; readonly table: WebhookTable }
  /** Who answers by a policy’s access rules, and what is wrong with their expressions. */
  readonly accessRules: (policy: Policy, language: ConditionLanguage) => ReadAccessRules
  /** RBAC for the design that has its rules compiled into conditions. */
  readonly compiledRBAC: (
    policy: Policy,
    defaultRoles: Policy | undefined,
    language: ConditionLanguage,
  ) => ConditionalAuthorizer
  /** What access rules and parameters are written in: `CEL` of `@authz-playground/engine/cel`, which is large. */
  readonly conditions?: ConditionLanguage & ParameterLanguage
}

/** The parts of a cluster of Kubernetes 1.36, without a language of conditions. */
export const CLUSTER_PARTS: ClusterParts = {
  node: nodePart,
  defaultRoles,
  changes: changeReader,
  changeParts: CHANGE_PARTS,
  accessRules,
  compiledRBAC,
  roleWriter: roleWriterPart,
  webhook: webhookPart,
}
