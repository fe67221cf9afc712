export type {
  AuthorizerSources,
  ConditionalAuthorizer,
  ConditionLanguage,
  ConditionResult,
  Expression,
  ExpressionProblem,
  ReadAccessRules,
  ReadExpression,
  ReducedExpression,
  RequestFacts,
  Spend,
  StepBudget,
} from '../authorizers/index.ts'
export { CEL } from './cel.ts'
export type { ReadParameter } from './parameter.ts'
