import type { Diagnostic } from './diagnostic.ts'
import type { SourceRange } from './source.ts'

/** The code of the error for a scenario that exceeds a limit. */
export const BEYOND_LIMIT = 'beyond-limit'

/** Thrown if an answer would take too long. The scenario is then not decided, and has this problem as its error. */
export class BeyondLimit extends Error {
  constructor(
    readonly problem: Pick<Diagnostic, 'message' | 'fix'>,
    /** The place of the value that is too large; absent if it is in no text. */
    readonly range?: SourceRange,
  ) {
    super(problem.message)
  }
}
