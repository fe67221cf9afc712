import type { Decision, Diagnostic, RichText, Span } from '@authz-playground/engine'
import type { Completion, Hover } from '@authz-playground/engine/editing'

/** `shell` is for kubectl and curl commands. */
export type EditorLanguage = 'yaml' | 'http' | 'shell' | 'plain'

/** A mark in the margin: the decision of the rule on that line. */
export interface LineMark {
  /** Where the line is, as an offset. */
  readonly offset: number
  readonly decision: Decision
  /** The words of the mark, as a tooltip and for screen readers. */
  readonly label: string
}

/** A place with a note that is not a problem of the text. */
export interface Remark extends Span {
  readonly words: RichText
  /** It is the place that does not fit. Otherwise only its words are shown, on pointing. */
  readonly wrong: boolean
}

/** A word that a list of the text lacks, in a row of its own below a line. Only people see it: it is not in the text. */
export interface MissingWord {
  /** Where the line is, as an offset. */
  readonly offset: number
  /** The row: the word, and what is before and after it. */
  readonly before: string
  readonly word: string
  readonly after: string
}

/** A problem that may come later than the answer. */
export interface EditorFinding extends Diagnostic {
  /** A rule found it, whose name is the code: people search for it, and write it in comments. */
  readonly ofRule: boolean
}

/** Something that can be done about a problem. */
export interface QuickFix {
  /** An imperative. */
  readonly title: string
  /** The first thing that a person probably wants to do. */
  readonly preferred?: boolean
  run(): void
}

/** Asks the editor to show a place. Each new object asks anew, also for the same place. */
export interface Reveal extends Span {
  /** Also puts the cursor there and the focus into the editor. */
  readonly focus?: boolean
}

/**
 * The editor has no undo: the page has one history for everything, and handles its keys before an editor does.
 *
 * Offsets count UTF-16 code units of `value`. Ranges belong to the `value` that they are given with. While a newer text
 * has no ranges yet, pass the old ones (the same objects): they move with the edits.
 */
export interface CodeEditorProps {
  readonly value: string
  onChange(value: string): void
  readonly language: EditorLanguage
  /** The accessible name, a noun: “Policy”, “HTTP request”. */
  readonly label: string
  /** Ids of elements that describe the editor’s content, such as a status line. */
  readonly describedBy?: string
  /** `fill`: as high as the place it is put in. Otherwise as high as its text, between two numbers of lines. */
  readonly size: 'fill' | { readonly minLines: number; readonly maxLines: number }
  readonly lineNumbers?: boolean
  readonly readOnly?: boolean
  readonly diagnostics?: readonly Diagnostic[]
  /** More of them, which come later than the diagnostics. Their notes are underlined, too. */
  readonly findings?: readonly EditorFinding[]
  /** What can be done about the problems that touch these lines. It changes with the findings. */
  quickFixes?(value: string, lines: Span): readonly QuickFix[]
  /** What lights up: whole `lines` (the default), or only the `words`. */
  readonly highlighted?: readonly Span[]
  readonly highlightAs?: 'lines' | 'words'
  readonly marks?: readonly LineMark[]
  readonly remarks?: readonly Remark[]
  /** What nearly fits: whole lines, in the colour of NoOpinion. */
  readonly near?: readonly Span[]
  /** A text field shows the rows while nobody writes in it. */
  readonly missing?: readonly MissingWord[]
  readonly reveal?: Reveal
  /** The place at the mouse or the cursor; undefined when there is none. */
  onPoint?(offset: number | undefined): void
  /** The place that was clicked, or chosen with Alt+Enter. */
  onPin?(offset: number): void
  /** The place of the cursor, whenever it moves. */
  onCursor?(offset: number): void
  complete?(value: string, offset: number): Promise<readonly Completion[]>
  hover?(value: string, offset: number): Promise<Hover | undefined>
}

/**
 * Code units. In a longer text the editor has no folding and no brackets, which cost time with every line. Monaco takes some 50 ms to
 * insert so much, and gets what is longer in portions.
 */
export const LARGE = 200_000

/** Long lines wrap in a text of at most this length: Monaco takes about 0.1 ms to find where one line wraps. */
export const MOST_WRAPPED = { lines: 1000, length: 60_000 }

/** The space above the first line and below the last, in pixels. The same in both editors. */
export const PADDING = 8

/**
 * Cursor, selection and scroll position, so that Monaco continues where the text field was. Offsets in the shown text;
 * infinity is the end of a text of which the field shows the beginning.
 */
export interface Snapshot {
  readonly selection: { readonly anchor: number; readonly active: number }
  readonly scroll: { readonly top: number; readonly left: number }
  readonly focused: boolean
}

/** The props of both editors, with a value for everything that is optional outside. */
export interface SurfaceProps extends Pick<CodeEditorProps, 'value' | 'onChange' | 'label'> {
  readonly describedBy: string | undefined
  readonly wrap: boolean
  readonly lineNumbers: boolean
  readonly readOnly: boolean
  readonly diagnostics: readonly Diagnostic[]
  readonly findings: readonly EditorFinding[]
  readonly highlighted: readonly Span[]
  readonly highlightAs: 'lines' | 'words'
  readonly marks: readonly LineMark[]
  readonly remarks: readonly Remark[]
  readonly near: readonly Span[]
  readonly missing: readonly MissingWord[]
  readonly onPoint: CodeEditorProps['onPoint']
  readonly onPin: CodeEditorProps['onPin']
  /** Called with the offset of the cursor whenever it moves. */
  onCursor(offset: number): void
}
