import type { Diagnostic } from '@authz-playground/engine'

/**
 * The next problem after a place in the text; after the last one the first. Errors come before warnings; notes are left
 * out.
 */
export function nextProblem(
  diagnostics: readonly Diagnostic[],
  offset: number,
  direction: 'after' | 'before',
): Diagnostic | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const problems = (errors.length > 0 ? errors : diagnostics.filter(({ severity }) => severity === 'warning')).toSorted(
    (a, b) => a.range.start - b.range.start,
  )
  return direction === 'after'
    ? (problems.find(({ range }) => range.start > offset) ?? problems[0])
    : (problems.findLast(({ range }) => range.end < offset) ?? problems.at(-1))
}
