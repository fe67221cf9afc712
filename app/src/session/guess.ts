import { type Marked, markOf } from '@authz-playground/pictures'
import type { AnswerView } from '../worker/index.ts'

/** What a person expects of a request before it is released. */
export type Guess = Extract<Marked, 'Allowed' | 'Refused'>

export const GUESSES: readonly Guess[] = ['Allowed', 'Refused']

/**
 * A guess in words, and whether it was right: "You said: allowed. It is refused."
 *
 * @param answer undefined while the answer is held back. Then, and where the request is neither allowed nor refused, the words are
 *   the guess alone.
 */
export function guessInWords(guess: Guess, answer?: Pick<AnswerView, 'state' | 'trace'>): string {
  const said = `You said: ${guess.toLowerCase()}.`
  const mark = answer && markOf(answer)
  if (mark !== 'Allowed' && mark !== 'Refused') return said
  return `${said} ${mark === guess ? 'So it is.' : `It is ${mark.toLowerCase()}.`}`
}
