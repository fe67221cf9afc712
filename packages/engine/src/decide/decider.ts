import { accessRules, compiledRBAC } from '../authorizers/index.ts'
import { DESIGNS } from '../designs/index.ts'
import * as changes from './chunks/changes.ts'
import * as cluster from './chunks/cluster.ts'
import type { CEL } from './chunks/conditions.ts'
import * as curl from './chunks/curl.ts'
import * as defaultRoles from './chunks/default-roles.ts'
import * as kubectl from './chunks/kubectl.ts'
import type { Chunks } from './chunks.ts'
import { type Decided, type DecideOptions, scenarioDecider } from './decide.ts'
import type { Scenario } from './scenario.ts'

/** How to decide, beside what the scenario says. */
export interface DeciderOptions extends DecideOptions {
  /**
   * `CEL` of `@authz-playground/engine/cel`, which is large. A scenario that needs it ({@link needsConditions}) throws
   * without it.
   */
  readonly cel?: typeof CEL
}

/** Decides scenarios one after the other; reading and indexing a policy is done once for as long as its text stays. */
export type Decider = (scenario: Scenario, options?: DeciderOptions) => Decided

/**
 * Makes a decider of scenarios under every design. A design that there is not is a mistake of the caller and throws;
 * nothing in policy or request text does.
 */
export function decider(): Decider {
  const decide = scenarioDecider()
  return (scenario, { cel, ...options } = {}) => decide(scenario, allChunks(cel), options)
}

/** Everything that deciding takes, at hand; conditions where a language is given. */
export function allChunks(cel?: typeof CEL): Chunks {
  const all = { kubectl, curl, changes, cluster, defaultRoles, designs: DESIGNS }
  return cel === undefined ? all : { ...all, conditions: { CEL: cel, accessRules, compiledRBAC } }
}
