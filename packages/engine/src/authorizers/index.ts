export type { Authorizer } from './authorizer.ts'
export { type AuthorizationMode, authorizerChain } from './chain.ts'
export type {
  ConditionLanguage,
  Expression,
  ExpressionProblem,
  Facts,
  ReadExpression,
  Reduced,
} from './conditional/language.ts'
export { type NodeRules, nodeAuthorizer } from './node/node.ts'
