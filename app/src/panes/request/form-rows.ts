import type { Drafts, FieldName, FieldValues } from './field-drafts.ts'
import type { Part } from './pointing.ts'
import type { Pointing } from './Row.tsx'

/** What the form gives to each row. */
export interface FormRows {
  readonly readOnly: boolean
  /** The value of a field: the typed one, else that of the request. */
  value<Name extends FieldName>(name: Name, otherwise: FieldValues[Name]): FieldValues[Name]
  change(name: FieldName, drafts: Drafts): void
  /** Why the typed value of a field could not be written. */
  refusedOf(name: FieldName): string | undefined
  /** The props of a row for pointing and editing. */
  row(name: FieldName, part: Part): Pointing
  hold(name: FieldName | undefined): void
  isLit(part: Part): boolean
  point(part: Part | undefined): void
}
