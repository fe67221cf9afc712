import type { Diagnostic, Span } from '@authz-playground/engine'
import {
  type EditorFinding,
  LARGE,
  type LineMark,
  type MissingWord,
  type Remark,
  type Reveal,
  type Snapshot,
} from '../props.ts'
import { type ShownText, shownText, writeBack } from '../shown-text.ts'
import { isAnother, smallestEdit, type TextEdit } from '../text-edit.ts'
import { Filling } from './filling.ts'
import { offerQuickFixes, rangeOf, type Speaker, speakFor } from './language.ts'
import { createMarks } from './marks.ts'
import { createMissingRows } from './missing-rows.ts'
import { editor, type IDisposable, type IPosition, KeyCode, KeyMod, Range, Selection } from './monaco.ts'
import { type EditorLook, lookOptions, OPTIONS } from './options.ts'
import { remarkDecoration, toDecoration } from './problems.ts'
import styles from './RichEditor.module.css'
import { tabOf } from './tab.ts'

/** The events of an editor. Offsets are in `value`, not in the shown text. */
export interface Listener {
  onChange(value: string): void
  onPoint(offset: number | undefined): void
  onPin(offset: number): void
  onCursor(offset: number): void
  onHeight(pixels: number): void
  readonly speaker: Omit<Speaker, 'text'>
}

/** The most problems that are underlined; more would slow the editor down. The status line counts all of them. */
const MOST_PROBLEMS = 1000

interface Start {
  readonly value: string
  readonly language: string
  readonly look: EditorLook
  readonly snapshot: Snapshot
}

/** One Monaco editor, driven from outside. */
export class Surface {
  #text: ShownText
  readonly #model: editor.ITextModel
  readonly #monaco: editor.IStandaloneCodeEditor
  readonly #highlighted: editor.IEditorDecorationsCollection
  readonly #problems: editor.IEditorDecorationsCollection
  readonly #findings: editor.IEditorDecorationsCollection
  readonly #remarks: editor.IEditorDecorationsCollection
  readonly #near: editor.IEditorDecorationsCollection
  readonly #missing: ReturnType<typeof createMissingRows>
  readonly #marks: ReturnType<typeof createMarks>
  #isFromOutside = false
  #look: EditorLook
  /** While a long text comes into the model, nobody can edit it, and its last places are not there. */
  #filling: Filling | undefined
  /** A long text that was pasted, as a part of the whole: the cursor goes to its end. */
  #pasted: { readonly value: string; readonly end: number } | undefined
  /** What shows places, by what it shows: it is done again once the whole text is there. */
  readonly #placed = new Map<string, () => void>()
  /** Monaco asks for quick fixes when the cursor moves, and when somebody begins to offer them. */
  #offered: IDisposable

