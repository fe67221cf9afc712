export { CHANGE_PARTS } from './all-change-parts.ts'
export type { ChangePart, ChangeParts, KnownChangeParts } from './change-part.ts'
export { DEFINITIONS } from './crd.ts'
export type { ChangedField, FieldPermission } from './fields.ts'
export { JSON_PATCHES } from './json-patch.ts'
export { PARAMETER_EXPRESSION } from './parameter-expression.ts'
export { type Placed, rangeAt, type Spot } from './problem.ts'
export {
  type Change,
  type ChangeReader,
  type ChangeTexts,
  changeReader,
  PATCHED_OBJECTS,
  type ReadChange,
} from './read-change.ts'
export type { ParameterLanguage, Processed, Treatment } from './schema.ts'
export { SERVER_SIDE_APPLY } from './server-side-apply.ts'
export { STRATEGIC_MERGE } from './strategic-merge.ts'
