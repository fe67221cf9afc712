import { html, prose, words } from './dom.ts'
import type { ViewPart } from './view.ts'

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
