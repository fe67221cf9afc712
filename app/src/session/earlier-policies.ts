import type { History } from './history.ts'

/** A policy that the page had before. */
export interface EarlierPolicy {
  readonly policy: string
  /** When it was replaced. Milliseconds, as `History.leftAt`. */
  readonly until: number
}

/** The policies of a history that are not the present one, the latest first, each only once. */
export function earlierPolicies({ past, leftAt }: History, present: string): readonly EarlierPolicy[] {
  const found = new Map<string, EarlierPolicy>()
  for (const [index, { scenario }] of past.entries()) {
    const { policy } = scenario
    const next = past[index + 1]?.scenario.policy ?? present
    // An edit of the request leaves the policy.
    if (policy === next || policy === present || policy.trim() === '') continue
    found.delete(policy)
    found.set(policy, { policy, until: leftAt[index] ?? 0 })
  }
  return [...found.values()].reverse()
}
