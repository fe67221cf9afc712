export { ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from './access-rules/schema.ts'
export { CLOSE_READING, type CloseReading } from './close-reading.ts'
export { closelyBy, explainBy } from './closely.ts'
export { cutDocuments, type ExplainSyntax } from '../yaml/document-tree.ts'
export type { PolicyDocument } from '../yaml/documents.ts'
export { goJSON } from '../go/go-text.ts'
export {
  type Json,
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  type JsonTexts,
  readJsonTexts,
} from './json-document.ts'
export { dnsLabelProblems, pathSegmentProblems } from '../go/name-rules.ts'
export { readObjects, readWebhook } from '../cluster/objects/read-closely.ts'
export { readStoredObjects } from '../cluster/objects/read-objects.ts'
export type {
  Reference,
  ReferredResource,
  Stored,
  StoredObject,
  StoredObjects,
  StoredOnNode,
  StoredPersistentVolume,
  StoredPod,
} from '../cluster/objects/stored-objects.ts'
export { documentTree, fieldOf, type Place, placeAt } from './place.ts'
export type { NotRead, Policy } from './policy.ts'
export { POLICY_ADVICE, type PolicyAdvice } from './policy-advice.ts'
export { fieldAt, fieldIn, isPolicyKind, POLICY_KINDS, type PolicyKind } from './policy-kinds.ts'
export { policyReader, type ReadPolicyOptions } from './policy-reader.ts'
export type { Problem } from '../text/problem.ts'
export { type RbacBody, readRbacBody } from './rbac-body.ts'
export { readPolicy } from './read-closely.ts'
export { placeInScalar } from '../yaml/scalar-place.ts'
export type {
  FieldSchema,
  FieldType,
  PathStep,
  RbacKind,
  StructType,
} from './schema.ts'
export { nearest } from './suggest.ts'
export { explainSyntax } from '../yaml/syntax-problem.ts'
export type { Undecoded } from './undecoded.ts'
export { readTable } from '../cluster/webhook/read-webhook.ts'
export {
  type FieldMatch,
  type ReviewMatch,
  WEBHOOK_ANSWERS,
  type WebhookAnswer,
  type WebhookEntry,
  type WebhookTable,
} from '../cluster/webhook/webhook-table.ts'
export type { YamlProblem } from '../yaml/problem.ts'
export type { AliasNode, MappingNode, NodeBase, Pair, ScalarNode, SequenceNode, TreeNode } from '../yaml/tree.ts'
