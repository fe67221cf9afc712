import type { Diagnostic, Span } from '@authz-playground/engine'
import { type EditorFinding, LARGE, type LineMark, type Remark, type Reveal, type Snapshot } from '../props.ts'
import { type ShownText, shownText, writeBack } from '../shown-text.ts'
import { isAnother, smallestEdit, type TextEdit } from '../text-edit.ts'
import { offerQuickFixes, rangeOf, type Speaker, speakFor } from './language.ts'
import { createMarks } from './marks.ts'
import { editor, KeyCode, KeyMod, Range, Selection } from './monaco.ts'
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

/** One Monaco editor, driven from outside. */
export interface Surface {
  setText(value: string): void
  setLook(look: EditorLook): void
  setLanguage(language: string): void
  /** Ids of the elements that describe the content. */
  setDescription(ids: string): void
  setDiagnostics(diagnostics: readonly Diagnostic[]): void
  setFindings(findings: readonly EditorFinding[]): void
  setLit(spans: readonly Span[], as: 'lines' | 'words'): void
  setMarks(marks: readonly LineMark[]): void
  setRemarks(remarks: readonly Remark[]): void
  show(reveal: Reveal): void
  dispose(): void
}

/** The most problems that are underlined; more would slow the editor down. The status line counts all of them. */
const MOST_PROBLEMS = 1000

