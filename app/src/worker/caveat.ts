import type { AnswerView } from './answer.ts'

/** "1 error", "5,000 errors". */
export function errorCount(errors: number): string {
  return errors === 1 ? '1 error' : `${errors.toLocaleString('en')} errors`
}

/** The sentence for every answer that rests on less than the whole input, on screen and in copied texts. */
export function caveatFor(errors: number): string {
  return `Decided with what could be read: ${errorCount(errors)} in the input.`
}

/** The caveat of an answer; undefined when it rests on the whole input, or when nothing is decided. */
export function caveatOf({ state, errors }: Pick<AnswerView, 'state' | 'errors'>): string | undefined {
  return state === 'partly' ? caveatFor(errors) : undefined
}

/** A text that is copied from an answer. A caveat becomes a comment in its first line. */
export function withCaveat(text: string, caveat: string | undefined): string {
  return caveat === undefined ? text : `# ${caveat}\n${text}`
}

/** Whether the design itself was not understood: then nothing can be decided, not even with the rest. */
export function isDesignUnread({ designText }: Pick<AnswerView, 'designText'>): boolean {
  return designText !== undefined && designText.steps === undefined
}

/** The beginning of a sentence about what was not read: "policy and request were". */
export function unreadTexts(answer: Pick<AnswerView, 'designText'>): string {
  return isDesignUnread(answer) ? 'the design was' : 'policy and request were'
}
