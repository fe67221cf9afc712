export { ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from './access-rules/schema.ts'
export { checkAnyValue, decodeObject, ownerOf } from './decode.ts'
export { Struct } from './decoded-value.ts'
export { type DecodingError, jsonDecodingError } from './decoding-error.ts'
export { isDefaultRole } from './default-role-names.ts'
export { fieldSpan, requiredField } from './field-error.ts'
export { type GroupVersion, groupVersion, type ObjectHeader } from './header.ts'
export { ignoreComments, silences } from './ignore-comments.ts'
export { type Classification, firstKey, type Inherited, metadataName, objectsOf } from './object-list.ts'
export { documentTree, fieldSchemaAt, type PolicyPlace, placeAt, sourceTreeAt } from './place.ts'
export type { Policy, UnreadObject } from './policy.ts'
export { type NodePath, PolicyEditor } from './policy-editor.ts'
export { fieldAt, fieldIn, isPolicyKind, POLICY_KINDS, type PolicyKind } from './policy-kinds.ts'
export { policyReader, type ReadPolicyOptions } from './policy-reader.ts'
export { type RbacBody, readRbacBody } from './rbac-body.ts'
export { readPolicy } from './read-policy.ts'
export type { ReadingContext } from './reading-context.ts'
export {
  type FieldSchema,
  type FieldType,
  isRbacKind,
  oneOf,
  type PathStep,
  type RbacKind,
  type StructType,
  structType,
} from './schema.ts'
export { TEMPLATES } from './templates/explain-template.ts'
export { type LeftOutFile, manifestsAmong } from './templates/manifest-files.ts'
export { mayHaveTemplates } from './templates/template-reader.ts'
