export type { ChangedField, FieldPermission } from './fields.ts'
export { rangeAt, type Spot } from './problem.ts'
export { type Change, type ChangeReader, type ChangeTexts, changeReader, type ReadChange } from './read-change.ts'
export type { Treatment } from './schema.ts'
