import type { Diagnostic } from '@authz-playground/engine'
import { lineInWords } from '@authz-playground/engine/views'
import { markOf, withCodeApart } from '@authz-playground/pictures'
import type { ElementAnswer } from '../deciding/answer.ts'
import { html, mark, words } from './dom.ts'
import type { ViewPart } from './view.ts'

/** So many problems are shown. */
const MOST = 8

/** The answer as a sentence, and what decided. Where nothing is decided, the problems with their places. */
export function headline(): ViewPart {
  const root = html('div', { class: 'answer', part: 'answer', role: 'group', 'aria-label': 'Answer' })
  let shown: ElementAnswer | undefined
  return {
    root,
    update({ answer, busy }) {
      root.classList.toggle('outdated', busy)
      if (answer === shown) return
      shown = answer
      const marked = markOf(answer)
      const { code, rest } = withCodeApart(answer.sentence)
      const number = code === undefined ? [] : [html('span', { class: 'code', 'data-marked': marked }, code)]
      root.replaceChildren(
        html('p', { class: 'sentence', part: 'sentence' }, mark(marked), ' ', ...number, ...words(rest)),
        ...(answer.because.length === 0
          ? []
          : [html('p', { class: 'because', part: 'because' }, ...words(answer.because))]),
        ...(answer.errors.length === 0 ? [] : [problems(answer.errors)]),
      )
    },
  }
}

function problems(errors: readonly Diagnostic[]): HTMLElement {
  const items = errors.slice(0, MOST).map(({ message, fix, range }) => {
    const place = `${lineInWords(range)}, column ${range.column}: `
    return html(
      'li',
      {},
      place.charAt(0).toUpperCase() + place.slice(1),
      message,
      ...(fix === undefined ? [] : [` ${fix}`]),
    )
  })
  const left = errors.length - items.length
  return html(
    'ul',
    { class: 'problems', part: 'problems' },
    ...items,
    ...(left === 0 ? [] : [html('li', {}, `And ${left.toLocaleString('en')} more.`)]),
  )
}
