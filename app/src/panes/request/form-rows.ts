import type { Drafts, FieldName, FieldValues } from './field-drafts.ts'
import type { Part } from './pointing.ts'
import type { Pointing } from './Row.tsx'

/** What every row of the form needs of the form. */
export interface FormRows {
  readonly readOnly: boolean
  /** What a field shows: what was typed, else what the request has. */
  value<Name extends FieldName>(name: Name, otherwise: FieldValues[Name]): FieldValues[Name]
  change(name: FieldName, drafts: Drafts): void
  /** Why what was typed into a field is not in the request. */
  refusedOf(name: FieldName): string | undefined
  /** A row’s share in pointing and editing. */
  row(name: FieldName, part: Part): Pointing
  hold(name: FieldName | undefined): void
  isLit(part: Part): boolean
  point(part: Part | undefined): void
}
