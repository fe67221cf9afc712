export { ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from './access-rules/schema.ts'
export { CLOSE_READING, type CloseReading } from './close-reading.ts'
export { closelyBy, explainBy } from './closely.ts'
export { checkAnyValue, decodeObject } from './decode.ts'
export { ownerOf } from './decode-closely.ts'
export { Struct } from './decoded.ts'
export { placeOf, required } from './field-error.ts'
export { type Path, printPath } from './field-path.ts'
export { type GroupVersion, groupVersion, type Header } from './header.ts'
export {
  type Json,
  type JsonDocument,
  type JsonObject,
  type JsonPath,
  type JsonTexts,
  readJsonTexts,
} from './json-document.ts'
export { type Entry, lineCounter, type ReadingContext, withoutAlias } from './mapping-entries.ts'
export { type Classification, firstKey, type Inherited, metadataName, objectsOf } from './object-list.ts'
export { documentTree, fieldOf, type Place, placeAt } from './place.ts'
export type { NotRead, Policy } from './policy.ts'
export { POLICY_ADVICE, type PolicyAdvice } from './policy-advice.ts'
export { fieldAt, fieldIn, isPolicyKind, POLICY_KINDS, type PolicyKind } from './policy-kinds.ts'
export { policyReader, type ReadPolicyOptions } from './policy-reader.ts'
export { type RbacBody, readRbacBody } from './rbac-body.ts'
export { readPolicy } from './read-closely.ts'
export {
  type FieldSchema,
  type FieldType,
  isRbacKind,
  oneOf,
  type PathStep,
  type RbacKind,
  type StructType,
  struct,
} from './schema.ts'
export { explainSyntax } from './syntax-problem.ts'
export type { Undecoded } from './undecoded.ts'
