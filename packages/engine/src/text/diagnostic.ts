import type { SourceRange } from './source.ts'

/**
 * `error`: the input was not understood, so nothing that rests on it may look decided.
 * `warning`: understood, but probably not what was meant (a verb nobody asks for).
 * `note`: said for information (a kind that decides nothing here and was not read).
 */
export type Severity = 'error' | 'warning' | 'note'

/** Something to tell a person about what they typed. A value, never thrown past a room's door. */
export interface Diagnostic {
  readonly severity: Severity
  /** Stable kebab-case name of the kind of problem, e.g. `unknown-field`. */
  readonly code: string
  /** What was found and what was expected, as one sentence. */
  readonly message: string
  /** What to do, in words or as text to type. */
  readonly fix?: string
  /** The API server's own words for it, where it has some. */
  readonly detail?: string
  /** Path of the field inside its document, as the API server prints it: `rules[0].verbs`. */
  readonly path?: string
  readonly range: SourceRange
}
