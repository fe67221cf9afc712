import type { RichText } from '@authz-playground/engine'
import { html, words } from './dom.ts'
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

/** A sentence whose Kubernetes nouns are between backticks. A backtick without its partner stays. */
function prose(text: string): RichText {
  return text
    .split(/(`[^`]+`)/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^`[^`]+`$/.test(piece) ? { code: piece.slice(1, -1) } : piece))
}