  /** @param listener called at each event, so that the owner may change its listeners */
  constructor(
    readonly host: HTMLElement,
    start: Start,
    readonly listener: () => Listener,
  ) {
    this.#text = shownText(start.value)
    this.#look = start.look
    const { shown } = this.#text
    const long = shown.length > LARGE
    this.#model = createModel(long ? '' : shown, start.language)
    const font = getComputedStyle(host)
    this.#monaco = editor.create(host, {
      ...OPTIONS,
      ...lookOptions(start.look),
      model: this.#model,
      fontFamily: font.fontFamily,
      fontSize: Number.parseFloat(font.fontSize),
      lineHeight: Number.parseFloat(font.lineHeight),
    })
    this.#highlighted = this.#monaco.createDecorationsCollection()
    this.#problems = this.#monaco.createDecorationsCollection()
    this.#findings = this.#monaco.createDecorationsCollection()
    this.#remarks = this.#monaco.createDecorationsCollection()
    this.#near = this.#monaco.createDecorationsCollection()
    this.#missing = createMissingRows(this.#monaco)
    this.#marks = createMarks(this.#monaco)
    this.#offered = offerQuickFixes(this.#model)
    speakFor(this.#model, () => ({ text: this.#text, ...listener().speaker }))
    this.#followContent()
    this.#followCursor()
    this.#followPointer()
    this.#addKeys()
    this.#followPastes()
    this.#followCopies()
    if (long) this.#fill({ start: 0, end: 0, insert: shown })
    // Of a long text its first portion is there, and the text field showed less. Whoever selects meanwhile keeps that.
    restore(this.#monaco, this.#model, start.snapshot)
    listener().onHeight(this.#monaco.getContentHeight())
    // Renders at once, not with the next frame, because the text field is gone.
    this.#monaco.render(true)
  }

  setText(value: string): void {
    if (value === this.#text.value) return
    // What is there of a text that has not come as a whole.
    const before = this.#filling === undefined ? this.#text.shown : this.#model.getValue()
    this.#filling?.stop()
    this.#filling = undefined
    this.#text = shownText(value)
    const { shown } = this.#text
    const edit = smallestEdit(before, shown)
    const another = edit !== undefined && isAnother(before, shown, edit)
    const pasted = this.#pasted?.value === value ? this.#pasted : undefined
    this.#pasted = undefined
    const filled = (): void => {
      if (pasted !== undefined) this.#show({ start: pasted.end, end: pasted.end, focus: true })
    }
    // Monaco's own undo is not used: the application has one for everything.
    if (edit !== undefined && edit.end - edit.start > LARGE) {
      // A new text takes less time than an edit that removes much.
      this.#fromOutside(() => this.#model.setValue(''))
      this.#fill({ start: 0, end: 0, insert: shown }, filled)
    } else if (edit !== undefined) this.#fill(edit, filled)
    this.#applyLook()
    if (another) this.#monaco.setScrollPosition({ scrollTop: 0, scrollLeft: 0 }, editor.ScrollType.Immediate)
  }

  setLook(look: EditorLook): void {
    this.#look = look
    this.#applyLook()
  }

  #applyLook(): void {
    const { readOnly, ...options } = lookOptions(this.#look)
    this.#monaco.updateOptions({ ...options, readOnly: readOnly === true || this.#filling !== undefined })
  }

  /** Makes an edit from outside, in portions where it inserts much; calls `filled` when the whole text is there. */
  #fill(edit: TextEdit, filled: () => void = () => undefined): void {
    const replace = ({ start, end, insert }: TextEdit): void =>
      this.#fromOutside(() => {
        const [from, to] = [this.#model.getPositionAt(start), this.#model.getPositionAt(end)]
        this.#model.applyEdits([{ range: Range.fromPositions(from, to), text: insert }])
      })
    if (edit.insert.length <= LARGE) {
      replace(edit)
      filled()
      return
    }
    // A selection would grow with each portion, and Monaco gives the browser all that is selected.
    this.#monaco.setPosition(this.#model.getPositionAt(edit.start))
    this.#filling = new Filling(edit, replace, () => {
      this.#filling = undefined
      this.#applyLook()
      for (const place of this.#placed.values()) place()
      filled()
    })
    this.#applyLook()
  }

  #fromOutside(change: () => void): void {
    this.#isFromOutside = true
    try {
      change()
    } finally {
      this.#isFromOutside = false
    }
  }

  /** Shows places of the text now, and again when the whole text is there. */
  #place(what: string, place: () => void): void {
    this.#placed.set(what, place)
    place()
  }

  setLanguage(language: string): void {
    editor.setModelLanguage(this.#model, language)
  }

  /** @param ids ids of the elements that describe the content */
  setDescription(ids: string): void {
    this.host.querySelector('[role=textbox], textarea')?.setAttribute('aria-describedby', ids)
  }

  setDiagnostics(diagnostics: readonly Diagnostic[]): void {
    // They come with an answer, and what is explained may have changed with it.
    this.#monaco.trigger('playground', 'editor.action.hideHover', {})
    const shown = diagnostics.filter(({ severity }) => severity !== 'note').slice(0, MOST_PROBLEMS)
    this.#place('problems', () =>
      this.#problems.set(shown.map((diagnostic) => toDecoration(diagnostic, this.#rangeOf(diagnostic.range)))),
    )
  }

  setFindings(findings: readonly EditorFinding[]): void {
    const shown = findings.slice(0, MOST_PROBLEMS)
    this.#place('findings', () =>
      this.#findings.set(shown.map((finding) => toDecoration(finding, this.#rangeOf(finding.range)))),
    )
    this.#offered.dispose()
    this.#offered = offerQuickFixes(this.#model)
  }

  setHighlighted(spans: readonly Span[], as: 'lines' | 'words'): void {
    this.#place('highlighted', () =>
      this.#highlighted.set(
        spans.map((span) =>
          as === 'lines'
            ? this.#wholeLines(span, styles.highlightedLine, styles.highlightedMargin)
            : { range: this.#rangeOf(span), options: { className: styles.highlightedWords ?? null } },
        ),
      ),
    )
  }

  setNear(spans: readonly Span[]): void {
    this.#place('near', () =>
      this.#near.set(spans.map((span) => this.#wholeLines(span, styles.nearLine, styles.nearMargin))),
    )
  }

  setMissing(words: readonly MissingWord[]): void {
    this.#place('missing', () =>
      this.#missing.set(words.map((word) => ({ ...word, line: this.#rangeOf(at(word.offset)).startLineNumber }))),
    )
  }

  setMarks(marks: readonly LineMark[]): void {
    this.#place('marks', () =>
      this.#marks.set(marks.map((mark) => ({ ...mark, line: this.#rangeOf(at(mark.offset)).startLineNumber }))),
    )
  }

  setRemarks(remarks: readonly Remark[]): void {
    this.#place('remarks', () =>
      this.#remarks.set(remarks.map((remark) => remarkDecoration(remark, this.#rangeOf(remark)))),
    )
  }

  show(reveal: Reveal): void {
    if (this.#filling === undefined) this.#show(reveal)
    else this.#filling.whenFilled(() => this.#show(reveal))
  }

  #show({ start, end, focus }: Reveal): void {
    const range = this.#rangeOf({ start, end })
    // A pane that has just unfolded has its size, but Monaco has not measured it yet.
    this.#monaco.layout()
    this.#monaco.revealRangeInCenterIfOutsideViewport(range, editor.ScrollType.Immediate)
    if (!focus) return
    this.#monaco.setPosition(range.getStartPosition())
    this.#monaco.focus()
    const explained = [this.#problems, this.#findings, this.#remarks].some((collection) =>
      collection.getRanges().some((problem) => problem.containsRange(range)),
    )
    if (explained) this.#monaco.trigger('playground', 'editor.action.showHover', { focus: 'noAutoFocus' })
  }

  dispose(): void {
    this.#filling?.stop()
    this.#offered.dispose()
    this.#monaco.dispose()
    this.#model.dispose()
  }

  #wholeLines(span: Span, line = '', margin = ''): editor.IModelDeltaDecoration {
    return {
      range: this.#rangeOf({ start: span.start, end: lastOf(span) }),
      options: { isWholeLine: true, className: line, marginClassName: margin },
    }
  }

  #rangeOf(span: Span): Range {
    return rangeOf(this.#model, this.#text, span)
  }

  #offsetAt(position: IPosition): number {
    return this.#text.toValue(this.#model.getOffsetAt(position))
  }

  #cursor(): number {
    const position = this.#monaco.getPosition()
    return position === null ? 0 : this.#offsetAt(position)
  }

  #followContent(): void {
    const tab = tabOf(this.#monaco, this.host)
    this.#model.onDidChangeContent(({ changes }) => {
      if (this.#isFromOutside) return
      tab.typed()
      const edits = changes.map(asEdit)
      const after = shownText(writeBack(this.#text, edits))
      // People see Monaco's text, so it wins should it ever differ from the sum of its edits.
      this.#text =
        after.shown.length === this.#model.getValueLength() ? after : resynchronised(this.#text, this.#model.getValue())
      this.listener().onChange(this.#text.value)
    })
    this.#monaco.onDidContentSizeChange(({ contentHeight }) => this.listener().onHeight(contentHeight))
  }

  /** Monaco inserts what is pasted at once. A long text is written by the page, whose change then comes in portions. */
  #followPastes(): void {
    const pasted = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const [selection, ...more] = this.#monaco.getSelections() ?? []
      const readOnly = this.#look.readOnly || this.#filling !== undefined
      if (text.length <= LARGE || selection === undefined || more.length > 0 || readOnly) return
      event.preventDefault()
      event.stopPropagation()
      const [start, end] = [selection.getStartPosition(), selection.getEndPosition()].map((position) =>
        this.#model.getOffsetAt(position),
      )
      if (start === undefined || end === undefined) return
      const insert = text.replace(/\r\n?/g, '\n')
      const value = writeBack(this.#text, [{ start, end, insert }])
      this.#pasted = { value, end: start + insert.length }
      this.listener().onChange(value)
    }
    this.host.addEventListener('paste', pasted, { capture: true })
  }

  /** What is selected may be in portions that have not come. */
  #followCopies(): void {
    this.host.addEventListener('copy', () => this.#filling?.finish(), { capture: true })
  }

  #followCursor(): void {
    this.#monaco.onDidChangeCursorPosition(() => {
      this.listener().onCursor(this.#cursor())
      if (this.#monaco.hasTextFocus()) this.listener().onPoint(this.#cursor())
    })
    this.#monaco.onDidFocusEditorText(() => this.listener().onPoint(this.#cursor()))
    this.#monaco.onDidBlurEditorText(() => this.listener().onPoint(undefined))
  }

  #followPointer(): void {
    this.#monaco.onMouseMove(({ target }) => {
      const { position } = target
      this.listener().onPoint(position === null ? undefined : this.#offsetAt(position))
    })
    this.#monaco.onMouseLeave(() => this.listener().onPoint(undefined))
    // At the release of the button, so that selecting text by dragging pins nothing.
    this.#monaco.onMouseUp(({ target, event }) => {
      const { position } = target
      if (position === null || !event.leftButton || !this.#monaco.getSelection()?.isEmpty()) return
      if (PINNABLE.has(target.type)) this.listener().onPin(this.#offsetAt(position))
    })
  }

  #addKeys(): void {
    this.#monaco.addAction({
      id: 'playground.pin',
      label: 'pin',
      keybindings: [KeyMod.Alt | KeyCode.Enter],
      keybindingContext: 'editorTextFocus',
      run: () => this.listener().onPin(this.#cursor()),
    })
    this.#monaco.addAction({
      id: 'playground.takeFirst',
      label: 'takeFirst',
      keybindings: [KeyCode.Tab],
      keybindingContext: 'editorTextFocus && suggestWidgetVisible && !suggestWidgetHasFocusedSuggestion',
      run: () => this.#monaco.trigger('keyboard', 'focusAndAcceptSuggestion', {}),
    })
  }
}

