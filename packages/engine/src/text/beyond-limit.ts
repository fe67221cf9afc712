import type { Diagnostic } from './diagnostic.ts'
import type { SourceRange } from './source.ts'

/** The code of the error that a scenario has then. */
export const BEYOND_LIMIT = 'beyond-limit'

/** Thrown where an answer would take longer than anybody waits: the scenario is not decided, and this is said instead. */
export class BeyondLimit extends Error {
  constructor(
    readonly problem: Pick<Diagnostic, 'message' | 'fix'>,
    /** What is too large; absent where it has no place in a text. */
    readonly range?: SourceRange,
  ) {
    super(problem.message)
  }
}
