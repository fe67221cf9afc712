export type { Authorizer } from './authorizer.ts'
export { type AuthorizationMode, authorizerChain } from './chain.ts'
export { conditionalAnswer, type Evaluated, evaluateAnswer } from './conditional/evaluate.ts'
export type {
  ConditionLanguage,
  Expression,
  ExpressionProblem,
  Facts,
  ReadExpression,
  Reduced,
} from './conditional/language.ts'
export { unionAnswer } from './conditional/union-answer.ts'
export { type NodeRules, nodeAuthorizer } from './node/node.ts'
