// Deciding for pages that load no more than a scenario needs. `decider` of the main entry is for all others.
export { accessRules, compiledRBAC } from './authorizers/index.ts'
export type { ChangeReader, ParameterLanguage } from './changes/index.ts'
export {
  type AnswerQuestion,
  type Chunk,
  type Chunks,
  chunksFor,
  loadAllChunks,
  loadChunks,
  type ScenarioDecider,
  scenarioDecider,
} from './decide/index.ts'
export type { ReadWrite, RoleWriter } from './role-writes/index.ts'
