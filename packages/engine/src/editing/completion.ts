import type { Span } from '../text/index.ts'
import type { Prose } from './prose.ts'

/** Something that could stand where the cursor is. */
export interface Completion {
  readonly label: string
  /** `document`: a whole object to start from; `name`: something that the text itself names elsewhere. */
  readonly kind: 'document' | 'field' | 'value' | 'name'
  /** A few words beside the label. */
  readonly detail: string
  /** What it means, a paragraph each. */
  readonly about: readonly Prose[]
  /** What takes the place of `replace`, already indented and quoted as its place needs it. */
  readonly insert: string
  /** `insert` holds stops to tab through, `${1:name}`; a literal `$`, `}` or backslash in it stands behind a backslash. */
  readonly snippet?: true
  /** More can be completed right behind it: a field that wants its value. */
  readonly more?: true
  /** In the text that was asked about, never over a line end. */
  readonly replace: Span
}
