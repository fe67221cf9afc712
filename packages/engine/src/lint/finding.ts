import type { DesignAbout, Word } from '../designs/index.ts'
import type { Diagnostic, Span } from '../text/index.ts'

/** A mistake, or something worth a second look, with the rule that found it. */
export interface Finding extends Diagnostic {
  /** The name of the rule. */
  readonly code: string
  /** The page about the rule, as a path from the top of the repository. */
  readonly page: string
  /** How the text can be mended; `editsOf` makes the edits. Absent where a person has to decide. */
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

/** A design as the lint knows it: its name at the beginning of a sentence, its verbs of impersonation, and its feature gate. */
export interface LintDesign extends Pick<DesignAbout, 'gate'> {
  readonly name: string
  readonly words: readonly Word[]
}
