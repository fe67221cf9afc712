import type { Diagnostic, Problem } from './diagnostic.ts'
import type { LineIndex } from './source.ts'

/** The most problems that are shown. */
const MOST = 500

/** Resolves problems for people, in the order of the text. Past 500, warnings and then the later errors are dropped and counted. */
export function diagnosticsOf(problems: readonly Problem[], lines: LineIndex): readonly Diagnostic[] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const others = problems.filter(({ severity }) => severity !== 'error')
  const shown = [...errors, ...others].slice(0, MOST).sort((a, b) => a.span.start - b.span.start)
  const dropped = problems.length - shown.length
  const last = shown.at(-1)
  const rest: readonly Problem[] =
    dropped === 0 || last === undefined
      ? []
      : [{ severity: 'warning', code: 'more-problems', message: `${dropped} more are not shown.`, span: last.span }]
  return [...shown, ...rest].map(({ span, fix, ...problem }) => ({
    ...problem,
    ...(fix === undefined || fix.length > LONGEST_FIX ? {} : { fix }),
    range: lines.range(span),
  }))
}

/** A longer suggestion comes from a hostile or accidental line that nobody retypes. */
const LONGEST_FIX = 1000
