import { GAP, INDENT, LEAST_DIGITS } from '../measures.ts'
import { PADDING } from '../props.ts'
import type { editor } from './monaco.ts'

export interface EditorLook {
  readonly label: string
  readonly wrap: boolean
  /**
   * The text is too long for folding and brackets, which cost time with every line, and for the browser's edit context, which is given
   * all that is selected, at each frame.
   */
  readonly large: boolean
  readonly lineNumbers: boolean
  readonly readOnly: boolean
}

/** The width in pixels of the folding arrows, which are between the numbers and the text. Monaco does not export it. */
const FOLDING = 16

/** The options that depend on the props and on the size of the text. */
export function lookOptions({ label, wrap, large, lineNumbers, readOnly }: EditorLook): editor.IEditorOptions {
  const folding = lineNumbers && !large
  return {
    ariaLabel: label,
    readOnly,
    wordWrap: wrap ? 'on' : 'off',
    lineNumbers: lineNumbers ? 'on' : 'off',
    // `dimmed` would give the number of an empty last line too little contrast.
    renderFinalNewline: 'on',
    lineNumbersMinChars: lineNumbers ? LEAST_DIGITS : 0,
    glyphMargin: lineNumbers,
    folding,
    lineDecorationsWidth: lineNumbers ? GAP - (folding ? FOLDING : 0) : INDENT,
    matchBrackets: large ? 'never' : 'near',
  }
}

/** The options that never change. The editor adds nothing to the text but diagnostics and highlights. */
export const OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  // An option of models, which read it from the options of the first editor, and only by this name. Off, because colour
  // means decision.
  ...{ 'bracketPairColorization.enabled': false },
  tabSize: 2,
  insertSpaces: true,
  detectIndentation: false,
  automaticLayout: true,
  // The theme of the page has colours for high contrast, too.
  autoDetectHighContrast: false,
  accessibilitySupport: 'auto',
  // Popups would be clipped by a small pane.
  fixedOverflowWidgets: true,
  padding: { top: PADDING, bottom: PADDING },
  scrollBeyondLastLine: false,
  // Beyond the end of a line there is nothing to see.
  scrollBeyondLastColumn: 0,
  scrollbar: {
    // At the end of the text the wheel scrolls the page.
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
  lightbulb: { enabled: 'on' as editor.ShowLightbulbIconMode },
  inlayHints: { enabled: 'off' },
  parameterHints: { enabled: false },
  codeLens: false,
  colorDecorators: false,
  links: false,
  // In a shadow root the menu would not find the colours of the theme.
  useShadowDOM: false,
  find: { addExtraSpaceOnTop: true, autoFindInSelection: 'never', seedSearchStringFromSelection: 'selection' },
  wordBasedSuggestions: 'off',
  quickSuggestions: { other: true, comments: false, strings: true },
  // Enter always ends the line, until a suggestion was chosen with the arrow keys. Tab accepts the first suggestion.
  suggest: { selectionMode: 'never', showStatusBar: false, preview: false, showIcons: false },
  snippetSuggestions: 'inline',
  tabFocusMode: true,
  unusualLineTerminators: 'off',
  // Monaco breaks the lines. The browser would break them inside of `--as`, and WebKit one character too late.
  wrappingStrategy: 'simple',
  // A wrapped row hangs one tab, two characters, beyond the indentation of its line, so that it does not read as a new key.
  wrappingIndent: 'indent',
  wordWrapBreakAfterCharacters: ' \t/?&,',
}
