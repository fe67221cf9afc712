import { type Diagnostic, type Evidence, plainText, type SourceRange } from '@authz-playground/engine'
import { fixInWords } from '@authz-playground/engine/internal/answers'
import { evidenceFor, finalAnswer } from '@authz-playground/engine/internal/trace'
import { lineInWords } from '@authz-playground/engine/internal/words'
import type { Remark } from '@authz-playground/engine/questions'
import { counted, markOf, withCodeApart } from '@authz-playground/pictures'
import type { AnswerText, ElementAnswer } from '../deciding/answer.ts'
import type { Refusal } from '../deciding/refusal.ts'
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
        ...(answer.ofDesign === undefined ? [] : [html('p', { class: 'because' }, answer.ofDesign)]),
        ...(answer.refusal ? [whyRefused(answer.refusal, quoted ? texts : [])] : []),
        ...(quoted ? named(answer, texts) : []),
        ...(hasNoOpinion(answer) ? [html('p', { class: 'because' }, NO_OPINION)] : []),
        ...(answer.errors.length === 0 ? [] : [problems(answer.errors)]),
        ...(answer.remarks.length === 0 ? [] : [folded(answer.remarks)]),
      )
    },
  }
}

function hasNoOpinion({ trace }: ElementAnswer): boolean {
  return trace?.steps.some(({ check }) => check && finalAnswer(check).decision === 'NoOpinion') ?? false
}

/** A place that the answer names, and the part of it that counts. */
interface Named {
  readonly range: SourceRange
  readonly counts?: SourceRange | undefined
}

/** The rules, bindings and objects whose lines the answer names, as they are written: their texts are not shown. */
function named({ trace, sentence, because }: ElementAnswer, texts: readonly AnswerText[]): readonly HTMLElement[] {
  const said = plainText([...sentence, ' ', ...because])
  const places = (trace?.steps ?? []).flatMap(({ check }) => (check ? evidenceFor(check).flatMap(placesOf) : []))
  const mentioned = new Map(
    places.flatMap((place) => {
      const words = lineInWords(place.range)
      return new RegExp(`\\b${words}\\b`).test(said) ? [[`${place.range.source} ${words}`, place] as const] : []
    }),
  )
  return [...mentioned.values()].flatMap((place) => quoteOf(place, texts))
}

function quoteOf({ range, counts }: Named, texts: readonly AnswerText[]): readonly HTMLElement[] {
  const text = texts.find(({ source }) => source === range.source)?.text
  if (text === undefined) return []
  return [
    html(
      'figure',
      { class: 'quote' },
      html('figcaption', {}, lineInWords(range).replace(/^l/, 'L')),
      html('pre', { part: 'code' }, html('code', {}, quotation(text, range, counts))),
    ),
  ]
}

/** The rule that comes closest to a refused request. There is room for it until its code is loaded; without it, nothing. */
function whyRefused(refusal: () => Promise<Refusal>, texts: readonly AnswerText[]): HTMLElement {
  const root = html('div', { class: 'nearly', part: 'nearly' })
  refusal().then(
    ({ lines, nearest }) => {
      root.replaceChildren(
        ...lines.map((line) => html('p', { class: 'because' }, ...words(line))),
        ...(nearest ? quoteOf(nearest, texts) : []),
      )
    },
    () => root.remove(),
  )
  return root
}

function placesOf({ rule, entry, binding, subject, related = [] }: Evidence): readonly Named[] {
  return [
    ...[rule, entry, ...related].flatMap((part) => (part === undefined ? [] : [{ range: part.range }])),
    ...(binding === undefined ? [] : [{ range: binding.range, counts: subject?.range }]),
  ]
}

/** Warnings and notes, folded: they change nothing of the answer. */
function folded(remarks: readonly Remark[]): HTMLElement {
  const counts = (['warning', 'note'] as const).flatMap((severity) => {
    const count = remarks.filter((one) => one.severity === severity).length
    return count === 0 ? [] : [counted(count, severity)]
  })
  return html(
    'details',
    { class: 'remarks', part: 'remarks' },
    html('summary', {}, counts.join(', ')),
    problems(remarks),
  )
}

function problems(all: readonly (Diagnostic | Remark)[]): HTMLElement {
  const items = all.slice(0, MOST).map(({ message, fix, range }) => {
    const place = range === undefined ? '' : `${lineInWords(range)}, column ${range.column}: `
    return html(
      'li',
      {},
      place.charAt(0).toUpperCase() + place.slice(1),
      message,
      ...(fix === undefined ? [] : [` ${fixInWords(fix)}`]),
    )
  })
  const left = all.length - items.length
  return html(
    'ul',
    { class: 'problems', part: 'problems' },
    ...items,
    ...(left === 0 ? [] : [html('li', {}, `And ${left.toLocaleString('en')} more.`)]),
  )
}

/** Longer passages are shortened. */
const LONGEST = 16
/** So many of its first lines a shortened passage keeps. */
const HEAD = 10

/**
 * The lines of a passage as they are written. Of a long one, such as a binding with many subjects, the beginning and the
 * lines that count; “…” replaces the others.
 */
export function quotation(text: string, passage: SourceRange, counts?: SourceRange): string {
  const start = text.lastIndexOf('\n', passage.start - 1) + 1
  const lines = text.slice(start, passage.end).split('\n')
  if (lines.length <= LONGEST) return lines.join('\n')
  const isShown = (index: number): boolean => {
    const line = passage.line + index
    return index < HEAD || (counts !== undefined && counts.line <= line && line <= counts.endLine)
  }
  return lines
    .flatMap((line, index) => (isShown(index) ? [line] : index === 0 || isShown(index - 1) ? ['…'] : []))
    .join('\n')
}
