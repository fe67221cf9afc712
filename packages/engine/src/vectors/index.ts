export { answerAfterConditions, conditionalAnswer, evaluateAnswer, unionAnswer } from '../authorizers/index.ts'
export { featureEnabled } from '../cluster/index.ts'
export { goQuote } from '../go/index.ts'
export { vectorAnswer } from './answer.ts'
export { type Difference, differences } from './compare.ts'
export { httpRequest, type PlayedRequest, playScenario, readVectorPolicy, type VectorPlay } from './play.ts'
export { Random } from './random.ts'
export { readVectors } from './read-vectors.ts'
export { type Beyond, type RequestVerdict, runScenario, type VectorVerdict, verdictsOf } from './run.ts'
export {
  COMPARED,
  type Compared,
  type VectorAnswer,
  type VectorCheck,
  type VectorMetrics,
  type VectorRequest,
  type VectorScenario,
  type VectorUser,
} from './vector.ts'