export function createSurface(
  host: HTMLElement,
  start: { readonly value: string; readonly language: string; readonly look: EditorLook; readonly snapshot: Snapshot },
  /** Called at each event, so that the owner may change its listeners. */
  listener: () => Listener,
): Surface {
  let text: ShownText = shownText(start.value)
  const model = createModel(text.shown, start.language)
  const font = getComputedStyle(host)
  const monaco = editor.create(host, {
    ...OPTIONS,
    ...lookOptions(start.look),
    model,
    fontFamily: font.fontFamily,
    fontSize: Number.parseFloat(font.fontSize),
    lineHeight: Number.parseFloat(font.lineHeight),
  })
  const lit = monaco.createDecorationsCollection()
  const problems = monaco.createDecorationsCollection()
  const findings = monaco.createDecorationsCollection()
  const remarks = monaco.createDecorationsCollection()
  const marks = createMarks(monaco)
  let fromOutside = false

  // Monaco asks for quick fixes when the cursor moves, and when somebody begins to offer them.
  let offered = offerQuickFixes(model)

  speakFor(model, () => ({ text, ...listener().speaker }))
  const tab = tabOf(monaco, host)

  const place = (offset: number) => text.toValue(offset)
  const cursor = (): number => {
    const position = monaco.getPosition()
    return position === null ? 0 : place(model.getOffsetAt(position))
  }

  model.onDidChangeContent(({ changes }) => {
    if (fromOutside) return
    tab.typed()
    const edits = changes.map(asEdit)
    const after = shownText(writeBack(text, edits))
    // People see Monaco's text, so it wins should it ever differ from the sum of its edits.
    text = after.shown.length === model.getValueLength() ? after : resynchronised(text, model.getValue())
    listener().onChange(text.value)
  })

  monaco.onDidChangeCursorPosition(() => {
    listener().onCursor(cursor())
    if (monaco.hasTextFocus()) listener().onPoint(cursor())
  })
  monaco.onDidFocusEditorText(() => listener().onPoint(cursor()))
  monaco.onDidBlurEditorText(() => listener().onPoint(undefined))
  monaco.onDidContentSizeChange(({ contentHeight }) => listener().onHeight(contentHeight))
  monaco.onMouseMove(({ target }) => {
    const at = target.position
    listener().onPoint(at === null ? undefined : place(model.getOffsetAt(at)))
  })
  monaco.onMouseLeave(() => listener().onPoint(undefined))
  // At the release of the button, so that selecting text by dragging pins nothing.
  monaco.onMouseUp(({ target, event }) => {
    const { position } = target
    if (position === null || !event.leftButton || !monaco.getSelection()?.isEmpty()) return
    if (PINNABLE.has(target.type)) listener().onPin(place(model.getOffsetAt(position)))
  })

  for (const [id, keybindings, run, when] of [
    ['pin', [KeyMod.Alt | KeyCode.Enter], () => listener().onPin(cursor())],
    [
      'takeFirst',
      [KeyCode.Tab],
      () => monaco.trigger('keyboard', 'focusAndAcceptSuggestion', {}),
      'suggestWidgetVisible && !suggestWidgetHasFocusedSuggestion',
    ],
  ] as const) {
    monaco.addAction({
      id: `playground.${id}`,
      label: id,
      keybindings: [...keybindings],
      keybindingContext: when === undefined ? 'editorTextFocus' : `editorTextFocus && ${when}`,
      run,
    })
  }

  restore(monaco, model, start.snapshot)
  listener().onHeight(monaco.getContentHeight())
  // Renders at once, not with the next frame, because the text field is gone.
  monaco.render(true)

  return {
    setText(value) {
      if (value === text.value) return
      const before = text.shown
      text = shownText(value)
      const edit = smallestEdit(before, text.shown)
      if (edit === undefined) return
      const range = Range.fromPositions(model.getPositionAt(edit.start), model.getPositionAt(edit.end))
      const another = isAnother(before, text.shown, edit)
      fromOutside = true
      try {
        // Monaco's own undo is not used: the application has one for everything. For a large edit the whole text is
        // replaced, which takes half the time of an edit.
        if (edit.insert.length > LARGE && !text.shown.startsWith('\uFEFF')) model.setValue(text.shown)
        else model.applyEdits([{ range, text: edit.insert }])
      } finally {
        fromOutside = false
      }
      if (another) monaco.setScrollPosition({ scrollTop: 0, scrollLeft: 0 }, editor.ScrollType.Immediate)
    },
    setLook: (look) => monaco.updateOptions(lookOptions(look)),
    setLanguage: (language) => editor.setModelLanguage(model, language),
    setDescription: (ids) => host.querySelector('[role=textbox], textarea')?.setAttribute('aria-describedby', ids),
    setDiagnostics(diagnostics) {
      // They come with an answer, and what is explained may have changed with it.
      monaco.trigger('playground', 'editor.action.hideHover', {})
      const shown = diagnostics.filter(({ severity }) => severity !== 'note').slice(0, MOST_PROBLEMS)
      problems.set(shown.map((diagnostic) => toDecoration(diagnostic, rangeOf(model, text, diagnostic.range))))
    },
    setFindings(given) {
      const shown = given.slice(0, MOST_PROBLEMS)
      findings.set(shown.map((finding) => toDecoration(finding, rangeOf(model, text, finding.range))))
      offered.dispose()
      offered = offerQuickFixes(model)
    },
    setLit(spans, as) {
      lit.set(
        spans.map((span) => ({
          range: rangeOf(model, text, { start: span.start, end: as === 'lines' ? lastOf(span) : span.end }),
          options:
            as === 'lines'
              ? { isWholeLine: true, className: styles.litLine ?? null, marginClassName: styles.litMargin ?? null }
              : { className: styles.litWords ?? null },
        })),
      )
    },
    setMarks: (given) =>
      marks.set(given.map((mark) => ({ ...mark, line: rangeOf(model, text, at(mark.offset)).startLineNumber }))),
    setRemarks(given) {
      remarks.set(given.map((remark) => remarkDecoration(remark, rangeOf(model, text, remark))))
    },
    show({ start, end, focus }) {
      const range = rangeOf(model, text, { start, end })
      // A pane that has just unfolded has its size, but Monaco has not measured it yet.
      monaco.layout()
      monaco.revealRangeInCenterIfOutsideViewport(range, editor.ScrollType.Immediate)
      if (!focus) return
      monaco.setPosition(range.getStartPosition())
      monaco.focus()
      const explained = [...problems.getRanges(), ...findings.getRanges(), ...remarks.getRanges()].some((problem) =>
        problem.containsRange(range),
      )
      if (explained) monaco.trigger('playground', 'editor.action.showHover', { focus: 'noAutoFocus' })
    },
    dispose() {
      offered.dispose()
      monaco.dispose()
      model.dispose()
    },
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
  const [anchor, active] = [selection.anchor, selection.active].map((offset) => model.getPositionAt(offset))
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
