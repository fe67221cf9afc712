export { type Agreement, agreementWith } from './agreement.ts'
export { type Filled, type Filling, filledScenario, type Missing, type MissingPlace } from './filling.ts'
export { LONGEST_TOLD, type ReadTold, readTold } from './read-told.ts'
export { toldInWords } from './summary.ts'
export type {
  Told,
  ToldAnswer,
  ToldAttributes,
  ToldImpersonation,
  ToldRequest,
  ToldSource,
  ToldUser,
} from './told.ts'
