import type { Prediction } from '@authz-playground/engine/documents'
import { GOAL_MARKS } from '@authz-playground/pictures'
import type { Prose } from '@authz-playground/prose'
import { drawnMark, html, set, words } from '../view/dom.ts'
import { lineOf, readText, shownText } from './lesson-texts.ts'

/** A question that the reader answers before the request is released. */
export interface PredictionPart {
  readonly root: HTMLElement
  /** The request has arrived: what was right, and why. Without an answer, the question is taken away. */
  tell(): void
}

/** Makes the question. `chosen` is called once, when the reader has answered. */
export async function predictionPart(
  { question, choices, because }: Prediction,
  home: string | undefined,
  chosen: () => void,
): Promise<PredictionPart> {
  const texts = await Promise.all([question, because, ...choices.map(({ say }) => say)].map(readText))
  const [asked, why, ...said] = texts as [Prose, Prose, ...Prose[]]
  const buttons = said.map((say) =>
    html('button', { type: 'button', class: 'choice', part: 'button choice' }, html('span', {}, ...words(lineOf(say)))),
  )
  const verdict = html('p', { class: 'because', role: 'status' })
  const root = html(
    'div',
    { class: 'prediction', part: 'prediction', role: 'group', 'aria-label': 'What will happen?' },
    shownText(asked, '', home),
    html('div', { class: 'choices' }, ...buttons),
    verdict,
  )
  let guess: number | undefined
  for (const [at, button] of buttons.entries()) {
    button.addEventListener('click', () => {
      if (guess !== undefined) return
      guess = at
      for (const [other, one] of buttons.entries()) {
        set(one, 'aria-pressed', other === at ? 'true' : 'false')
        // A disabled button loses the focus.
        set(one, 'aria-disabled', 'true')
      }
      chosen()
    })
  }
  return {
    root,
    tell() {
      if (guess === undefined) {
        root.hidden = true
        return
      }
      for (const [at, button] of buttons.entries()) {
        if (choices[at]?.right) button.prepend(drawnMark({ ...GOAL_MARKS.holds, word: 'Right' }, 'goal-holds'))
        else if (at === guess) button.prepend(drawnMark({ ...GOAL_MARKS.fails, word: 'Not so' }, 'goal-fails'))
      }
      verdict.textContent = choices[guess]?.right ? 'That is right.' : 'It is not so.'
      if (why.blocks.length > 0) root.append(shownText(why, '', home))
    },
  }
}
