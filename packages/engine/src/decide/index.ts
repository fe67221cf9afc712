export { defaultRoles } from './chunks/default-roles.ts'
export { type Chunk, type Chunks, chunksFor, needsConditions } from './chunks.ts'
export type { PlayedCommand, PlayedRequest } from './command.ts'
export {
  type Decided,
  type DecideOptions,
  type DecisionState,
  featureEnabled,
  type RunOptions,
  type ScenarioDecider,
  type SentOutcome,
  scenarioDecider,
  traceOf,
} from './decide.ts'
export { type Decider, decider, loadAllChunks } from './decider.ts'
export { loadChunks } from './load.ts'
export type { AnsweredQuestion, AnswerQuestion, AskedQuestion, TraceOfDesign } from './question.ts'
export { type ClusterSettings, endingWith, type Scenario, type SentRequest, sentRequests, showing } from './scenario.ts'
