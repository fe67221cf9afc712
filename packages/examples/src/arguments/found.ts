import type { Check, Trace } from '@authz-playground/engine'
import { combinedResource } from '@authz-playground/engine/internal/kube'

// Counts in traces, for verdicts.

export function checksOf({ steps }: Trace): readonly Check[] {
  return steps.flatMap(({ check }) => (check === undefined ? [] : [check]))
}

/** The checks of the impersonation, or of the review before it: all except those of the request itself. */
export function checksBefore(trace: Trace): number {
  return checksOf(trace).filter(({ phase }) => phase !== 'request').length
}

/** Checks of the request itself. */
export function ofRequest(trace: Trace): number {
  return checksOf(trace).length - checksBefore(trace)
}

export function code({ outcome }: Trace): number {
  return outcome.code
}

export function isAllowed(trace: Trace): boolean {
  return trace.outcome.kind === 'allowed'
}

export function allowedAmong(traces: readonly Trace[]): number {
  return traces.filter(isAllowed).length
}

/** The checked verbs, in order. */
export function verbsOf(trace: Trace): readonly string[] {
  return checksOf(trace).map(({ attributes }) => attributes.verb)
}

/** The number of checks with a verb of constrained impersonation. */
export function countConstrainedChecks(trace: Trace): number {
  return verbsOf(trace).filter((verb) => /^impersonate(-on)?:/.test(verb)).length
}

/** The number of checks with the verb `impersonate`. */
export function countLegacyChecks(trace: Trace): number {
  return verbsOf(trace).filter((verb) => verb === 'impersonate').length
}

/** The checks, as `verb resource.group`. */
export function askedOf(trace: Trace): readonly string[] {
  return checksOf(trace).map(({ attributes }) => {
    const what = attributes.isResourceRequest ? combinedResource(attributes) : attributes.path
    return `${attributes.verb} ${what}${attributes.apiGroup === '' ? '' : `.${attributes.apiGroup}`}`
  })
}

export function groupsOf({ impersonatedUser }: Trace): readonly string[] {
  return impersonatedUser?.groups ?? []
}

/** “1 check”, “8 checks”. */
export function times(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** “`a`, `b` and `c`”. */
export function listedNouns(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}
