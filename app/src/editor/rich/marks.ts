import type { LineMark } from '../props.ts'
import { glyph } from './glyphs.ts'
import { editor, Range } from './monaco.ts'
import styles from './RichEditor.module.css'

interface PlacedMark extends LineMark {
  /** From 1. */
  readonly line: number
}

/** Marks in the margin, at most one a line. They move with their lines. */
export function createMarks(monaco: editor.IStandaloneCodeEditor): { set(marks: readonly PlacedMark[]): void } {
  const lines = monaco.createDecorationsCollection()
  let widgets: readonly editor.IGlyphMarginWidget[] = []

  monaco.onDidChangeModelContent(() => {
    for (const widget of widgets) monaco.layoutGlyphMarginWidget(widget)
  })

  return {
    set(marks) {
      for (const widget of widgets) monaco.removeGlyphMarginWidget(widget)
      const byLine = [...new Map(marks.map((mark) => [mark.line, mark])).values()]
      lines.set(byLine.map(({ line }) => ({ range: new Range(line, 1, line, 1), options: {} })))
      widgets = byLine.map(({ decision, label, line }, index) => {
        const node = glyph(decision, label, styles.mark ?? '')
        const side = `${monaco.getOption(editor.EditorOption.lineHeight)}px`
        node.style.width = side
        node.style.height = side
        return {
          getId: () => `mark-${index}`,
          getDomNode: () => node,
          getPosition: () => ({
            lane: editor.GlyphMarginLane.Left,
            zIndex: 1,
            range: lines.getRange(index) ?? new Range(line, 1, line, 1),
          }),
        }
      })
      for (const widget of widgets) monaco.addGlyphMarginWidget(widget)
    },
  }
}
