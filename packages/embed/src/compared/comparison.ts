import type { Decided, Scenario } from '@authz-playground/engine'
import type { ScenarioDocument } from '@authz-playground/engine/documents'
import { type Prepare, prepareScenarios } from '../deciding/prepare.ts'
import { whenIdle } from '../deciding/when-idle.ts'
import type { ElementSettings, Pane } from '../settings.ts'
import { html } from '../view/dom.ts'
import comparedStyle from './compared.css?inline'

/** Something of the page’s comparison, shown in an element. */
export interface Comparison {
  readonly root: HTMLElement
  /** Follows the attributes that need no other decision. */
  update(settings: ElementSettings): void
}

/** What a comparison needs of its element. */
export interface Surroundings {
  /** Absent for a subject that is about no scenario. */
  readonly document: ScenarioDocument | undefined
  /** The address of the same in a playground; undefined where no playground is known. */
  permalink(): Promise<string | undefined>
  /** The address that is known without work, of the playground itself at least. */
  readonly home: string | undefined
  readonly signal: AbortSignal
  /** Reports the verdict in a sentence, once it is there. */
  decided(sentence: string): void
}

/** A comparison, or sentences about names that do not exist. */
export type Compared = Comparison | { readonly problems: readonly string[] }

let sheet: CSSStyleSheet | undefined

/** The style of comparisons, beside that of every element. */
export function comparedSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(comparedStyle)
  }
  return sheet
}

/** Scenarios that are decided at once, when the page is idle: a decision takes 1 to 3 ms. */
const AT_ONCE = 8

/**
 * Decides scenarios in turn without making the page jerk. Undefined where the element no longer wants them; rejects where a
 * scenario names no design.
 */
export async function decideInTurn<Result>(
  scenarios: readonly Scenario[],
  result: (decided: Decided) => Result,
  signal: AbortSignal,
  prepare: Prepare = prepareScenarios(),
): Promise<readonly Result[] | undefined> {
  const results: Result[] = []
  for (let at = 0; at < scenarios.length; at += AT_ONCE) {
    if (signal.aborted) return undefined
    const ready = await Promise.all(scenarios.slice(at, at + AT_ONCE).map(prepare))
    const decided = await whenIdle(() =>
      ready.map((decide) => {
        if ('problems' in decide) throw new Error(decide.problems.join(' '))
        return result(decide.decide())
      }),
    )
    results.push(...decided)
  }
  return signal.aborted ? undefined : results
}

/** The parts of a comparison by the name under which `show` lists them; `always` is shown whatever it lists. */
export type Parts = readonly (readonly [pane: Pane | 'always', ...parts: HTMLElement[]])[]

/** A comparison with its parts one below the other, and the link to the playground at its end. */
export function comparisonOf(label: string, { home, permalink }: Surroundings, parts: Parts): Comparison {
  const open = html(
    'a',
    { class: 'link', part: 'link', target: '_blank', rel: 'noopener', hidden: home === undefined },
    'Open in the playground',
  )
  if (home !== undefined) open.href = home
  // Compressing a scenario takes time, so the whole address is made when somebody points at the link.
  const make = async (): Promise<void> => {
    const address = await permalink()
    if (address !== undefined) open.href = address
  }
  for (const gesture of ['pointerenter', 'focus', 'pointerdown']) open.addEventListener(gesture, make)
  const boxes = parts.map(([pane, ...inside]) => html('div', { class: `pane ${pane}-pane` }, ...inside))
  const notes = html('ul', { class: 'problems', part: 'problems' })
  const root = html(
    'section',
    { class: 'figure compared', part: 'figure', dir: 'ltr', lang: 'en', 'aria-label': label },
    ...boxes,
    html('div', { class: 'foot' }, html('span'), open),
    notes,
  )
  return {
    root,
    update({ theme, panes, problems }) {
      root.dataset.theme = theme
      for (const [at, [pane]] of parts.entries())
        boxes[at]?.toggleAttribute('hidden', pane !== 'always' && !panes.has(pane))
      notes.replaceChildren(...problems.map((note) => html('li', {}, note)))
      notes.hidden = problems.length === 0
    },
  }
}

/** A table with a header row. The first cell of each row names it. */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly (readonly (Node | string)[])[])[],
): HTMLElement {
  return html(
    'div',
    // Wide tables scroll sideways by themselves, which the keyboard must reach.
    { class: 'wide', role: 'group', 'aria-label': label, tabindex: 0 },
    html(
      'table',
      {},
      html('caption', { class: 'label' }, label),
      html('thead', {}, html('tr', {}, ...head.map((cell) => html('th', { scope: 'col' }, cell)))),
      html(
        'tbody',
        {},
        ...rows.map((cells) =>
          html(
            'tr',
            {},
            ...cells.map((cell, column) =>
              column === 0 ? html('th', { scope: 'row' }, ...cell) : html('td', {}, ...cell),
            ),
          ),
        ),
      ),
    ),
  )
}

/** A quotation with its source. */
export function quotation(quote: readonly (Node | string)[], source: readonly (Node | string)[], url?: string) {
  return html(
    'figure',
    { class: 'quoted' },
    html('blockquote', { ...(url !== undefined && { cite: url }) }, ...quote),
    html('figcaption', { class: 'note' }, ...source),
  )
}
