import type { Diagnostic } from './diagnostic.ts'
import type { Span } from './source.ts'

/** A {@link Diagnostic} whose place is not yet resolved to lines and columns. */
export type Problem = Omit<Diagnostic, 'range'> & { readonly span: Span }

export function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

/** A function that gets each problem when it is found, in any order. */
export type ReportProblem = (problem: Problem) => void
