import { DESIGNS } from '../designs/index.ts'
import * as changes from './chunks/changes.ts'
import * as cluster from './chunks/cluster.ts'
import * as conditions from './chunks/conditions.ts'
import * as curl from './chunks/curl.ts'
import * as defaultRoles from './chunks/default-roles.ts'
import * as kubectl from './chunks/kubectl.ts'
import type { Chunks } from './chunks.ts'
import { type Decided, type DecideOptions, scenarioDecider } from './decide.ts'
import type { Scenario } from './scenario.ts'

/** Decides scenarios one after the other; reading and indexing a policy is done once for as long as its text stays. */
export type Decider = (scenario: Scenario, options?: DecideOptions) => Decided

/** Every chunk, at hand. */
export const ALL_CHUNKS: Required<Chunks> = {
  kubectl,
  curl,
  changes,
  cluster,
  defaultRoles,
  conditions,
  designs: DESIGNS,
}

/**
 * Makes a decider of scenarios under every design. A design that there is not is a mistake of the caller and throws;
 * nothing in policy or request text does.
 */
export function decider(): Decider {
  const decide = scenarioDecider()
  return (scenario, options) => decide(scenario, ALL_CHUNKS, options)
}
