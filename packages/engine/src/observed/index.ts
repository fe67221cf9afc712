export type { JSONObject } from '../text/index.ts'
export { type Agreement, agreementWith } from './agreement.ts'
export { attributesOfLine } from './attributes.ts'
export { auditID, isAuditEvent, observedInEvent } from './audit-event.ts'
export {
  type ClusterOutput,
  LONGEST_CLUSTER_OUTPUT,
  parseClusterOutput,
  parseClusterValue,
  stageOf,
} from './cluster-output.ts'
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
