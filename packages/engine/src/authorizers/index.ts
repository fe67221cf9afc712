export { accessRules, type ReadAccessRules } from './access-rules/access-rules.ts'
export { type Authorizer, type ConditionalAuthorizer, isConditional, withoutConditions } from './authorizer.ts'
export { AUTHORIZATION_MODES, type AuthorizationMode, type AuthorizerSources, authorizerChain } from './chain.ts'
export { type ConditionResult, conditionalAnswer, evaluateAnswer, settleAnswer } from './conditional/evaluate.ts'
export type {
  ConditionLanguage,
  Expression,
  ExpressionProblem,
  ReadExpression,
  ReducedExpression,
  RequestFacts,
} from './conditional/language.ts'
export { type Spend, StepBudget } from './conditional/step-budget.ts'
export { unionAnswer } from './conditional/union-answer.ts'
export { DEFAULT_ROLES } from './defaults/default-roles-1.36.ts'
export { nodeAuthorizer } from './node/node.ts'
export { aggregateErrors } from './rbac/aggregate-errors.ts'
export { aggregate, type EffectiveRule, type EffectiveRules } from './rbac/aggregation.ts'
export { type BindingMatch, type BoundRoles, boundRoles, type Principal, principalOf } from './rbac/bound-roles.ts'
export { compiledRBAC } from './rbac/compiled/compiled.ts'
export { rulesHeldBy } from './rbac/compiled/held-rules.ts'
export { granting } from './rbac/granting.ts'
export { evidenceOf, rbac, roleNotFound } from './rbac/rbac.ts'
export { RuleBox, type ValueLists } from './rbac/rule-box.ts'
export { pathLevels, RESOURCE_LEVELS, RuleBranch, type RuleKey, type RuleLevel } from './rbac/rule-index.ts'
export { pathMatches, ruleAllows, withoutStars } from './rbac/rule-matching.ts'
export { webhook } from './webhook/webhook.ts'
