export { goQuote } from '../go/index.ts'
export { vectorAnswer } from './answer.ts'
export { type Difference, differences } from './compare.ts'
export type { VectorMetrics } from './metrics.ts'
export { httpRequest, type Played, type PlayedRequest, playScenario, readVectorPolicy } from './play.ts'
export { Random } from './random.ts'
export { readVectors } from './read-vectors.ts'
export { type Beyond, type RequestVerdict, runScenario, type Verdict } from './run.ts'
export {
  COMPARED,
  type Compared,
  type VectorAnswer,
  type VectorCheck,
  type VectorRequest,
  type VectorScenario,
  type VectorUser,
} from './vector.ts'
