import type { ReportProblem } from '../text/index.ts'
import type { EntriesContext, MappingEntry, Path } from '../yaml/index.ts'
import type { StructType } from './schema.ts'

/** What decoding the values of one document needs to know. */
export interface ReadingContext extends EntriesContext {
  /** Reports an unknown field of a type that is read in part, and answers which field was meant. */
  readonly onUnknownField?: (
    entry: MappingEntry,
    given: ReadonlySet<string>,
    type: StructType,
    path: Path | undefined,
    report: ReportProblem,
  ) => string | undefined
  /** An object that is in no list: what metadata it has kubectl reads first, with a type of its own. */
  readonly alone?: boolean
}
