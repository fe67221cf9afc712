export { accessRules, type ReadAccessRules } from './access-rules/access-rules.ts'
export { type Authorizer, type ConditionalAuthorizer, isConditional, unaware } from './authorizer.ts'
export { AUTHORIZATION_MODES, type AuthorizationMode, type Authorizing, authorizerChain } from './chain.ts'
export { conditionalAnswer, type Evaluated, evaluateAnswer, settleAnswer } from './conditional/evaluate.ts'
export type {
  ConditionLanguage,
  Expression,
  ExpressionProblem,
  Facts,
  ReadExpression,
  Reduced,
} from './conditional/language.ts'
export { unionAnswer } from './conditional/union-answer.ts'
export { DEFAULT_ROLES } from './defaults/default-roles-1.36.ts'
export { nodeAuthorizer } from './node/node.ts'
export { aggregateErrors } from './rbac/aggregate-errors.ts'
export { aggregate, type RuleInForce, type RulesInForce } from './rbac/aggregation.ts'
export { type BoundRoles, boundRoles } from './rbac/bound-roles.ts'
export { compiledRBAC } from './rbac/compiled/compiled.ts'
export { evidenceOf } from './rbac/rbac.ts'
export { firstOf, pathLevels, RESOURCE_LEVELS, RuleBranch, type RuleKey, type RuleLevel } from './rbac/rule-index.ts'
export { webhook } from './webhook/webhook.ts'
