import { GAP, INDENT, LEAST_DIGITS } from '../measures.ts'
import { PADDING } from '../props.ts'
import type { editor } from './monaco.ts'

export interface EditorLook {
  readonly label: string
  readonly wrap: boolean
  /** The text is too long for what costs time with every line. */
  readonly large: boolean
  readonly lineNumbers: boolean
  readonly readOnly: boolean
}

/** Folding shows its arrows between the numbers and the text, this wide in pixels. It cannot be asked for. */
const FOLDING = 16

/** The options that the editor’s owner and the size of the text decide. */
export function lookOptions({ label, wrap, large, lineNumbers, readOnly }: EditorLook): editor.IEditorOptions {
  const folding = lineNumbers && !large
  return {
    ariaLabel: label,
    readOnly,
    wordWrap: wrap ? 'on' : 'off',
    lineNumbers: lineNumbers ? 'on' : 'off',
    // The number of an empty last line is to be read like the others; dimmed, its contrast would be too low.
    renderFinalNewline: 'on',
    lineNumbersMinChars: lineNumbers ? LEAST_DIGITS : 0,
    glyphMargin: lineNumbers,
    folding,
    lineDecorationsWidth: lineNumbers ? GAP - (folding ? FOLDING : 0) : INDENT,
    matchBrackets: large ? 'never' : 'near',
    wrappingStrategy: wrap ? 'advanced' : 'simple',
  }
}

/** The options that are always the same. Quiet: nothing in the text but the text and what is said about it. */
export const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  // Of the models, which take theirs from here whatever they are told, and by this name. Colour means decision.
  ...{ 'bracketPairColorization.enabled': false },
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: false,
  automaticLayout: true,
  // The theme is ours there too.
  autoDetectHighContrast: false,
  accessibilitySupport: 'auto',
  // Not clipped by the pane, which may be small.
  fixedOverflowWidgets: true,
  padding: { top: PADDING, bottom: PADDING },
  scrollBeyondLastLine: false,
  scrollbar: {
    // The page scrolls on where the editor cannot.
    alwaysConsumeMouseWheel: false,
    useShadows: false,
    verticalScrollbarSize: 10,
    horizontalScrollbarSize: 10,
  },
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  minimap: { enabled: false },
  guides: { indentation: false, bracketPairs: false },
  renderLineHighlight: 'none',
  renderWhitespace: 'none',
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  fontLigatures: false,
  stickyScroll: { enabled: false },
  inlineSuggest: { enabled: false },
  dropIntoEditor: { enabled: false },
  pasteAs: { enabled: false },
  lightbulb: { enabled: 'off' as editor.ShowLightbulbIconMode },
  inlayHints: { enabled: 'off' },
  parameterHints: { enabled: false },
  codeLens: false,
  colorDecorators: false,
  links: false,
  // In a shadow root the menu would not find the colours of the theme.
  useShadowDOM: false,
  find: { addExtraSpaceOnTop: false, autoFindInSelection: 'never', seedSearchStringFromSelection: 'selection' },
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, comments: false, strings: true },
  // Enter ends the line, always, until a suggestion was chosen with the arrow keys; Tab takes the first.
  suggest: { selectionMode: 'never', showStatusBar: false, preview: false, showIcons: false },
  snippetSuggestions: 'inline',
  tabFocusMode: true,
  unusualLineTerminators: 'off',
}
