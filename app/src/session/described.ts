import type { Scenario } from '@authz-playground/engine'
import { edited } from './edited.ts'
import type { About } from './session.ts'

/** The scenarios that words came with. Words that a person writes on the page are not among them. */
const described = new WeakMap<About, Scenario>()
/** Words whose scenario had been edited when an earlier visit stored them. */
const outdated = new WeakSet<About>()

export function describes(about: About, scenario: Scenario): void {
  described.set(about, scenario)
}

/** Marks words that were restored, whose scenario an earlier visit had edited. */
export function outdates(about: About): void {
  outdated.add(about)
}

/** Whether a scenario was edited since its words came with it, so that they may be wrong. */
export function isOutdated(about: About, scenario: Scenario): boolean {
  const under = described.get(about)
  return outdated.has(about) || (under !== undefined && edited(scenario, under))
}
