import type { SourceRange, Span } from '../text/index.ts'
import type { Prose } from './prose.ts'

/** A completion for the place of the cursor. */
export interface Completion {
  readonly label: string
  /** `document`: a whole object to start from; `name`: a name that occurs elsewhere in the text. */
  readonly kind: 'document' | 'field' | 'value' | 'name'
  /** A few words next to the label. */
  readonly detail: string
  /** The explanation, by paragraph. */
  readonly about: readonly Prose[]
  /** The text that replaces `replace`, indented and quoted for its place. */
  readonly insert: string
  /** `insert` contains tab stops, `${1:name}`; a literal `$`, `}` or backslash in it is escaped with a backslash. */
  readonly snippet?: true
  /** Completion continues right after it: a field that needs a value. */
  readonly more?: true
  /** A range of the given text, within one line. */
  readonly replace: Span
}

/** The explanation of a place in a policy text. */
export interface Hover {
  /** The word, field or rule that is explained. */
  readonly range: SourceRange
  /** The nearest first: the word, then its rule, then the subjects to which it is granted. */
  readonly paragraphs: readonly Prose[]
}