const { CONTENT_TEXT, CONTENT_EMPTY, GUTTER_GLYPH_MARGIN, GUTTER_LINE_NUMBERS } = editor.MouseTargetType
const PINNABLE: ReadonlySet<editor.MouseTargetType> = new Set([
  CONTENT_TEXT,
  CONTENT_EMPTY,
  GUTTER_GLYPH_MARGIN,
  GUTTER_LINE_NUMBERS,
])

/** Monaco drops a byte order mark at the beginning when it makes a model, but not when the model is edited. */
function createModel(shown: string, language: string): editor.ITextModel {
  const swallows = shown.startsWith('\uFEFF')
  const model = editor.createModel(swallows ? '' : shown, language)
  model.setEOL(editor.EndOfLineSequence.LF)
  if (swallows) model.applyEdits([{ range: new Range(1, 1, 1, 1), text: shown }])
  return model
}

function asEdit({ rangeOffset, rangeLength, text }: editor.IModelContentChange): TextEdit {
  return { start: rangeOffset, end: rangeOffset + rangeLength, insert: text.replace(/\r\n?/g, '\n') }
}

function resynchronised(text: ShownText, shown: string): ShownText {
  const edit = smallestEdit(text.shown, shown)
  return edit ? shownText(writeBack(text, [edit])) : text
}

function restore(monaco: editor.IStandaloneCodeEditor, model: editor.ITextModel, snapshot: Snapshot): void {
  const { selection, scroll, focused } = snapshot
  const [anchor, active] = [selection.anchor, selection.active].map((offset) =>
    model.getPositionAt(Math.min(offset, model.getValueLength())),
  )
  if (anchor && active) {
    monaco.setSelection(new Selection(anchor.lineNumber, anchor.column, active.lineNumber, active.column))
  }
  monaco.setScrollPosition({ scrollTop: scroll.top, scrollLeft: scroll.left }, editor.ScrollType.Immediate)
  if (focused) monaco.focus()
}

/** The last offset inside a range: a range that ends with a line end does not light the next line. */
function lastOf({ start, end }: Span): number {
  return Math.max(start, end - 1)
}

function at(offset: number): Span {
  return { start: offset, end: offset }
}
