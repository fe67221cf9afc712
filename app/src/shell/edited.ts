import type { Scenario } from '@authz-playground/engine'

/** Whether a scenario differs from the example that it began as, so that leaving it would lose work. */
export function edited(scenario: Scenario, example: Scenario): boolean {
  if (scenario === example) return false
  // The texts first, and apart: a policy of 5 MB is compared, not copied.
  const { policy, request, requestor, cluster, design } = scenario
  return (
    policy !== example.policy ||
    request.text !== example.request.text ||
    request.form !== example.request.form ||
    design !== example.design ||
    canonical([requestor, cluster]) !== canonical([example.requestor, example.cluster])
  )
}

/** A value as JSON with its keys in order: how a user was written down makes no other user. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  )
}
