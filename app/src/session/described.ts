import type { Scenario } from '@authz-playground/engine'
import { edited } from './edited.ts'
import type { About } from './session.ts'

/** The words that an edit of the scenario can make wrong. */
type Words = 'title' | 'explanation'

/** The scenarios that words came with. Words that a person writes on the page are not among them. */
const described = new WeakMap<About, Readonly<Partial<Record<Words, Scenario>>>>()
/** Words whose scenario had been edited when an earlier visit stored them. */
const outdated = new WeakMap<About, readonly Words[]>()

export function describes(about: About, scenario: Scenario): void {
  described.set(about, { title: scenario, explanation: scenario })
}

/** After a person has rewritten some words, the others still belong to the scenario that they came with. */
export function keepsDescribing(before: About, after: About): void {
  const kept = (['title', 'explanation'] as const).filter((words) => after[words] === before[words])
  const scenarios = described.get(before) ?? {}
  described.set(after, Object.fromEntries(kept.map((words) => [words, scenarios[words]])))
  outdated.set(after, outdated.get(before)?.filter((words) => kept.includes(words)) ?? [])
}

/** The words that an earlier visit stored as outdated: all of them, or the explanation under a rewritten title. */
export type Outdated = true | 'explanation'

/** Marks words that were restored, whose scenario an earlier visit had edited. */
export function outdates(about: About, which: Outdated): void {
  outdated.set(about, which === true ? ['title', 'explanation'] : [which])
}

/** Whether a scenario was edited since these words came with it, so that they may be wrong. */
export function isOutdated(about: About, scenario: Scenario, words: Words): boolean {
  const under = described.get(about)?.[words]
  return outdated.get(about)?.includes(words) || (under !== undefined && edited(scenario, under))
}

/** What is outdated, to be stored. */
export function outdatedOf(about: About, scenario: Scenario): Outdated | undefined {
  if (isOutdated(about, scenario, 'title')) return true
  return about.explanation !== '' && isOutdated(about, scenario, 'explanation') ? 'explanation' : undefined
}
