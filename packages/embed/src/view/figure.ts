import type { Pane } from '../settings.ts'
import { ChartPart } from './chart.ts'
import { checks, stepList } from './checks.ts'
import { html, prose, words } from './dom.ts'
import { foot } from './foot.ts'
import { headline } from './headline.ts'
import { announced, player } from './player.ts'
import type { Actions, View, ViewPart } from './view.ts'
import { clusterTexts, requestText } from './view-texts.ts'

/** Everything of an element. */
export interface Figure extends ViewPart {
  setWhole(whole: boolean | 'other'): void
}

/** Parts of a figure that are shown together, in a box with the class `NAME-pane`. */
export type FigurePane = readonly [name: string, ...parts: ViewPart[]]

/** All parts of a run, in the order of reading. */
export function figure(actions: Actions): Figure {
  const drawn = new ChartPart()
  return figureOf(
    [
      ['title', title()],
      ['answer', headline()],
      ['chart', drawn, player(actions), stepList()],
      ['checks', checks(actions)],
      ['request', requestText(actions)],
      ['policy', clusterTexts(actions)],
    ],
    drawn,
    actions,
    (name, { settings }) => settings.panes.has(name as Pane),
  )
}

/** A figure of these panes, in this order. `drawn`: the one among its parts that draws the chart. */
export function figureOf(
  panes: readonly FigurePane[],
  drawn: ChartPart,
  actions: Actions,
  isShown: (name: string, view: View) => boolean,
): Figure {
  const end = foot(actions)
  const notes = html('ul', { class: 'problems', part: 'problems' })
  const said = html('div', { class: 'unseen', 'aria-live': 'polite' })
  // English and left to right, on a page of any language.
  const root = html('section', { class: 'figure', part: 'figure', dir: 'ltr', lang: 'en' })
  const boxes = panes.map(([name, ...parts]) =>
    html('div', { class: `pane ${name}-pane` }, ...parts.map(({ root }) => root)),
  )
  root.append(...boxes, end.root, notes, said)
  return {
    root,
    setWhole: (whole) => drawn.setWhole(whole),
    update(view) {
      const { settings, document, busy } = view
      root.setAttribute('aria-label', document.title === '' ? 'Authorization playground' : document.title)
      root.dataset.theme = settings.theme
      root.setAttribute('aria-busy', String(busy))
      for (const [at, [name, ...parts]] of panes.entries()) {
        const shown = isShown(name, view)
        boxes[at]?.toggleAttribute('hidden', !shown)
        if (shown) for (const part of parts) part.update(view)
      }
      end.update(view)
      notes.replaceChildren(...settings.problems.map((note) => html('li', {}, note)))
      notes.hidden = !notes.hasChildNodes()
      say(said, root, announced(view))
    },
  }
}

/** Announces a step to screen readers. A slider with the focus says its own value. */
function say(region: HTMLElement, root: HTMLElement, text: string): void {
  const within = root.getRootNode()
  const focused = within instanceof ShadowRoot ? within.activeElement : null
  if (focused instanceof HTMLInputElement || region.textContent === text) return
  region.textContent = text
}

/** The title and the explanation of the scenario. */
export function title(): ViewPart {
  const root = html('div', { class: 'title', part: 'title' })
  return {
    root,
    update({ document: { title, explanation } }) {
      root.replaceChildren(
        ...(title === '' ? [] : [html('p', { class: 'name' }, title)]),
        ...(explanation === '' ? [] : [html('p', { class: 'because' }, ...words(prose(explanation)))]),
      )
    },
  }
}
