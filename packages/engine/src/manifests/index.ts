export { ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from './access-rules/schema.ts'
export {
  type Json,
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  type JsonTexts,
  readJsonTexts,
} from './json-document.ts'
export { readObjects } from './objects/read-objects.ts'
export type {
  Reference,
  ReferredResource,
  StoredObject,
  StoredObjects,
  StoredOnNode,
  StoredPersistentVolume,
  StoredPod,
} from './objects/stored-objects.ts'
export { documentTree, fieldOf, type Place, type PlaceObject, placeAt } from './place.ts'
export type { NotRead, Policy, PolicyDocument } from './policy.ts'
export { POLICY_ADVICE, type PolicyAdvice } from './policy-advice.ts'
export { fieldAt, isPolicyKind, POLICY_KINDS, type PolicyKind } from './policy-kinds.ts'
export { policyReader } from './policy-reader.ts'
export { readPolicy } from './read-policy.ts'
export { placeInScalar } from './scalar-place.ts'
export {
  type FieldSchema,
  type FieldType,
  KINDS,
  type PathStep,
  type RbacKind,
  type StructType,
} from './schema.ts'
export { nearest } from './suggest.ts'
export type { SyntaxExplainer } from './syntax-named.ts'
export { explainSyntax } from './syntax-problem.ts'
export { readWebhook } from './webhook/read-webhook.ts'
export type { FieldMatch, ReviewMatch, WebhookEntry, WebhookTable } from './webhook/webhook-table.ts'
export type { AliasNode, MappingNode, Pair, ScalarNode, SequenceNode, TreeNode } from './yaml/tree.ts'
