export type {
  Authorizing,
  ConditionalAuthorizer,
  ConditionLanguage,
  Evaluated,
  Expression,
  ExpressionProblem,
  Facts,
  ReadAccessRules,
  ReadExpression,
  Reduced,
  Spend,
  StepBudget,
} from '../authorizers/index.ts'
export { CEL } from './cel.ts'
export type { ReadParameter } from './parameter.ts'
