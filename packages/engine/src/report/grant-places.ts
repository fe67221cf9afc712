import type { SourceRange } from '../text/index.ts'
import type { Check, Trace } from '../trace/index.ts'

/** Whether a check asks for leave to grant what the user may not hold. */
export function asksForGrant(check: Check | undefined): boolean {
  return check?.phase === 'handler' && (check.purpose === 'escalate' || check.purpose === 'bind')
}

/** Where in the request the rules stand that it would grant, or the role that it binds. */
export function grantInRequest(grant: Trace['grant']): readonly SourceRange[] {
  if (grant === undefined) return []
  const ranges = [grant.roleRef?.range, ...grant.rules.map(({ range }) => range)]
  return distinct(ranges.filter((range) => range?.source === 'request'))
}

/** Each place once: a rule that is taken apart stands in one place. */
export function distinct(ranges: readonly (SourceRange | undefined)[]): readonly SourceRange[] {
  const byPlace = new Map(ranges.flatMap((one) => (one === undefined ? [] : [[`${one.source} ${one.start}`, one]])))
  return [...byPlace.values()]
}
