import type { Assumptions, Design } from '../designs/index.ts'
import type { ReadRequest, RequestText } from '../http/index.ts'
import { BEYOND_LIMIT, type BeyondLimit, type Diagnostic, isError, LineIndex } from '../text/index.ts'

/** The beginning of a request, for problems without a place of their own. */
export function startOf({ text }: RequestText): Diagnostic['range'] {
  return new LineIndex('request', text).range({ start: 0, end: 0 })
}

export function beyondLimit({ problem, range }: BeyondLimit, here: RequestText): Diagnostic {
  return { severity: 'error', code: BEYOND_LIMIT, ...problem, range: range ?? startOf(here) }
}

/** As {@link beyondLimit}, for an earlier request: the server's memory is unknown. */
export function earlierBeyondLimit({ message }: BeyondLimit, index: number, here: RequestText): Diagnostic {
  return { ...earlierProblem(`was not decided: ${message}`, index, here), code: BEYOND_LIMIT }
}

/**
 * The errors of an earlier request that was not understood. They keep this request from being decided, because the server's
 * memory is unknown.
 */
export function notUnderstood(earlier: ReadRequest, index: number, here: RequestText): readonly Diagnostic[] {
  const error = earlier.diagnostics.find(isError)
  if (error === undefined) return []
  return [earlierProblem(`was not understood: ${error.message}`, index, here)]
}

function earlierProblem(problem: string, index: number, here: RequestText): Diagnostic {
  return {
    severity: 'error',
    code: 'earlier-request',
    message: `Request ${index + 1}, which comes before this one, ${problem}`,
    fix: `Go to request ${index + 1} and correct it, or remove it.`,
    range: startOf(here),
  }
}

/** Errors for chosen options that the design does not offer. No default replaces them. */
export function unknownAssumptions(design: Design, chosen: Assumptions, here: RequestText): readonly Diagnostic[] {
  const range = startOf(here)
  return Object.entries(chosen).flatMap(([id, option]): readonly Diagnostic[] => {
    const assumption = design.assumptions.find((one) => one.id === id)
    if (assumption?.options.some((one) => one.id === option)) return []
    const offered = (assumption?.options ?? design.assumptions).map((one) => one.id).join(', ')
    return [
      {
        severity: 'error',
        code: 'unknown-assumption',
        message:
          assumption === undefined
            ? `The design ${design.id} has no assumption “${id}”.`
            : `The assumption ${id} of ${design.id} has no option “${option}”.`,
        fix: offered === '' ? 'Leave it out.' : `Choose among: ${offered}.`,
        range,
      },
    ]
  })
}
