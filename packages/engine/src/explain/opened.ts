import type { UserInfo } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import { type Rights, rightsOf } from '../rights/index.ts'
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
): Generator<readonly Opened[]> {
  for (const rights of newRights(before, after, known, options)) {
    yield rights.map((right): Opened => ({ ...right, dangers: dangersOf(right.rule, right.namespace) }))
  }
}

/** The roles and bindings of one cluster; `defaultRoles` is absent where they do not count. */
export interface ClusterPolicy {
  readonly policy: Policy
  readonly defaultRoles?: Policy
}

/** As {@link openedBy}, from the policies before and after. */
export function openedBetween(
  before: ClusterPolicy,
  after: ClusterPolicy,
  known: readonly UserInfo[] = [],
): readonly Opened[] {
  return openedBy(boundOf(before), boundOf(after), known)
}

/**
 * The same exactly, in steps: what each subject gets in each scope. No rule is listed as a whole because the comparison takes
 * long.
 *
 * @throws BeyondLimit as {@link openedBetween} does, and where the comparison takes too long
 */
export function openedSteps(before: ClusterPolicy, after: ClusterPolicy): Generator<readonly Opened[]> {
  return openedGrants(boundOf(before), boundOf(after), [], { approximate: false })
}

function boundOf({ policy, defaultRoles }: ClusterPolicy): Rights {
  return rightsOf(policy, defaultRoles)
}
