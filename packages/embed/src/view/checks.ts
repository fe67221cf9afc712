import { type Check, plainText, type RichText } from '@authz-playground/engine'
import { webhookVisitInWords } from '@authz-playground/engine/internal/words'
import { decidedByWords, happening, narrated, questionOf, type Story } from '@authz-playground/pictures'
import { html, mark, set, words } from './dom.ts'
import type { Actions, View, ViewPart } from './view.ts'

/** So many rows are shown in a page of documentation; the playground has all of them. */
const MOST = 100

/** All checks in order: question, decision, and the line that decided. */
export function checks(actions: Actions): ViewPart {
  const list = html('ol', { class: 'rows', role: 'list' })
  const note = html('p', { class: 'note' })
  const root = html('div', { class: 'checks', part: 'checks', role: 'group', 'aria-label': 'Checks' }, list, note)
  let last: View | undefined
  let rows: readonly { readonly step: number; readonly button: HTMLButtonElement }[] = []

  list.addEventListener('keydown', (event) => {
    const at = rows.findIndex(({ button }) => button === event.target)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    const row = to === undefined ? undefined : rows[to]
    if (at === -1 || row === undefined) return
    event.preventDefault()
    row.button.focus()
  })
  list.addEventListener('focusin', ({ target }) => {
    for (const { button } of rows) button.tabIndex = button === target ? 0 : -1
  })
  list.addEventListener('click', ({ target }) => {
    const row = rows.find(({ button }) => target instanceof Node && button.contains(target))
    if (row !== undefined) actions.scrub(row.step)
  })

  return {
    root,
    update(view) {
      const { story, player, highlights, busy } = view
      root.classList.toggle('outdated', busy)
      if (story !== last?.story) {
        rows = story === undefined ? [] : story.checkSteps.slice(0, MOST).map((step, at) => rowOf(story, step, at))
        list.replaceChildren(...rows.map(({ button }) => html('li', {}, button)))
        note.textContent = noteOn(story)
        note.hidden = note.textContent === ''
      }
      for (const { step, button } of rows) {
        const current = player.position === step
        set(button, 'aria-current', current ? 'step' : undefined)
        button.classList.toggle('highlighted', highlights.steps.has(step))
        button.classList.toggle('not-yet', player.position < step || (current && player.phase !== 'done'))
      }
      last = view
    },
  }
}

function noteOn(story: Story | undefined): string {
  if (story === undefined) return ''
  const count = story.checkSteps.length
  if (count === 0) return 'No check was made.'
  return count > MOST ? `And ${(count - MOST).toLocaleString('en')} more checks.` : ''
}

function rowOf(story: Story, step: number, at: number) {
  const check = story.steps[step]?.check as Check
  const by = decidedByWords(check)
  const visits = (check.answer.webhooks ?? []).map((visit) =>
    html('span', { class: 'visit' }, ...words(webhookVisitInWords(visit))),
  )
  const button = html(
    'button',
    { type: 'button', class: 'row', part: 'check', 'data-step': step, tabindex: at === 0 ? 0 : -1 },
    html('span', { class: 'number', 'aria-hidden': 'true' }, String(at + 1)),
    html(
      'span',
      { class: 'question' },
      html('span', { class: 'unseen' }, `Check ${at + 1}: `),
      ...words(questionOf(story, step)),
    ),
    html('span', { class: 'decision' }, ...decision(check)),
    ...(by.length + visits.length === 0 ? [] : [html('span', { class: 'by' }, ...words(alone(by)), ...visits)]),
  )
  return { step, button }
}

function decision({ answer, settled }: Check): readonly (Node | string)[] {
  const first = mark(answer.decision, { withWord: true })
  return settled === undefined ? [first] : [mark(answer.decision), ' → ', mark(settled.decision, { withWord: true })]
}

/** A clause as a sentence: without its first word, as in “as no authorizer allows it”. */
function alone([first = '', ...rest]: RichText): RichText {
  if (typeof first !== 'string') return [first, ...rest]
  const words = first.replace(/^as /, '')
  return [words.charAt(0).toUpperCase() + words.slice(1), ...rest]
}

/** The path in words, for people who do not see the chart. */
export function stepList(): ViewPart {
  const root = html('div', { class: 'unseen' })
  let shown: Story | undefined
  return {
    root,
    update({ story: told, held }) {
      const story = held === undefined ? told : undefined
      if (story === shown) return
      shown = story
      const steps = story?.steps.slice(0, MOST) ?? []
      const items = steps.map((step, at) =>
        html('li', {}, plainText(story === undefined ? [] : step.check ? happening(story, at) : narrated(story, at))),
      )
      root.replaceChildren(
        ...(items.length === 0 ? [] : [html('p', {}, 'The way of the request:'), html('ol', {}, ...items)]),
      )
    },
  }
}
