export { checkAnyValue, decodeObject, ownerOf } from './decode/decode.ts'
export { Struct } from './decode/decoded-value.ts'
export { type DecodingError, jsonDecodingError } from './decode/decoding-error.ts'
export { type GroupVersion, groupVersion, type ObjectHeader } from './decode/header.ts'
export type { ReadingContext } from './decode/reading-context.ts'
export { changedRoleRef } from './read/applied-objects.ts'
export { commentsIn, type IgnoreComment, ignoreComments, Silencing } from './read/ignore-comments.ts'
export { type Classification, firstKey, type Inherited, metadataName, objectsOf } from './read/object-list.ts'
export { effectOf, objectInWords } from './read/other-kinds.ts'
export { PolicyReader, type ReadPolicyOptions } from './read/policy-reader.ts'
export { type RbacBody, readRbacBody } from './read/rbac-body.ts'
export { readPolicy } from './read/read-policy.ts'
export { ACCESS_RULE_KIND, ACCESS_RULE_VERSION } from './schema/access-rule-schema.ts'
export { fieldAt, fieldIn, isPolicyKind, POLICY_KINDS, type PolicyKind } from './schema/policy-kinds.ts'
export {
  type FieldSchema,
  type FieldType,
  isRbacKind,
  OBJECT_META,
  oneOf,
  type PathStep,
  type RbacKind,
  type StructType,
  structType,
} from './schema/rbac-schema.ts'
export { documentTree, fieldSchemaAt, type PolicyPlace, placeAt, sourceTreeAt } from './source/place.ts'
export { type NodePath, nodeBelow, PolicyEditor } from './source/policy-editor.ts'
export { TEMPLATES } from './templates/explain-template.ts'
export { isDesignFile, type LeftOutFile, manifestsAmong } from './templates/manifest-files.ts'
export { mayHaveTemplates } from './templates/template-reader.ts'
export { errorIn, errorsInOrder } from './validate/declarative.ts'
export { fieldSpan, invalidValue, requiredField, unsupportedValue } from './validate/field-error.ts'
export { isDefaultRole, mayNameDefaultRoles } from './warnings/default-role-names.ts'
export { identityInRole } from './warnings/identities.ts'
export { namespaceIgnored } from './warnings/namespace-ignored.ts'
export { roleNotFound } from './warnings/references.ts'
export type { RuleDescription } from './warnings/rule.ts'
export { READING_RULES } from './warnings/rules.ts'
