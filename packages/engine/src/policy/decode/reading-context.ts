import type { ReportProblem } from '../../text/index.ts'
import type { EntriesContext, JsonEntry, Path } from '../../yaml/index.ts'
import type { StructType } from '../schema/rbac-schema.ts'

/** The context of decoding one document. */
export interface ReadingContext extends EntriesContext {
  /** Called for an unknown field of a type that is read in part; may report it, and returns the field that was probably meant. */
  readonly onUnknownField?: (
    entry: JsonEntry,
    given: ReadonlySet<string>,
    type: StructType,
    path: Path | undefined,
    report: ReportProblem,
  ) => string | undefined
  /** The object is not in a list. kubectl then reads its metadata first, with a Go type of its own. */
  readonly alone?: boolean
}
