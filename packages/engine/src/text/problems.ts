import type { Diagnostic, Problem, ReportProblem, Severity } from './diagnostic.ts'
import type { LineIndex } from './source.ts'

/** The most problems that are shown. */
const MOST = 500
/** A longer suggestion comes from a hostile or accidental line that nobody retypes. */
const LONGEST_FIX = 1000

/** The most problems of one severity that are listed. A text that is not a policy can have one in every line. */
export const MOST_PROBLEMS = 1000

/** Thrown to stop reading a text with too many errors. The function that reads the text catches it. */
export class TooManyErrors extends Error {}

/** Collects the problems of one text, and counts those beyond the limit. */
export class ProblemCollector {
  readonly #listed: Problem[] = []
  readonly #counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 }

  /** @throws TooManyErrors */
  readonly report: ReportProblem = (problem) => {
    this.add(problem)
    if (problem.severity === 'error' && this.#counts.error > MOST_PROBLEMS) throw new TooManyErrors()
  }

  /** As `report`, for a problem of what is read already: there is no reading to stop. */
  readonly add: ReportProblem = (problem) => {
    if (++this.#counts[problem.severity] <= MOST_PROBLEMS) this.#listed.push(problem)
  }

  /** In the order of the text; the last one counts those that are not listed. */
  resolve(lines: LineIndex, textLength: number): readonly Diagnostic[] {
    const sorted = [...this.#listed].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    const span = { start: textLength, end: textLength }
    if (this.#counts.error > MOST_PROBLEMS) {
      const message = `Reading stopped after ${MOST_PROBLEMS} errors.`
      sorted.push({ severity: 'error', code: 'too-many-errors', message, fix: 'Fix the errors above first.', span })
    }
    for (const severity of ['warning', 'note'] as const) {
      const more = this.#counts[severity] - MOST_PROBLEMS
      if (more > 0)
        sorted.push({
          severity: 'note',
          code: 'too-many-hints',
          message: `${more} more ${severity}s are not listed.`,
          span,
        })
    }
    return sorted.map(({ span: at, ...problem }) => ({ ...problem, range: lines.range(visible(at)) }))
  }
}

/** A visible span: for an empty one, the character before it. */
function visible({ start, end }: Problem['span']): Problem['span'] {
  return end > start ? { start, end } : { start: Math.max(start - 1, 0), end: start }
}

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
