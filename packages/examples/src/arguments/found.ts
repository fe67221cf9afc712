import type { Check, Trace } from '@authz-playground/engine'

// Counts in traces, for results.

export function checksOf({ steps }: Trace): readonly Check[] {
  return steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
}

/** The checks of the impersonation, or of the review before it: all except those of the request itself. */
export function checksBefore(trace: Trace): number {
  return checksOf(trace).filter(({ phase }) => phase !== 'request').length
}

/** Checks of the request itself. */
function ofRequest(trace: Trace): number {
  return checksOf(trace).length - checksBefore(trace)
}

/** A result as documents state it: `200: 2 + 1, by impersonate:user-info`. */
export function resultOf(trace: Trace): string {
  const mode = trace.constraint === undefined ? '' : `, by ${trace.constraint}`
  return `${trace.outcome.code}: ${checksBefore(trace)} + ${ofRequest(trace)}${mode}`
}
