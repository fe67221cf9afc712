import type { Cluster } from '../cluster/index.ts'
import { aboutDesign } from '../designs/index.ts'
import type { UserInfo } from '../kube/index.ts'
import type { Rights } from '../rights/index.ts'
import { type Danger, dangersOf } from './dangers.ts'
import { type ComparisonOptions, type NewRight, newRights } from './new-rights.ts'

/** Something that a change of a policy allows to somebody. */
export interface Opened extends NewRight {
  readonly dangers: readonly Danger[]
}

/** All that a change of a policy opens, as {@link newRights} lists it, with what is dangerous of it. */
export function openedBy(
  before: Rights,
  after: Rights,
  known: readonly UserInfo[] = [],
  options: ComparisonOptions = {},
): readonly Opened[] {
  return [...openedGrants(before, after, known, options)].flat()
}

/** What each subject gets in each scope. */
function* openedGrants(
  before: Rights,
  after: Rights,
  known: readonly UserInfo[],
  options: ComparisonOptions,
  constrained = true,
): Generator<readonly Opened[]> {
  for (const rights of newRights(before, after, known, options)) {
    yield rights.map((right): Opened => ({ ...right, dangers: dangersOf(right.rule, right.namespace, constrained) }))
  }
}

/** As {@link openedBy}, from the clusters before and after. */
export function openedBetween(before: Cluster, after: Cluster, known: readonly UserInfo[] = []): readonly Opened[] {
  return openedBy(before.rights, after.rights, known)
}

/**
 * The same exactly, by the roles and bindings in force, in steps: what each subject gets in each scope. No rule is listed as a whole because the comparison takes
 * long.
 *
 * @throws BeyondLimit as {@link openedBetween} does, and where the comparison takes too long
 */
export function openedSteps(before: Cluster, after: Cluster): Generator<readonly Opened[]> {
  const gate = aboutDesign('constrained')
  const constrained = gate === undefined || after.hasFeature(gate)
  return openedGrants(before.rightsInForce, after.rightsInForce, [], { approximate: false }, constrained)
}
