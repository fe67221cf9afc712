import type { Diagnostic, SourceRange, Span } from '@authz-playground/engine'
import type { Highlights } from '@authz-playground/engine/internal/report'
import { evidenceFor } from '@authz-playground/engine/internal/trace'
import { excerptParts, type LineRange } from '../code/excerpt.ts'
import { tokensOf } from '../code/highlight.ts'
import { codePieces } from '../code/pieces.ts'
import type { AnswerText, ElementAnswer } from '../deciding/answer.ts'
import { html } from './dom.ts'
import type { Actions, View, ViewPart } from './view.ts'

interface DrawnLine {
  readonly element: HTMLElement
  readonly code: HTMLElement
  readonly start: number
  readonly text: string
}

/** One text: its lines with numbers, its folds, and, where it can be edited, the field to type into. */
export class CodePart implements ViewPart {
  readonly root: HTMLElement
  readonly #title = html('span', { class: 'label' })
  readonly #all = html('button', { type: 'button', class: 'link', part: 'button' })
  readonly #lines = html('div', { class: 'lines', part: 'code' })
  readonly #body = html('div', { class: 'body' }, this.#lines)
  #field: HTMLTextAreaElement | undefined
  #opened: ReadonlySet<number> | 'all' = new Set()
  #drawn: readonly DrawnLine[] = []
  #last: View | undefined
  #typed: string | undefined

  constructor(
    readonly source: AnswerText['source'],
    readonly actions: Actions,
  ) {
    const head = html('div', { class: 'head' }, this.#title, this.#all)
    this.root = html('div', { class: 'text', role: 'group' }, head, this.#body)
    this.#all.addEventListener('click', () => this.#open('all'))
    this.#lines.addEventListener('click', ({ target }) => {
      const fold = target instanceof Element ? target.closest<HTMLElement>('.fold') : null
      if (fold === null || this.#opened === 'all') return
      this.#open(new Set([...this.#opened, Number(fold.dataset.fold)]))
    })
  }

  update(view: View): void {
    const text = view.texts.find((one) => one.source === this.source)
    if (text === undefined) return
    const editable = isEdited(view, this.source)
    if (this.#isOld(view, text)) {
      this.#title.textContent = text.name
      this.root.setAttribute('aria-label', text.name)
      if (text.text !== this.#typed && !editable) this.#opened = new Set()
      this.#typed = text.text
      this.#draw(view, text)
    }
    this.#light(view, text)
    this.#offerField(editable, text)
    this.#last = view
  }

  #open(folds: ReadonlySet<number> | 'all'): void {
    this.#opened = folds
    if (this.#last === undefined) return
    const view = this.#last
    this.#last = undefined
    this.update(view)
  }

  /** Whether the drawn lines are of something else. */
  #isOld({ answer, settings, edits }: View, { text }: AnswerText): boolean {
    const last = this.#last
    return text !== this.#typed || answer !== last?.answer || settings !== last.settings || edits !== last.edits
  }

  #draw(view: View, { text }: AnswerText): void {
    const { answer, unfolded } = view
    const starts = codeLineStarts(text)
    const stretches =
      this.#opened === 'all' || unfolded || isEdited(view, this.source)
        ? [{ start: 0, end: starts.length, folded: false }]
        : excerptParts(starts.length, countingLines(answer, this.source), this.#opened)
    const drawn: DrawnLine[] = []
    const rows = stretches.flatMap(({ start, end, folded }): readonly HTMLElement[] => {
      if (folded) return [foldOf(start, end)]
      return Array.from({ length: end - start }, (_, i) => {
        const line = drawnLine(this.source, text, starts, start + i)
        drawn.push(line)
        return line.element
      })
    })
    this.#drawn = drawn
    this.#lines.replaceChildren(...rows)
    this.#all.hidden = stretches.every(({ folded }) => !folded)
    this.#all.textContent = `All ${starts.length.toLocaleString('en')} lines`
  }

  #light(view: View, { language }: AnswerText): void {
    const spans = highlightedSpans(view.highlights, this.source)
    const wrong = errorsIn(view.answer, this.source)
    const asWords = this.source === 'request'
    for (const { element, code, start, text } of this.#drawn) {
      const end = start + text.length
      const touched = spans.filter((span) => span.start <= end && span.end >= start)
      element.classList.toggle('highlighted', !asWords && touched.length > 0)
      const key = asWords ? touched.map((span) => `${span.start}-${span.end}`).join() : ''
      if (code.dataset.highlighted === key && code.hasChildNodes()) continue
      code.dataset.highlighted = key
      const pieces = codePieces(text, start, tokensOf(text, language), asWords ? touched : [], wrong)
      code.replaceChildren(
        ...pieces.map(({ text, kind, highlighted, wrong }) =>
          kind === 'plain' && !highlighted && !wrong
            ? text
            : html(
                'span',
                { class: [kind, ...(highlighted ? ['highlighted'] : []), ...(wrong ? ['wrong'] : [])].join(' ') },
                text,
              ),
        ),
        // An empty line has the height of any other.
        ...(text === '' ? ['\u200B'] : []),
      )
    }
  }

