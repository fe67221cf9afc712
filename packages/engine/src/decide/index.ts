export { CLUSTER_PARTS, type ClusterParts } from './cluster-parts.ts'
export {
  type Decided,
  type DecideOptions,
  type Decider,
  type DecisionState,
  deciderOver,
  featureEnabled,
  needsConditions,
  needsParts,
  needsRoleWriter,
  type RunOptions,
  type Sent,
} from './decide.ts'
export { decider } from './decider.ts'
export { defaultRoles } from './default-roles.ts'
export { nodePart } from './node-part.ts'
export type { ClusterSettings, Scenario, SentRequest } from './scenario.ts'
export { endingWith, sentRequests, showing } from './sent.ts'
export { traceOf } from './trace-of.ts'
export { webhookPart } from './webhook-part.ts'
export { roleWriterPart } from './writing-part.ts'
