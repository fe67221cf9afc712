import type { Scenario } from '@authz-playground/engine'
import type { GoalRow } from '@authz-playground/engine/internal/answers'

/** The parts of a scenario that the request of a goal replaces while somebody looks at it. */
type Replaced = Pick<Scenario, 'request' | 'requestor' | 'design'> &
  Partial<Pick<Scenario, 'earlier' | 'later' | 'after'>>

/** What a goal’s request replaced, by the text of that request. An edit of the request makes it the person’s own. */
const peeks = new WeakMap<Scenario['request'], Replaced>()

/** A change that shows the request of a goal on its server. {@link ownScenario} knows what was before. */
export function peekAt(scenario: Scenario, goal: NonNullable<GoalRow['play']>): Partial<Scenario> {
  const { request, requestor, design, earlier = [], later = [], after = 0 } = ownScenario(scenario)
  const shown = { ...goal.request }
  peeks.set(shown, { request, requestor, design, earlier, later, after })
  return { earlier: [], after: 0, ...goal, later: [], request: shown }
}

/** Whether a scenario shows the request of a goal. */
export function isPeek({ request }: Pick<Scenario, 'request'>): boolean {
  return peeks.has(request)
}

/** A scenario with the person’s own request, also while it shows that of a goal. */
export function ownScenario(scenario: Scenario): Scenario {
  const own = peeks.get(scenario.request)
  return own === undefined ? scenario : { ...scenario, ...own }
}
