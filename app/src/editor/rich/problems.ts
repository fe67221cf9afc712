import type { Diagnostic } from '@authz-playground/engine'
import type { EditorFinding, Remark } from '../props.ts'
import { editor, type Range } from './monaco.ts'
import { toMarkdown } from './prose.ts'
import styles from './RichEditor.module.css'

/** An error has a wavy line under it, a warning a dotted one, a note a thin one: colour means decision. */
const ERROR = { look: { className: 'squiggly-error' }, color: { id: 'editorOverviewRuler.errorForeground' } }
const WARNING = {
  look: { inlineClassName: styles.warning ?? null },
  color: { id: 'editorOverviewRuler.warningForeground' },
}

const NOTE = {
  look: { inlineClassName: styles.note ?? null },
  color: { id: 'editorOverviewRuler.infoForeground' },
}

/**
 * A diagnostic as an underline with an explanation on hover. Not a marker of Monaco's, because markers explain in code
 * type. Quick fixes need none.
 */
export function toDecoration(
  { severity, code, message, fix, detail, ofRule = false }: Diagnostic & Partial<EditorFinding>,
  range: Range,
): editor.IModelDeltaDecoration {
  const { look, color } = severity === 'error' ? ERROR : severity === 'warning' ? WARNING : NOTE
  const paragraphs = [message, fix, detail && `The API server says: ${detail}`].filter((words) => words !== undefined)
  return {
    range,
    options: {
      ...look,
      hoverMessage: { value: toMarkdown([...paragraphs.map((words) => [words]), ...(ofRule ? [[{ code }]] : [])]) },
      overviewRuler: { color, position: editor.OverviewRulerLane.Right },
      stickiness: editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
      zIndex: 1,
    },
  }
}

/** A remark as a ground of its own, where it is the place that does not fit, with an explanation on hover. */
export function remarkDecoration({ words, wrong }: Remark, range: Range): editor.IModelDeltaDecoration {
  return {
    range,
    options: {
      className: (wrong && styles.remarked) || null,
      hoverMessage: { value: toMarkdown([words]) },
      overviewRuler: {
        color: { id: 'editorOverviewRuler.wordHighlightForeground' },
        position: editor.OverviewRulerLane.Left,
      },
      stickiness: editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges,
    },
  }
}
