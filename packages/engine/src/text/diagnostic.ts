import type { SourceRange, Span } from './source.ts'

/** The code of the error for a scenario that exceeds a limit. */
export const BEYOND_LIMIT = 'beyond-limit'

/**
 * `error`: the input was not understood, so nothing that depends on it may look decided. `warning`: understood, but
 * probably not intended (an unknown verb). `note`: information (a kind that does not affect the decision and was not
 * read).
 */
export type Severity = 'error' | 'warning' | 'note'

/**
 * An input of a scenario that each front end has a control of its own for: `default-roles`, whether the default roles
 * count; `access-rules`, whether the authorizers include `AccessRules`; `request-body`, the body of a request that kubectl
 * would make from files; `requestor`, the user who sends the request.
 */
export type SettingKey = 'default-roles' | 'access-rules' | 'request-body' | 'requestor'

/** A message about the user's input. Functions return diagnostics, and do not throw them. */
export interface Diagnostic {
  readonly severity: Severity
  /** Stable kebab-case name of the kind of problem, e.g. `unknown-field`. */
  readonly code: string
  /** The found and the expected value, in one sentence. */
  readonly message: string
  /** The fix, in words or as text to type. */
  readonly fix?: string
  /** The input that the fix is about. A front end with a control for it names the control instead of `fix`. */
  readonly setting?: SettingKey
  /** Text that the value at `range` is probably meant to be. */
  readonly replacement?: string
  /** The API server's own text for it, where it has one. */
  readonly detail?: string
  /** Path of the field inside its document, as the API server prints it: `rules[0].verbs`. */
  readonly path?: string
  readonly range: SourceRange
}

/** A {@link Diagnostic} whose place is not yet resolved to lines and columns. */
export type Problem = Omit<Diagnostic, 'range'> & { readonly span: Span }

export function isError({ severity }: Pick<Diagnostic, 'severity'>): boolean {
  return severity === 'error'
}

/** A function that gets each problem when it is found, in any order. */
export type ReportProblem = (problem: Problem) => void

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
