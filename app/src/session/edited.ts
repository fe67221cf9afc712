import type { Scenario } from '@authz-playground/engine'
import { OTHER_TEXTS } from './places.ts'
import { sentIn } from './sequence.ts'

/** Whether a scenario differs from the example that it began as, so that leaving it would lose work. */
export function edited(scenario: Scenario, example: Scenario): boolean {
  if (scenario === example) return false
  // The texts first, each on its own, because a policy of 5 MB is compared without being copied.
  const { policy, request, design } = scenario
  return (
    policy !== example.policy ||
    OTHER_TEXTS.some((text) => (scenario[text] ?? '') !== (example[text] ?? '')) ||
    request.text !== example.request.text ||
    design !== example.design ||
    canonical(rest(scenario)) !== canonical(rest(example))
  )
}

/** The small parts of a scenario. A part that is left out has its default. */
function rest(scenario: Scenario): unknown {
  const { cluster, assumptions = {} } = scenario
  return [cluster, assumptions, sentIn(scenario)]
}

/** A value as JSON with its keys in order, so that the order of keys does not count. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  )
}
