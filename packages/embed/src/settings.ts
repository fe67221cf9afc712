/** The parts that an element can show, in their order. */
export const PANES = ['title', 'answer', 'chart', 'checks', 'request', 'policy'] as const
export type Pane = (typeof PANES)[number]

/** All parts except the title, because a page of documentation has its own heading. */
const USUAL: readonly Pane[] = PANES.filter((pane) => pane !== 'title')

export type ElementTheme = 'light' | 'dark' | 'auto'

/** The settings from the attributes of an element. */
export interface ElementSettings {
  /** The id of a design that decides instead of the scenario’s own. */
  readonly design: string | undefined
  /** `auto` follows the `color-scheme` around the element. */
  readonly theme: ElementTheme
  readonly autoplay: boolean
  /** Whether the player is visible. Its keys work without it. */
  readonly controls: boolean
  readonly editable: boolean
  readonly panes: ReadonlySet<Pane>
  /** `show` lists them. */
  readonly chosen: boolean
  /** Sentences about values that do not exist. */
  readonly problems: readonly string[]
}

/** The attributes that an element has. */
export const ATTRIBUTES = [
  'src',
  'link',
  'design',
  'design-src',
  'theme',
  'autoplay',
  'controls',
  'editable',
  'show',
  'home',
  'compare',
  'intent',
  'argument',
  'course',
  'lesson',
] as const
export type AttributeName = (typeof ATTRIBUTES)[number]

/** Reads attributes. A value that is not understood is reported and ignored. */
export function readElementSettings(attribute: (name: AttributeName) => string | null): ElementSettings {
  const problems: string[] = []
  const oneOf = <Value extends string>(name: AttributeName, values: readonly [Value, ...Value[]]): Value => {
    const written = attribute(name)?.trim()
    const found = values.find((value) => value === written)
    if (found === undefined && written !== undefined && written !== '') {
      problems.push(`${name}="${short(written)}" is not understood: it is one of ${values.join(', ')}.`)
    }
    return found ?? values[0]
  }
  const design = attribute('design')?.trim()
  const theme = oneOf('theme', ['auto', 'light', 'dark'])
  const controls = oneOf('controls', ['full', 'none'])
  const panes = readPanes(attribute('show'), problems)
  return {
    design: design === '' ? undefined : design,
    theme,
    controls: controls === 'full',
    autoplay: attribute('autoplay') !== null,
    editable: attribute('editable') !== null,
    panes: panes ?? new Set(USUAL),
    chosen: panes !== undefined,
    problems,
  }
}

/** The panes that `show` lists; undefined where it lists none. */
function readPanes(written: string | null, problems: string[]): ReadonlySet<Pane> | undefined {
  const names = (written ?? '').split(/[\s,]+/).filter((name) => name !== '')
  const unknown = names.find((name) => !PANES.some((pane) => pane === name))
  if (unknown !== undefined) {
    problems.push(`show="${short(unknown)}" is not understood: it lists some of ${PANES.join(', ')}.`)
  }
  const found = PANES.filter((pane) => names.includes(pane))
  return found.length === 0 ? undefined : new Set(found)
}

/** A value for a sentence, shortened. */
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
