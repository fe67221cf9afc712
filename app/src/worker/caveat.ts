import type { AnswerView } from './answer.ts'

/** "1 error", "5,000 errors". */
export function errorCount(errors: number): string {
  return errors === 1 ? '1 error' : `${errors.toLocaleString('en')} errors`
}

/** What everything that rests on less than the whole input says of itself, on screen and where it is copied to. */
export function caveatFor(errors: number): string {
  return `Decided with what could be read: ${errorCount(errors)} in the input.`
}

/** The caveat of an answer; undefined when it rests on all of the input, or when there is no decision to speak of. */
export function caveatOf({ state, errors }: Pick<AnswerView, 'state' | 'errors'>): string | undefined {
  return state === 'partly' ? caveatFor(errors) : undefined
}

/** A text that is copied out of an answer: with the caveat, where there is one, as a comment in its first line. */
export function withCaveat(text: string, caveat: string | undefined): string {
  return caveat === undefined ? text : `# ${caveat}\n${text}`
}
