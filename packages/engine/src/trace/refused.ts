import type { Outcome } from './trace.ts'

/**
 * Whether authorization refused a request, so that a rule may be missing. A handler may still refuse an authorized request for
 * another reason than a missing rule. A review that is answered is not refused, unless its answer is no; nor is a request that was
 * not decided.
 */
export function isRefused(trace: { readonly outcome: Outcome } | undefined): boolean {
  switch (trace?.outcome.kind) {
    case undefined:
    case 'allowed':
    case 'answered':
      return false
    case 'refused':
      return trace?.outcome.code === 403
    default:
      return true
  }
}
