import { resolvedColour } from '../../ui/index.ts'
import { editor } from './monaco.ts'

const NAME = 'playground'

/** The parts of the editor and their colour tokens. Colour means decision, so code has two inks and no others. */
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
  // Of remarks: the editor does not highlight words by itself.
  'editorOverviewRuler.wordHighlightForeground': '--no-opinion',
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
  'editorLightBulb.foreground': '--accent',
  'editorLightBulbAutoFix.foreground': '--accent',
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

type Token = (typeof PARTS)[keyof typeof PARTS]

/** The names of the few colours that exist where the system forces its own. */
const FORCED: Readonly<Record<Token, string>> = {
  '--ground': 'canvas',
  '--ground-sunk': 'canvas',
  '--ground-raised': 'canvas',
  '--lit': 'canvas',
  '--ink': 'canvastext',
  '--ink-soft': 'canvastext',
  '--problem': 'canvastext',
  '--hairline': 'graytext',
  '--outline': 'graytext',
  '--no-opinion': 'graytext',
  '--accent': 'linktext',
}

const FORCED_COLOURS = '(forced-colors: active)'

/** Keeps Monaco in the colours of the page, in every theme. It never ends, as there is one page. */
export function followTheme(): void {
  apply()
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['data-theme'] })
  for (const query of ['(prefers-color-scheme: dark)', FORCED_COLOURS])
    matchMedia(query).addEventListener('change', apply)
}

function apply(): void {
  const forced = matchMedia(FORCED_COLOURS).matches
  const colour = (token: Token): string => hex(forced ? systemColour(FORCED[token]) : resolvedColour(token))
  const dark = isDark(colour('--ground'))
  const ink = colour('--ink').slice(1)
  const soft = colour('--ink-soft').slice(1)
  editor.defineTheme(NAME, {
    base: forced ? (dark ? 'hc-black' : 'hc-light') : dark ? 'vs-dark' : 'vs',
    inherit: false,
    colors: {
      ...Object.fromEntries(Object.entries(PARTS).map(([part, token]) => [part, colour(token)])),
      ...(forced && {
        contrastBorder: colour('--ink'),
        'editor.selectionBackground': hex(systemColour('highlight')),
        'editor.selectionForeground': hex(systemColour('highlighttext')),
      }),
    },
    rules: [
      { token: '', foreground: ink },
      ...['type', 'key', 'delimiter', 'operators', 'meta'].map((token) => ({ token, foreground: soft })),
      { token: 'comment', foreground: soft, fontStyle: 'italic' },
      { token: 'keyword', foreground: ink, fontStyle: 'bold' },
    ],
  })
  editor.setTheme(NAME)
}

/** A system colour as `rgb(…)`. */
function systemColour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = name
  document.documentElement.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** `rgb(1, 2, 3)` as `#010203`, the only form that Monaco reads. */
function hex(colour: string): string {
  const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

function isDark(hexColour: string): boolean {
  const value = Number.parseInt(hexColour.slice(1), 16)
  return ((value >> 16) & 255) * 0.299 + ((value >> 8) & 255) * 0.587 + (value & 255) * 0.114 < 128
}
