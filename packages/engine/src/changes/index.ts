export type { ChangedField, FieldPermission } from './fields.ts'
export { PARAMETER_EXPRESSION } from './parameter-expression.ts'
export { type Placed, rangeAt, type Spot } from './problem.ts'
export {
  type Change,
  type ChangeReader,
  type ChangeTexts,
  changeReader,
  patchedObject,
  type ReadChange,
} from './read-change.ts'
export type { ParameterLanguage, Processed, Treatment } from './schema.ts'
