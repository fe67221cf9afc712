export {
  type AuthorizationConfig,
  type ConfiguredAuthorizer,
  type ConfiguredType,
  type FieldMatch,
  type MatchCondition,
  type Reference,
  type ReferredResource,
  type ReviewMatch,
  type StoredObject,
  type StoredObjectFields,
  type StoredObjects,
  type StoredOnNode,
  type StoredPersistentVolume,
  type StoredPod,
  WEBHOOK_ANSWERS,
  type WebhookAnswer,
  type WebhookEntry,
  type WebhookSettings,
  type WebhookTable,
} from '../authorizers/index.ts'
export { Cluster, type ClusterParts, type ConfiguredChain, clusterOf, perCluster } from './cluster.ts'
export { configuredChain } from './configured-chain.ts'
export { mayNeedDefaultRoles, readingIn } from './default-roles.ts'
export { defaultRolesKeptWhole } from './defaults/default-roles.ts'
export { DEFAULT_ROLES } from './defaults/default-roles-1.36.ts'
export { defaultRoles } from './defaults/default-roles-by-version.ts'
export { discoveryIn, discoveryOf } from './discovery.ts'
export { Kept } from './kept.ts'
export { readObjects } from './objects/read-objects.ts'
export { readAuthorizationConfig } from './read-authorization-config.ts'
export { type ClusterChunks, ClusterReader, type ClusterTexts, loaded, type ReadingCluster } from './read-cluster.ts'
export { defaultWebhook, readWebhook } from './read-webhook.ts'
export {
  type ClusterSettings,
  chainInWords,
  connectionsNeedCreate,
  featureEnabled,
  GATE_SETTINGS,
  GATE_TABLE,
  type GateRow,
  type GateSettings,
  gatesOf,
  gatesSet,
  WEBHOOK_NOT_ASKED,
  withFeature,
} from './settings.ts'
export { unreadBetween, unreadFor, unreadForCheck, unreadInWords, unreadOf } from './unread.ts'
