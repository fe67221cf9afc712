export { CLUSTER_PARTS, type ClusterParts } from './cluster-parts.ts'
export {
  type Decided,
  type DecideOptions,
  type Decider,
  type DecisionState,
  decider,
  featureEnabled,
  needsParts,
  type Sent,
  traceOf,
} from './decide.ts'
export type { ClusterSettings, Scenario, SentRequest } from './scenario.ts'
