import { type DecideOptions, needsConditions, type Scenario } from '@authz-playground/engine'

/** The language of conditions, for a scenario that needs it: it is large, and comes where it is used. */
export async function celFor(scenario: Scenario): Promise<Pick<DecideOptions, 'cel'>> {
  return needsConditions(scenario) ? { cel: (await import('@authz-playground/engine/cel')).CEL } : {}
}
