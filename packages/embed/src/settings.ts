/** What can be shown, in the order in which it is. */
export const PANES = ['title', 'answer', 'chart', 'checks', 'request', 'policy'] as const
export type Pane = (typeof PANES)[number]

/** All but the title: a page of documentation has a heading of its own. */
const USUAL: readonly Pane[] = PANES.filter((pane) => pane !== 'title')

export type ElementTheme = 'light' | 'dark' | 'auto'

/** What an element’s attributes ask for. */
export interface ElementSettings {
  /** The id of a design that decides instead of the scenario’s own. */
  readonly design: string | undefined
  /** `auto` goes with the `color-scheme` of the place that the element stands in. */
  readonly theme: ElementTheme
  readonly autoplay: boolean
  /** Whether there is a player to press. The keys work without one. */
  readonly controls: boolean
  readonly editable: boolean
  readonly panes: ReadonlySet<Pane>
  /** What was asked for and does not exist, in sentences. */
  readonly problems: readonly string[]
}

/** The attributes that an element has. */
export const ATTRIBUTES = [
  'src',
  'link',
  'design',
  'theme',
  'autoplay',
  'controls',
  'editable',
  'show',
  'home',
] as const
export type AttributeName = (typeof ATTRIBUTES)[number]

/** Reads attributes, however they came. What is not understood is said, and taken as if it were not there. */
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
  return {
    design: design === '' ? undefined : design,
    theme: oneOf('theme', ['auto', 'light', 'dark']),
    controls: oneOf('controls', ['full', 'none']) === 'full',
    autoplay: attribute('autoplay') !== null,
    editable: attribute('editable') !== null,
    panes: readPanes(attribute('show'), problems),
    problems,
  }
}

function readPanes(written: string | null, problems: string[]): ReadonlySet<Pane> {
  const names = (written ?? '').split(/[\s,]+/).filter((name) => name !== '')
  if (names.length === 0) return new Set(USUAL)
  const unknown = names.find((name) => !PANES.some((pane) => pane === name))
  if (unknown !== undefined) {
    problems.push(`show="${short(unknown)}" is not understood: it lists some of ${PANES.join(', ')}.`)
  }
  const found = PANES.filter((pane) => names.includes(pane))
  return new Set(found.length === 0 ? USUAL : found)
}

/** A value as a sentence quotes it. */
function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
