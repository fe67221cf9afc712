import { type Diagnostic, plainText, type RichText } from '@authz-playground/engine'
import { goalInWords, readGoal } from '@authz-playground/engine/internal/goals'
import { lineInWords } from '@authz-playground/engine/internal/words'
import type { GoalResult } from '@authz-playground/engine/policy'
import { GOAL_MARKS } from '@authz-playground/pictures'
import type { GoalsDetail } from '../events.ts'
import { drawnMark, html, words } from '../view/dom.ts'

/** The goals of a lesson, with their marks once they are judged. */
export interface GoalList {
  readonly root: HTMLElement
  /** Shows the verdicts; without them the sentences alone. */
  show(results: readonly GoalResult[] | undefined): void
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
  let shown: readonly GoalResult[] | undefined

  function show(results: readonly GoalResult[] | undefined): void {
    const rows = results === undefined ? goals.map(openRow) : results.map((one, at) => row(one, results[at - 1]))
    list.replaceChildren(...rows)
    const tally = results === undefined ? '' : tallyOf(results)
    count.textContent = tally === '' ? '' : `: ${tally}`
    // Only what changes is said, and nothing at the beginning.
    if (shown !== undefined && tally !== '' && tally !== tallyOf(shown)) said.textContent = `${tally}.`
    shown = results
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

/** “2 of 3 hold”, or “not decided”. */
function tallyOf(results: readonly GoalResult[]): string {
  if (results.every(({ state }) => state === 'not-decided')) return 'not decided'
  return `${holding(results)} of ${results.length} hold`
}

function holding(results: readonly GoalResult[]): number {
  return results.filter(({ state }) => state === 'holds').length
}

function openRow(text: string): HTMLElement {
  return html(
    'li',
    { class: 'goal' },
    goalMark('open'),
    html('p', {}, ...words(goalInWords(text, readGoal(text).nouns))),
  )
}

function row(result: GoalResult, before: GoalResult | undefined): HTMLElement {
  const { sentence, state, near } = result
  const why = whyOf(result)
  // One error keeps all goals from being decided, and is said once.
  const isSaid = before?.errors?.length && result.errors?.length && plainText(whyOf(before)) === plainText(why)
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

/** Why a goal holds or not; of one that is not decided the error. */
function whyOf({ words, errors: [error] = [] }: GoalResult): RichText {
  return error === undefined ? words : [errorInWords(error)]
}

function errorInWords({ message, fix, range }: Diagnostic): string {
  const line = lineInWords(range)
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}: ${message}${fix === undefined ? '' : ` ${fix}`}`
}

/** The verdicts as plain data, for the page around. */
export function goalsDetail(course: string, lesson: string, results: readonly GoalResult[]): GoalsDetail {
  const count = results.length
  const held = holding(results)
  return {
    course,
    lesson,
    goals: results.map((result) => ({ text: result.text, state: result.state, why: plainText(whyOf(result)) })),
    holding: held,
    count,
    solved: held === count,
  }
}
