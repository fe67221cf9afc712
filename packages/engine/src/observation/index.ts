export { type AnswerCheck, attributesAsked, type DecidedRequest, RequestDecider } from './decided-request.ts'
export type {
  Observation,
  SeenAnswer,
  SeenAttributes,
  SeenParts,
  SeenRequest,
  SeenTarget,
  SeenUser,
  Unread,
} from './observation.ts'
export { type ObservationParts, observationLines } from './observation-line.ts'
export { LONGEST_LINE, ObservationReader } from './observation-reader.ts'
export { seenRequest } from './seen-request.ts'
export { mergeObservations } from './tally.ts'
