export { reviewedAttributes, reviewedUser } from './access-review.ts'
export type { AccessRule, AccessRuleEntry, Effect, ExpressionText } from './access-rule.ts'
export {
  type ActionRemark,
  type AskedAction,
  isOfNoRequest,
  meantByReview,
  nameOfSubresource,
  type ReadAction,
  readAction,
} from './asked-action.ts'
export {
  askedOnlyResource,
  askedResource,
  identitiesAskedIn,
  isAskedOnly,
  isNamespacedResource,
} from './asked-resources.ts'
export {
  ALL_VERBS,
  type Attributes,
  attributesFor,
  COLLECTION_VERBS,
  combinedResource,
  type FieldRequirement,
  hasVerbBeginning,
  isOfImpersonation,
  isWrittenReview,
  type LabelRequirement,
  REQUEST_VERBS,
  type ReviewQuestion,
  SUBRESOURCE_VERBS,
} from './attributes.ts'
export { CONDITION_ALIASES, CONDITION_NAMES, type NameFields, type NameKind, REVIEW_NAMES } from './condition-names.ts'
export { connectsByGet, POD_CONNECTIONS } from './connections.ts'
export {
  type Answer,
  AUTHORIZER_NAMES,
  type Condition,
  type Decision,
  type Evidence,
  type Located,
  type NamedAnswer,
  type ObjectName,
  objectKey,
  type WebhookVisit,
} from './decision.ts'
export { formerResource, isFormerGroup, isServedElsewhere } from './former-resources.ts'
export { type IdentityName, identityOf, mayBeName, meantIdentity, writtenForName } from './identity-names.ts'
export { fitsMask, isMasked, UNNAMED_USER } from './masks.ts'
export {
  CHECKED_BY_IMPERSONATE,
  CHECKED_BY_MODE,
  type ConstrainedMode,
  checkedGroup,
  constrainedMode,
  isOfOtherDesign,
  MODES,
  meantModeVerbs,
  misnamedModeVerb,
} from './mode-words.ts'
export {
  BOOTSTRAPPERS,
  boundNodeOf,
  isBootstrapToken,
  type MisnamedUser,
  misnamedUser,
  missingGroups,
  nodeIdentity,
  nodeOf,
  nodeUsername,
  type ServiceAccountName,
  serviceAccountGroups,
  serviceAccountOf,
  serviceAccountUsername,
  type UserKind,
  userKindOf,
  userKindOfPrefix,
} from './names.ts'
export { mayBeObjectName } from './object-names.ts'
export type { Policy, UnreadObject } from './policy.ts'
export {
  type Binding,
  EXPORT_COMMAND,
  type LabelSelector,
  type PolicyRule,
  RBAC_GROUP,
  ROLES_FOR_PEOPLE,
  type Role,
  type RoleBound,
  type RoleRef,
  RULE_LISTS,
  type Rule,
  type RuleList,
  roleNamed,
  type Subject,
  type SubjectName,
} from './rbac.ts'
export { type ResourceWord, readResourceWord, resourceName, resourceParts } from './resource-word.ts'
export {
  ANY_VERSION,
  type APIResource,
  Discovery,
  type FoundResource,
  findResource,
  guessedPlural,
  isNoAPIGroup,
  meansAPIGroup,
  resourceInGroup,
  resourcesOfCategory,
} from './resources.ts'
export { meantInLowerCase, meantSubresource, subresourceMistake } from './subresources.ts'
export {
  isNameOf,
  type Misnaming,
  meantResource,
  misnamingOf,
  nearestResource,
  servedInOtherVersions,
  unservedResource,
  unservedVersion,
} from './unserved-resources.ts'
export {
  ALL_AUTHENTICATED,
  ALL_SERVICE_ACCOUNTS,
  ALL_UNAUTHENTICATED,
  ANONYMOUS,
  AUTHENTICATION_GROUP,
  extraKeyOf,
  extraKeyRead,
  isConstrainedVerb,
  isIdentityInNoNamespace,
  isIdentityVerb,
  NODE_NAME_KEY,
  NODES_GROUP,
  type PlainUser,
  plainUser,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
  userInfo,
} from './user.ts'
export { isKnownVerb, isWordForVerbs, knownVerbs, meantActions, nearestVerb, verbFix } from './verb-words.ts'
export {
  CHANGED_IN,
  type FeatureGate,
  type GateDefault,
  hasChange,
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  NEWEST_VERSION,
  POD_CONNECTION_GATE,
  RELEASED_GATE,
  releasedVersion,
  UNNAMED_VERSION,
} from './versions.ts'
export {
  ACCESS_REVIEWS,
  type AccessReviewKind,
  isAccessReviewKind,
  REVIEW_VERSION,
  type WrittenReview,
} from './written-review.ts'
