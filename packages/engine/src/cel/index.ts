export type {
  ConditionalAuthorizer,
  ConditionLanguage,
  ConditionResult,
  Expression,
  ExpressionProblem,
  ReadExpression,
  ReadMatchCondition,
  ReducedExpression,
  RequestFacts,
  Spend,
  StepBudget,
} from '../authorizers/index.ts'
export { CEL, type ReadParameter } from './cel.ts'
