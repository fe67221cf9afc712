export type {
  ConditionalAuthorizer,
  ConditionLanguage,
  ConditionResult,
  Expression,
  ExpressionProblem,
  ReadExpression,
  ReducedExpression,
  RequestFacts,
  Spend,
  StepBudget,
} from '../authorizers/index.ts'
export { CEL } from './cel.ts'
export type { ReadParameter } from './parameter.ts'
