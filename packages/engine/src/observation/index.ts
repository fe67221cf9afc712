export { type AnswerCheck, attributesAsked, type DecidedRequest, RequestDecider } from './decided-request.ts'
export type {
  Observation,
  SeenAnswer,
  SeenAttributes,
  SeenRequest,
  SeenTarget,
  SeenUser,
  Unread,
} from './observation.ts'
