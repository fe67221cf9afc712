import type { DecisionState, Outcome, RichText } from '@authz-playground/engine'
import { type Marked, OUTCOME_MARKS } from '../marks/marks.ts'

/** The parts of an answer that determine the client's outcome. */
export interface Headlined {
  readonly state: DecisionState
  readonly trace?: { readonly outcome: Pick<Outcome, 'kind'> }
}

/** The mark of the client's outcome. Without a trace nothing is decided. */
export function markOf({ state, trace }: Headlined): Marked {
  return state === 'not-decided' || trace === undefined ? 'NotDecided' : OUTCOME_MARKS[trace.outcome.kind]
}

/** Splits the status code at the beginning of a sentence or a headline from the rest: it has the colour of the mark. */
export function withCodeApart(sentence: RichText): { readonly code?: string; readonly rest: RichText } {
  const [first, ...others] = sentence
  const code = typeof first === 'string' ? /^\d{3}(?=[: ])/.exec(first)?.[0] : undefined
  return code === undefined || typeof first !== 'string'
    ? { rest: sentence }
    : { code, rest: [first.slice(code.length), ...others] }
}

/** The reason phrases of the status codes that the authorization chain answers with. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
}

/** "403 Forbidden". */
export function statusLine(code: number): string {
  const words = STATUS_WORDS[code]
  return words === undefined ? `${code}` : `${code} ${words}`
}
