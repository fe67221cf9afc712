import type { RowPointing } from './FormRow.tsx'
import type { Drafts, FieldName, FieldValues } from './field-drafts.ts'
import type { RequestPart } from './pointing.ts'

/** What the form gives to each row. */
export interface FormRows {
  readonly readOnly: boolean
  /** The value of a field: the typed one, else that of the request. */
  value<Name extends FieldName>(name: Name, otherwise: FieldValues[Name]): FieldValues[Name]
  change(name: FieldName, drafts: Drafts): void
  /** Why the typed value of a field could not be written. */
  refusedOf(name: FieldName): string | undefined
  /** The props of a row for pointing and editing. */
  row(name: FieldName, part: RequestPart): RowPointing
  hold(name: FieldName | undefined): void
  isHighlighted(part: RequestPart): boolean
  point(part: RequestPart | undefined): void
}
