export type { Inline, RichText } from '../text/index.ts'
export { clause, listInWords } from './clause.ts'
export { evaluateConditions } from './evaluate-conditions.ts'
export {
  conditionsLeft,
  conditionsReviews,
  evidenceFor,
  finalAnswer,
  type LeftCondition,
  originsOf,
  usernameStep,
} from './final-answer.ts'
export { type Grant, type GrantedRule, grantedCount, type SentNames, type Waiver } from './grant.ts'
export type { EdgeId, Graph, GraphEdge, GraphNode, NodeId, NodeShape, Stage } from './graph.ts'
export { type Event, leavesGraph, type Running, record } from './record.ts'
export {
  badRequest,
  type Failure,
  failureStatus,
  forbidden,
  forbiddenByHandler,
  internalError,
  isRefused,
  unknownError,
} from './refusals.ts'
export type {
  Check,
  EvaluateConditions,
  FieldChecks,
  NotTaken,
  Outcome,
  Phase,
  Purpose,
  Question,
  RoleWriteHandler,
  RoleWriteResult,
  Status,
  Step,
  Trace,
} from './trace.ts'
export {
  type ConsideredMode,
  missedModes,
  type Obstacle,
  obstacleInWords,
  obstaclesInWords,
  setInWords,
  type UntriedMode,
  untriedModes,
} from './untried-modes.ts'
