/** What a key does to the player and the view of the chart. */
export type ChartAction = 'play' | 'back' | 'forward' | 'first' | 'last' | 'larger' | 'smaller' | 'fit'

const ACTIONS: ReadonlyMap<string, ChartAction> = new Map(
  Object.entries({
    ' ': 'play',
    ArrowLeft: 'back',
    ArrowRight: 'forward',
    Home: 'first',
    End: 'last',
    '+': 'larger',
    '=': 'larger',
    '-': 'smaller',
    '0': 'fit',
  } as const),
)

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Elements for typed text, which use every key. */
const TYPED_IN =
  'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], .monaco-editor'
/** Elements that use the arrow keys. */
const OWN_ARROWS =
  'input, [role=tablist], [role=separator], [role=listbox], [role=menu], [role=radiogroup], [role=tree], [role=grid]'
/** Elements that Space presses. */
const PRESSED = 'button, summary, a[href], input, [role=button], [role=tab], [role=checkbox], [role=switch]'

/**
 * The action of a key press for the chart, unless the focused element uses the key. With Ctrl, Alt or Meta the key
 * belongs to the browser or the page.
 */
export function actionOf(
  { key, ctrlKey, metaKey, altKey }: Pressed,
  within: (selector: string) => boolean,
): ChartAction | undefined {
  if (ctrlKey || metaKey || altKey || within(TYPED_IN)) return undefined
  const action = ACTIONS.get(key)
  if (action === 'play') return within(PRESSED) ? undefined : action
  if (action === 'back' || action === 'forward' || action === 'first' || action === 'last') {
    return within(OWN_ARROWS) ? undefined : action
  }
  return action
}
