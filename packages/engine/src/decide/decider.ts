import { type Design, loadDesigns } from '../designs/index.ts'
import * as changes from './chunks/changes.ts'
import * as cluster from './chunks/cluster.ts'
import * as conditions from './chunks/conditions.ts'
import * as configured from './chunks/configured.ts'
import * as curl from './chunks/curl.ts'
import * as defaultRoles from './chunks/default-roles.ts'
import * as designText from './chunks/design-text.ts'
import * as kubectl from './chunks/kubectl.ts'
import * as resources from './chunks/resources.ts'
import * as review from './chunks/review.ts'
import * as roleWrites from './chunks/role-writes.ts'
import * as templates from './chunks/templates.ts'
import type { Chunks } from './chunks.ts'
import { type DecideOptions, ScenarioDecider } from './decide.ts'
import type { Decided } from './decided.ts'
import type { Scenario } from './scenario.ts'

/** Decides scenarios one after the other. A policy is read and indexed again only when its text has changed. */
export type Decider = (scenario: Scenario, options?: DecideOptions) => Decided

/** Loads every chunk, and every design. `own`: designs beside those of the playground. */
export async function loadAllChunks(own: readonly Design[] = []): Promise<Required<Chunks>> {
  return {
    kubectl,
    curl,
    review,
    resources,
    changes,
    roleWrites,
    cluster,
    configured,
    defaultRoles,
    conditions,
    templates,
    designText,
    designs: [...(await loadDesigns()), ...own],
  }
}

/**
 * Loads every design and makes a decider of scenarios. The decider throws where a scenario names a design that does not
 * exist, which is a mistake of the caller; nothing in policy or request text makes it throw.
 *
 * @param own designs beside those of the playground, such as `readDesign` makes
 */
export async function decider(own: readonly Design[] = []): Promise<Decider> {
  const scenarios = new ScenarioDecider()
  const chunks = await loadAllChunks(own)
  return (scenario, options) => scenarios.decide(scenario, chunks, options)
}
