import type { Report } from '../text/index.ts'
import type { EntriesContext, Entry, Path } from '../yaml/index.ts'
import type { StructType } from './schema.ts'

/** What decoding the values of one document needs to know. */
export interface ReadingContext extends EntriesContext {
  /** Reports an unknown field of a type that is read in part, and answers which field was meant. */
  readonly leftAlone?: (
    entry: Entry,
    given: ReadonlySet<string>,
    type: StructType,
    path: Path | undefined,
    report: Report,
  ) => string | undefined
  /** An object that is in no list: what metadata it has kubectl reads first, with a type of its own. */
  readonly alone?: boolean
}
