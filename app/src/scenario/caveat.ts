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
export function caveatOf({
  state,
  policyDiagnostics,
  requestDiagnostics,
}: Pick<AnswerView, 'state' | 'policyDiagnostics' | 'requestDiagnostics'>): string | undefined {
  if (state !== 'partly') return undefined
  return caveatFor([...policyDiagnostics, ...requestDiagnostics].filter(({ severity }) => severity === 'error').length)
}

/** A text that is copied out of an answer: with the caveat, where there is one, as a comment in its first line. */
export function withCaveat(text: string, caveat: string | undefined): string {
  return caveat === undefined ? text : `# ${caveat}\n${text}`
}
