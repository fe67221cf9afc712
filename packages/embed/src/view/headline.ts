import { type Diagnostic, evidenceFor, plainText, type SourceRange, settledAnswer } from '@authz-playground/engine'
import { lineInWords } from '@authz-playground/engine/views'
import { markOf, withCodeApart } from '@authz-playground/pictures'
import type { AnswerText, ElementAnswer } from '../deciding/answer.ts'
import { html, mark, words } from './dom.ts'
import type { ViewPart } from './view.ts'

/** So many problems are shown. */
const MOST = 8

const NO_OPINION = 'NoOpinion is neither yes nor no: no rule grants it here, and another check may still allow it.'

/** The answer as a sentence, and what decided. Where nothing is decided, the problems with their places. */
export function headline(): ViewPart {
  const root = html('div', { class: 'answer', part: 'answer', role: 'group', 'aria-label': 'Answer' })
  let shown: ElementAnswer | undefined
  let quotes: boolean | undefined
  return {
    root,
    update({ answer, busy, settings, texts }) {
      root.classList.toggle('outdated', busy)
      const quoted = !settings.panes.has('policy')
      if (answer === shown && quoted === quotes) return
      shown = answer
      quotes = quoted
      const marked = markOf(answer)
      const { code, rest } = withCodeApart(answer.sentence)
      const number = code === undefined ? [] : [html('span', { class: 'code', 'data-marked': marked }, code)]
      root.replaceChildren(
        html('p', { class: 'sentence', part: 'sentence' }, mark(marked), ' ', ...number, ...words(rest)),
        ...(answer.because.length === 0
          ? []
          : [html('p', { class: 'because', part: 'because' }, ...words(answer.because))]),
        ...(quoted ? namedRules(answer, texts) : []),
        ...(hasNoOpinion(answer) ? [html('p', { class: 'because' }, NO_OPINION)] : []),
        ...(answer.errors.length === 0 ? [] : [problems(answer.errors)]),
      )
    },
  }
}

function hasNoOpinion({ trace }: ElementAnswer): boolean {
  return trace?.steps.some(({ check }) => check && settledAnswer(check).decision === 'NoOpinion') ?? false
}

/** The rules whose lines the answer names, as they are written: their texts are not shown. */
function namedRules({ trace, sentence, because }: ElementAnswer, texts: readonly AnswerText[]): readonly HTMLElement[] {
  const said = plainText([...sentence, ' ', ...because])
  const ranges = (trace?.steps ?? []).flatMap(({ check }): readonly SourceRange[] =>
    check ? evidenceFor(check).flatMap(({ rule, entry }) => [rule, entry].flatMap((part) => part?.range ?? [])) : [],
  )
  const named = new Map(
    ranges.flatMap((range) => {
      const place = lineInWords(range)
      return new RegExp(`\\b${place}\\b`).test(said) ? [[`${range.source} ${place}`, range] as const] : []
    }),
  )
  return [...named.values()].flatMap((range) => {
    const text = texts.find(({ source }) => source === range.source)?.text
    if (text === undefined) return []
    const written = text.slice(text.lastIndexOf('\n', range.start - 1) + 1, range.end)
    return [
      html(
        'figure',
        { class: 'quote' },
        html('figcaption', {}, lineInWords(range).replace(/^l/, 'L')),
        html('pre', { part: 'code' }, html('code', {}, written)),
      ),
    ]
  })
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
