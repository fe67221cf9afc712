export { readObjects } from './objects/read-objects.ts'
export type {
  Reference,
  ReferredResource,
  StoredObject,
  StoredObjectFields,
  StoredObjects,
  StoredOnNode,
  StoredPersistentVolume,
  StoredPod,
} from './objects/stored-objects.ts'
export { readWebhook } from './webhook/read-webhook.ts'
export {
  type FieldMatch,
  type ReviewMatch,
  WEBHOOK_ANSWERS,
  type WebhookAnswer,
  type WebhookEntry,
  type WebhookTable,
} from './webhook/webhook-table.ts'
