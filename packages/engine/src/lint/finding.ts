import type { Word } from '../designs/index.ts'
import type { Policy } from '../policy/index.ts'
import type { Diagnostic, Severity, Span } from '../text/index.ts'
import type { RuleName } from './rules.ts'

/** A mistake, or something worth a second look, with the rule that found it. */
export interface Finding extends Diagnostic {
  /** The name of the rule. */
  readonly code: RuleName
  /** The page about the rule, as a path from the top of the repository. */
  readonly page: string
  /** How the text can be mended; {@link editsOf} makes the edits. Absent where a person has to decide. */
  readonly mend?: Mend
}

/** A change of one place of a text. Its span is that of a node, so that it is found again in the tree. */
export type Mend =
  /** Writes one value in place of a scalar, or several where it is in a list; no values remove the item. */
  | { readonly kind: 'replace'; readonly span: Span; readonly values: readonly string[] }
  /** Removes a key with its value from the mapping around the span. */
  | { readonly kind: 'remove-key'; readonly span: Span; readonly key: string }

/** A place in a text: a node that was read with its span, and keys and indexes below it. */
export interface Place {
  readonly span: Span
  readonly path?: readonly (string | number)[]
}

/** A finding before its place is looked up. */
export interface Found {
  readonly rule: RuleName
  readonly at: Place
  readonly message: string
  readonly fix: string
  /** Another severity than the usual one of the rule. */
  readonly severity?: Severity
  /** Values in place of the one at the place; none remove it. */
  readonly replace?: readonly string[]
}

export type ReportFound = (found: Found) => void

/** What a lint of the whole policy reads. */
export interface LintedPolicy {
  readonly policy: Policy
  readonly lineOf: (span: Span) => number
}

/** A design as the lint knows it: its name at the beginning of a sentence, and its verbs of impersonation. */
export interface LintDesign {
  readonly name: string
  readonly words: readonly Word[]
}
