import type { Decision, Diagnostic, Span } from '@authz-playground/engine'
import type { Completion, Hover } from '@authz-playground/engine/editing'

/** `shell` is for kubectl and curl commands. */
export type EditorLanguage = 'yaml' | 'http' | 'shell' | 'plain'

/** A mark in the margin beside a line: what was decided there. */
export interface LineMark {
  /** Where the line is, as an offset. */
  readonly offset: number
  readonly decision: Decision
  /** What the mark says when it is pointed at or read aloud. */
  readonly label: string
}

/** A request to show a place. Each new object is a request of its own, also for the same place. */
export interface Reveal extends Span {
  /** Also puts the cursor there and the focus into the editor. */
  readonly focus?: boolean
}

/**
 * There is no undo here: the page has one for everything, and takes its keys before an editor sees them.
 *
 * Offsets count UTF-16 code units of `value`. Ranges belong to the text that they are given with: while a newer text
 * has no ranges of its own yet, leave the old ones as they are (the same objects) and they move along with the edits.
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
  /** Long lines go on below. Costs time with every line, so only texts of up to {@link MOST_WRAPPED} wrap. */
  readonly wrap?: boolean
  readonly lineNumbers?: boolean
  readonly readOnly?: boolean
  readonly diagnostics?: readonly Diagnostic[]
  /** What lights up: whole `lines` (the default), or just the `words`. */
  readonly lit?: readonly Span[]
  readonly litAs?: 'lines' | 'words'
  readonly marks?: readonly LineMark[]
  readonly reveal?: Reveal
  /** What is pointed at, with the mouse or the cursor; undefined when nothing is. */
  onPoint?(offset: number | undefined): void
  /** What was clicked, or chosen with Alt+Enter. */
  onPin?(offset: number): void
  complete?(value: string, offset: number): Promise<readonly Completion[]>
  hover?(value: string, offset: number): Promise<Hover | undefined>
}

/** Code units beyond which an editor does without what costs time with every line: folding, brackets. */
export const LARGE = 200_000

/** Monaco takes about 0.1 ms to find where one line wraps. */
export const MOST_WRAPPED = { lines: 300, length: 20_000 }

/** The space above the first line and below the last, in pixels. The same in both editors. */
export const PADDING = 8

/** Where the typing is, so that one editor can take over from another without a jump. Offsets in the shown text. */
export interface Snapshot {
  readonly selection: { readonly anchor: number; readonly active: number }
  readonly scroll: { readonly top: number; readonly left: number }
  readonly focused: boolean
}

/** What both editors are given, with everything decided that may be left open outside. */
export interface SurfaceProps extends Pick<CodeEditorProps, 'value' | 'onChange' | 'label'> {
  readonly describedBy: string | undefined
  readonly wrap: boolean
  readonly lineNumbers: boolean
  readonly readOnly: boolean
  readonly diagnostics: readonly Diagnostic[]
  readonly lit: readonly Span[]
  readonly litAs: 'lines' | 'words'
  readonly marks: readonly LineMark[]
  readonly onPoint: CodeEditorProps['onPoint']
  readonly onPin: CodeEditorProps['onPin']
  /** Where the cursor is, whenever it moves. */
  onCursor(offset: number): void
}
