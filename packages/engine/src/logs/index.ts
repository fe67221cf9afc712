export { type Agreement, agreementWith } from './filling/agreement.ts'
export { requestLineFor } from './filling/filled-line.ts'
export type { Missing, MissingPlace } from './filling/filled-part.ts'
export { type AdmissionReviews, admissionReviews } from './filling/filled-review.ts'
export { type Filled, type Filling, filledScenario, type OtherAuthorizer } from './filling/filling.ts'
export { resourceGrants } from './filling/resource-grants.ts'
export type { AdmissionRefusal } from './line/admission-refusal.ts'
export type { AdmissionCheck } from './line/admission-steps.ts'
export { type ClusterOutput, LONGEST_CLUSTER_OUTPUT, parseClusterOutput } from './line/cluster-output.ts'
export { modeOfConstraint } from './line/impersonation-check.ts'
export { type LoggedReview, loggedReviews } from './line/logged-reviews.ts'
export { NOT_UNDERSTOOD, OF_RULES_TABLE, type RefusedResource, RULES_TABLE } from './line/no-request.ts'
export type {
  ObservationSource,
  ObservedAnswer,
  ObservedAttributes,
  ObservedCall,
  ObservedImpersonation,
  ObservedRequest,
  ObservedUser,
  WrittenObject,
} from './line/observed-request.ts'
export { distinctRequests, placeInWords } from './line/repeated-requests.ts'
export type { ReportedOwner } from './line/reported-owner.ts'
export { describeObservedRequest } from './line/request-summary.ts'
export {
  type AnswerCheck,
  attributesAsked,
  type DecidedRequest,
  RequestDecider,
  requestInWords,
} from './tally/decided-request.ts'
export type {
  Observation,
  SeenAnswer,
  SeenAttributes,
  SeenParts,
  SeenRequest,
  SeenTarget,
  SeenUser,
  Unread,
} from './tally/observation.ts'
export { type ObservationParts, observationLines } from './tally/observation-line.ts'
export { LONGEST_LINE, ObservationReader } from './tally/observation-reader.ts'
export { seenRequest } from './tally/seen-request.ts'
export { mergeObservations } from './tally/tally.ts'