  #offerField(editable: boolean, text: AnswerText): void {
    this.#body.classList.toggle('edited', editable)
    if (editable && this.#field === undefined) {
      this.#field = fieldFor(this.source, text, this.actions)
      this.#body.append(this.#field)
    } else if (!editable) {
      this.#field?.remove()
      this.#field = undefined
    }
    const field = this.#field
    if (field !== undefined && field.value !== text.text.replaceAll('\r\n', '\n')) field.value = text.text
  }
}

/** The line of a text at an index, without its code. */
function drawnLine(source: AnswerText['source'], whole: string, starts: readonly number[], index: number): DrawnLine {
  const start = starts[index] ?? 0
  const text = whole.slice(start, (starts[index + 1] ?? whole.length + 1) - 1).replace(/\r$/, '')
  const code = html('code', {})
  const element = html(
    'div',
    { class: 'line', 'data-source': source, 'data-at': start + Math.max(0, text.search(/\S/)) },
    html('span', { class: 'line-number', 'aria-hidden': 'true' }, String(index + 1)),
    code,
  )
  return { element, code, start, text }
}

function isEdited({ edits }: View, source: AnswerText['source']): boolean {
  return (source === 'request' || source === 'policy') && edits.has(source)
}

function fieldFor(source: AnswerText['source'], { name, text }: AnswerText, actions: Actions): HTMLTextAreaElement {
  const field = html('textarea', {
    part: 'field',
    'aria-label': name,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    wrap: 'soft',
    rows: 1,
  })
  field.value = text
  field.addEventListener('input', () => actions.edit(source, field.value))
  return field
}

function foldOf(start: number, end: number): HTMLElement {
  const count = `${(end - start).toLocaleString('en')} lines`
  return html(
    'button',
    { type: 'button', class: 'fold', 'data-fold': start, 'aria-label': `Show ${count}, from line ${start + 1}` },
    html('span', { class: 'line-number', 'aria-hidden': 'true' }, '⋯'),
    count,
  )
}

function highlightedSpans({ texts, request }: Highlights, source: AnswerText['source']): readonly Span[] {
  return source === 'request' ? request : texts.filter((range) => range.source === source)
}

function errorsIn({ errors }: ElementAnswer, source: AnswerText['source']): readonly Diagnostic['range'][] {
  return errors.flatMap(({ range }) => (range.source === source ? [range] : []))
}

/** Where each line of a text begins. */
function codeLineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  // A text that ends with a line break has no further line.
  return starts.length > 1 && starts.at(-1) === text.length ? starts.slice(0, -1) : starts
}

/** The lines that decided, and those with errors. Of a binding only the subject counts. */
function countingLines(answer: ElementAnswer, source: AnswerText['source']): readonly LineRange[] {
  const decided = (answer.trace?.steps ?? []).flatMap(({ check }) =>
    check === undefined
      ? []
      : evidenceFor(check).flatMap(({ rule, subject, entry, related = [] }) =>
          [rule, subject, entry, ...related].flatMap((part) => (part === undefined ? [] : [part.range])),
        ),
  )
  return [...decided, ...answer.errors.map(({ range }) => range)].flatMap((range: SourceRange) =>
    range.source === source ? [{ start: range.line - 1, end: range.endLine }] : [],
  )
}
