import { resolvedColour } from '../../ui/colour.ts'
import { editor } from './monaco.ts'

const NAME = 'playground'

/** The editor’s parts and the tokens that colour them. Colour means decision, so code is set in two inks, and that is all. */
const PARTS = {
  'editor.background': '--ground-sunk',
  'editor.foreground': '--ink',
  'editorLineNumber.foreground': '--ink-soft',
  'editorLineNumber.activeForeground': '--ink',
  'editorCursor.foreground': '--ink',
  'editor.selectionBackground': '--hairline',
  'editor.inactiveSelectionBackground': '--hairline',
  'editor.selectionHighlightBackground': '--lit',
  'editor.findMatchBackground': '--hairline',
  'editor.findMatchBorder': '--accent',
  'editor.findMatchHighlightBackground': '--lit',
  'editor.findMatchHighlightBorder': '--outline',
  'editorBracketMatch.background': '--ground-sunk',
  'editorBracketMatch.border': '--outline',
  'editorError.foreground': '--problem',
  'editorWarning.foreground': '--outline',
  'editorInfo.foreground': '--outline',
  'editorOverviewRuler.border': '--ground-sunk',
  'editorOverviewRuler.errorForeground': '--problem',
  'editorOverviewRuler.warningForeground': '--outline',
  'editorOverviewRuler.infoForeground': '--hairline',
  'editorOverviewRuler.findMatchForeground': '--outline',
  'editorGutter.foldingControlForeground': '--ink-soft',
  'editor.foldBackground': '--ground-sunk',
  'editorWidget.background': '--ground-raised',
  'editorWidget.foreground': '--ink',
  'editorWidget.border': '--hairline',
  'editorHoverWidget.background': '--ground-raised',
  'editorHoverWidget.foreground': '--ink',
  'editorHoverWidget.border': '--hairline',
  'editorHoverWidget.statusBarBackground': '--ground-raised',
  'editorSuggestWidget.background': '--ground-raised',
  'editorSuggestWidget.border': '--hairline',
  'editorSuggestWidget.foreground': '--ink',
  'editorSuggestWidget.highlightForeground': '--accent',
  'editorSuggestWidget.focusHighlightForeground': '--accent',
  'editorSuggestWidget.selectedBackground': '--lit',
  'editorSuggestWidget.selectedForeground': '--ink',
  'menu.background': '--ground-raised',
  'menu.foreground': '--ink',
  'menu.selectionBackground': '--lit',
  'menu.selectionForeground': '--ink',
  'menu.separatorBackground': '--hairline',
  'menu.border': '--hairline',
  'input.background': '--ground',
  'input.foreground': '--ink',
  'input.border': '--outline',
  'inputOption.activeBorder': '--accent',
  'inputOption.activeBackground': '--lit',
  'inputOption.activeForeground': '--ink',
  'list.hoverBackground': '--lit',
  'list.focusBackground': '--lit',
  'scrollbarSlider.background': '--hairline',
  'scrollbarSlider.hoverBackground': '--outline',
  'scrollbarSlider.activeBackground': '--outline',
  focusBorder: '--accent',
  foreground: '--ink',
  descriptionForeground: '--ink-soft',
  'icon.foreground': '--ink-soft',
  'textLink.foreground': '--accent',
  'textLink.activeForeground': '--accent',
  'widget.shadow': '--hairline',
} as const satisfies Readonly<Record<string, `--${string}`>>

/** Keeps Monaco in the colours of the page, whichever theme it is in. There is one page, so this is never taken back. */
export function followTheme(): void {
  apply()
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', apply)
  }
}

function apply(): void {
  const dark = isDark(resolvedColour('--ground'))
  const ink = hex(resolvedColour('--ink'))
  const soft = hex(resolvedColour('--ink-soft'))
  editor.defineTheme(NAME, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: false,
    colors: Object.fromEntries(Object.entries(PARTS).map(([part, token]) => [part, hex(resolvedColour(token))])),
    rules: [
      { token: '', foreground: ink.slice(1) },
      ...['type', 'key', 'delimiter', 'operators', 'meta'].map((token) => ({ token, foreground: soft.slice(1) })),
      { token: 'comment', foreground: soft.slice(1), fontStyle: 'italic' },
      { token: 'keyword', foreground: ink.slice(1), fontStyle: 'bold' },
    ],
  })
  // Where the system forces its colours, Monaco has themes of its own for them, and turns to them by itself.
  if (!matchMedia('(forced-colors: active)').matches) editor.setTheme(NAME)
}

/** `rgb(1 2 3)` or `rgb(1, 2, 3)` as `#010203`, which is all that Monaco reads. */
function hex(colour: string): string {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128
}

function channels(colour: string): readonly number[] {
  return (colour.match(/[\d.]+/g) ?? []).map(Number)
}
