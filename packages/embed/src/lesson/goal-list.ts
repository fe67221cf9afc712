import { plainText } from '@authz-playground/engine'
import type { GoalRow } from '@authz-playground/engine/internal/answers'
import { goalInWords, readGoal } from '@authz-playground/engine/internal/goals'
import { GOAL_MARKS } from '@authz-playground/pictures'
import type { GoalsDetail } from '../events.ts'
import { drawnMark, html, words } from '../view/dom.ts'

/** The goals of a lesson, with their marks once they are judged. */
export interface GoalList {
  readonly root: HTMLElement
  /** Shows the verdicts; without them the sentences alone. */
  show(rows: readonly GoalRow[] | undefined): void
  /** The verdicts are about an older text. */
  setOutdated(outdated: boolean): void
  /** The code that judges did not arrive. */
  sayNotJudged(): void
}

export function goalList(goals: readonly string[]): GoalList {
  const count = html('span', { class: 'count' })
  const list = html('ol', { class: 'goals', role: 'list', 'aria-label': 'Goals' })
  const said = html('p', { class: 'unseen', role: 'status' })
  const root = html('div', {}, html('p', { class: 'label' }, 'Goals', count), list, said)
  let shown: readonly GoalRow[] | undefined

  function show(rows: readonly GoalRow[] | undefined): void {
    list.replaceChildren(...(rows?.map((one, at) => rowItem(one, rows[at - 1])) ?? goals.map(openItem)))
    const tally = rows === undefined ? '' : tallyOf(rows)
    count.textContent = tally === '' ? '' : `: ${tally}`
    // Only what changes is said, and nothing at the beginning.
    if (shown !== undefined && tally !== '' && tally !== tallyOf(shown)) said.textContent = `${tally}.`
    shown = rows
  }
  show(undefined)
  return {
    root,
    show,
    setOutdated: (outdated) => list.classList.toggle('outdated', outdated),
    sayNotJudged() {
      count.textContent = ': not judged, because a part of the playground did not arrive'
    },
  }
}

/** “2 of 3 hold”, “1 of 1 holds”, or “not decided”. */
function tallyOf(rows: readonly GoalRow[]): string {
  if (rows.every(({ state }) => state === 'not-decided')) return 'not decided'
  return `${holding(rows)} of ${rows.length} ${rows.length === 1 ? 'holds' : 'hold'}`
}

function holding(rows: readonly GoalRow[]): number {
  return rows.filter(({ state }) => state === 'holds').length
}

function openItem(text: string): HTMLElement {
  return html(
    'li',
    { class: 'goal' },
    goalMark('open'),
    html('p', {}, ...words(goalInWords(text, readGoal(text).nouns))),
  )
}

function rowItem({ sentence, state, words: why, near, errors }: GoalRow, before: GoalRow | undefined): HTMLElement {
  // One error keeps all goals from being decided, and is said once.
  const isSaid = before?.errors.length && errors.length && plainText(before.words) === plainText(why)
  const lines = state === 'holds' || isSaid ? [] : [why, ...(near ? [near] : [])].filter((line) => line.length > 0)
  return html(
    'li',
    { class: 'goal' },
    goalMark(state),
    html('p', {}, ...words(sentence)),
    ...lines.map((line) => html('p', { class: 'why' }, ...words(line))),
  )
}

function goalMark(state: keyof typeof GOAL_MARKS): HTMLElement {
  return drawnMark(GOAL_MARKS[state], `goal-${state}`)
}

/** The verdicts as plain data, for the page around. */
export function goalsDetail(course: string, lesson: string, rows: readonly GoalRow[]): GoalsDetail {
  const count = rows.length
  const held = holding(rows)
  return {
    course,
    lesson,
    goals: rows.map(({ text, state, words }) => ({ text, state, why: plainText(words) })),
    holding: held,
    count,
    solved: held === count,
  }
}
