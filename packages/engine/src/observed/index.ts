export { type Agreement, agreementWith } from './agreement.ts'
export { type ClusterOutput, LONGEST_CLUSTER_OUTPUT, parseClusterOutput } from './cluster-output.ts'
export { requestLineFor } from './filled-line.ts'
export type { Missing, MissingPlace } from './filled-part.ts'
export { type Filled, type Filling, filledScenario } from './filling.ts'
export { modeOfConstraint } from './impersonation-check.ts'
export { withoutImpliedGroups } from './implied-groups.ts'
export type {
  ObservationSource,
  ObservedAnswer,
  ObservedAttributes,
  ObservedCall,
  ObservedImpersonation,
  ObservedRequest,
  ObservedUser,
} from './observed-request.ts'
export { describeObservedRequest } from './summary.ts'
