import {
  DESIGN_LIST,
  type Decided,
  type DecideOptions,
  needsConditions,
  OWN_DESIGN,
  type Scenario,
} from '@authz-playground/engine'
import { loadChunks, ScenarioDecider } from '@authz-playground/engine/internal/decide'

/** A scenario whose code is loaded. */
export interface Ready {
  /** Decides it, or it with another requestor or another request in the same form. */
  decide(other?: Partial<Pick<Scenario, 'request' | 'requestor'>>): Decided
  readonly options: DecideOptions
}

/** Or sentences about names in it that do not exist. */
export type Prepared = Ready | { readonly problems: readonly string[] }

/** Loads the code that a scenario needs, so that it can be decided at any later moment. */
export type Prepare = (scenario: Scenario) => Promise<Prepared>

/** Prepares scenarios. A text that did not change since the one before is not read again. */
export function prepareScenarios(): Prepare {
  const scenarios = new ScenarioDecider()
  return async (scenario) => {
    const [chunks, options] = await Promise.all([loadChunks(scenario), needsConditions(scenario) ? loadCEL() : {}])
    const isOwn = scenario.design === OWN_DESIGN && scenario.designText !== undefined
    return chunks.designs.length === 0 && !isOwn
      ? { problems: [unknownDesign(scenario.design)] }
      : { decide: (other) => scenarios.decide({ ...scenario, ...other }, chunks, options), options }
  }
}

export function unknownDesign(design: string): string {
  return `Unknown design “${design}”. The designs are ${DESIGN_LIST.map(({ id }) => id).join(', ')}.`
}

/** Loads the language of conditions. */
export async function loadCEL(): Promise<DecideOptions> {
  return { cel: (await import('@authz-playground/engine/cel')).CEL }
}
