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
} from '../authorizers/index.ts'
export { CEL } from './cel.ts'
export type { ReadParameter } from './parameter.ts'
