import type { Diagnostic, Span } from '@authz-playground/engine'
import type { Highlights } from '@authz-playground/engine/views'
import { codeLineStarts, countingLines } from '../code/counting.ts'
import { excerptParts } from '../code/excerpt.ts'
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
export function codeOf(source: AnswerText['source'], actions: Actions): ViewPart {
  const title = html('span', { class: 'label' })
  const all = html('button', { type: 'button', class: 'link', part: 'button' })
  const lines = html('div', { class: 'lines', part: 'code' })
  const body = html('div', { class: 'body' }, lines)
  const root = html('div', { class: 'text', role: 'group' }, html('div', { class: 'head' }, title, all), body)

  let field: HTMLTextAreaElement | undefined
  let opened: ReadonlySet<number> | 'all' = new Set()
  let drawn: readonly DrawnLine[] = []
  let last: View | undefined
  let typed: string | undefined

  all.addEventListener('click', () => {
    opened = 'all'
    redraw()
  })
  lines.addEventListener('click', ({ target }) => {
    const fold = target instanceof Element ? target.closest<HTMLElement>('.fold') : null
    if (fold === null || opened === 'all') return
    opened = new Set([...opened, Number(fold.dataset.fold)])
    redraw()
  })

  function redraw(): void {
    if (last === undefined) return
    const view = last
    last = undefined
    part.update(view)
  }

  function draw(view: View, text: AnswerText): void {
    const { answer, unfolded } = view
    const starts = codeLineStarts(text.text)
    const stretches =
      opened === 'all' || unfolded || isEdited(view, source)
        ? [{ start: 0, end: starts.length, folded: false }]
        : excerptParts(starts.length, countingLines(answer, source), opened)
    const found: DrawnLine[] = []
    const rows = stretches.flatMap(({ start, end, folded }): readonly HTMLElement[] => {
      if (folded) return [foldOf(start, end)]
      return Array.from({ length: end - start }, (_, i) => {
        const at = starts[start + i] ?? 0
        const line = text.text.slice(at, (starts[start + i + 1] ?? text.text.length + 1) - 1).replace(/\r$/, '')
        const code = html('code', {})
        const element = html(
          'div',
          { class: 'line', 'data-source': source, 'data-at': at + Math.max(0, line.search(/\S/)) },
          html('span', { class: 'line-number', 'aria-hidden': 'true' }, String(start + i + 1)),
          code,
        )
        found.push({ element, code, start: at, text: line })
        return element
      })
    })
    drawn = found
    lines.replaceChildren(...rows)
    all.hidden = stretches.every(({ folded }) => !folded)
    all.textContent = `All ${starts.length.toLocaleString('en')} lines`
  }

  function light(view: View, { language }: AnswerText): void {
    const spans = litSpans(view.lit, source)
    const wrong = errorsIn(view.answer, source)
    const asWords = source === 'request'
    for (const { element, code, start, text } of drawn) {
      const end = start + text.length
      const touched = spans.filter((span) => span.start <= end && span.end >= start)
      element.classList.toggle('lit', !asWords && touched.length > 0)
      const key = asWords ? touched.map((span) => `${span.start}-${span.end}`).join() : ''
      if (code.dataset.lit === key && code.hasChildNodes()) continue
      code.dataset.lit = key
      const pieces = codePieces(text, start, tokensOf(text, language), asWords ? touched : [], wrong)
      code.replaceChildren(
        ...pieces.map(({ text, kind, lit, wrong }) =>
          kind === 'plain' && !lit && !wrong
            ? text
            : html('span', { class: [kind, ...(lit ? ['lit'] : []), ...(wrong ? ['wrong'] : [])].join(' ') }, text),
        ),
        // An empty line has the height of any other.
        ...(text === '' ? ['\u200B'] : []),
      )
    }
  }

  const part: ViewPart = {
    root,
    update(view) {
      const text = view.texts.find((one) => one.source === source)
      if (text === undefined) return
      const editable = isEdited(view, source)
      const redrawn =
        text.text !== typed ||
        view.answer !== last?.answer ||
        view.settings !== last.settings ||
        view.edits !== last.edits
      if (redrawn) {
        title.textContent = text.name
        root.setAttribute('aria-label', text.name)
        if (text.text !== typed && !editable) opened = new Set()
        typed = text.text
        draw(view, text)
      }
      light(view, text)
      body.classList.toggle('edited', editable)
      if (editable && field === undefined) {
        field = fieldFor(source, text, actions)
        body.append(field)
      } else if (!editable) {
        field?.remove()
        field = undefined
      }
      if (field !== undefined && field.value !== text.text.replaceAll('\r\n', '\n')) field.value = text.text
      last = view
    },
  }
  return part
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

function litSpans({ texts, request }: Highlights, source: AnswerText['source']): readonly Span[] {
  return source === 'request' ? request : texts.filter((range) => range.source === source)
}

function errorsIn({ errors }: ElementAnswer, source: AnswerText['source']): readonly Diagnostic['range'][] {
  return errors.flatMap(({ range }) => (range.source === source ? [range] : []))
}
