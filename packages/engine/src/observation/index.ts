export type {
  Observation,
  SeenAnswer,
  SeenAttributes,
  SeenRequest,
  SeenTarget,
  SeenUser,
  Unread,
} from './observation.ts'
