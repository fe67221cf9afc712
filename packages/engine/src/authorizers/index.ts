export { accessRules, type ReadAccessRules } from './access-rules/access-rules.ts'
export { type Authorizer, type ConditionalAuthorizer, isConditional, withoutConditions } from './authorizer.ts'
export {
  AUTHORIZATION_MODES,
  type AuthorizationMode,
  type AuthorizerSources,
  authorizerChain,
} from './chain.ts'
export {
  answerAfterConditions,
  type ConditionResult,
  conditionalAnswer,
  evaluateAnswer,
} from './conditional/evaluate.ts'
export {
  type ConditionLanguage,
  type ConditionSource,
  type Expression,
  type ExpressionProblem,
  type ReadExpression,
  type ReadMatchCondition,
  type ReducedExpression,
  type RequestFacts,
  readingOnce,
} from './conditional/language.ts'
export { type Spend, StepBudget } from './conditional/step-budget.ts'
export { unionAnswer } from './conditional/union-answer.ts'
export { nodeAuthorizer } from './node/node.ts'
export type {
  Reference,
  ReferredResource,
  StoredObject,
  StoredObjectFields,
  StoredObjects,
  StoredOnNode,
  StoredPersistentVolume,
  StoredPod,
} from './node/stored-objects.ts'
export { compiledRBAC } from './rbac/compiled/compiled.ts'
export { granting, rbac } from './rbac/rbac.ts'
export {
  type AuthorizationConfig,
  CONFIGURED_TYPES,
  type ConfiguredAuthorizer,
  type ConfiguredType,
  type MatchCondition,
  type WebhookSettings,
} from './webhook/authorization-config.ts'
export { webhook } from './webhook/webhook.ts'
export { WebhookCaches } from './webhook/webhook-caches.ts'
export {
  type FieldMatch,
  type ReviewMatch,
  WEBHOOK_ANSWERS,
  type WebhookAnswer,
  type WebhookEntry,
  type WebhookTable,
} from './webhook/webhook-table.ts'
