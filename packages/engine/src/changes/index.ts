export type { ChangedField, FieldPermission } from './fields.ts'
export { jsonPatched } from './json-patch.ts'
export { PARAMETER_EXPRESSION } from './parameter-expression.ts'
export { patchedObject } from './patched-object.ts'
export { type PlacedText, rangeAt, type Spot } from './problem.ts'
export {
  type Change,
  ChangeReader,
  type ChangeTexts,
  type ReadChange,
} from './read-change.ts'
export type { ParameterLanguage, Processed, Treatment } from './schema.ts'
