import { missedModesAnswer, type NearMatch, nearestTo, nearInWords } from '../explain/index.ts'
import type { Attributes } from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'
import { missedModesInWords } from '../words/index.ts'
import type { GoalCluster, GoalParts } from './goal-cluster.ts'
import type { GoalVerdict } from './result.ts'

/**
 * The rule that comes closest to a review, where RBAC could allow it; of a request that missed a mode of impersonation, what
 * kept it from being tried, and the answer without that.
 */
export function nearestInGoal(
  review: Attributes,
  { decided: { cluster }, decide }: GoalCluster,
  refused?: Parameters<GoalParts['nearest']>[2],
): Pick<GoalVerdict, 'near' | 'places'> {
  const missed = refused && missedModesAnswer(refused.decided, { scenario: refused.scenario, decide })
  if (missed !== undefined) return { near: [...missedModesInWords(refused?.decided.trace ?? {}), ' ', ...missed] }
  const near = cluster.asksRBAC ? nearestTo(cluster, review) : undefined
  return near === undefined ? {} : { near: nearInWords(near, review), places: placesOfNear(near) }
}

function placesOfNear({ rule, role, binding, subject, mismatches }: NearMatch): readonly SourceRange[] {
  const parts = [rule, subject, binding, role].map((part) => part?.range)
  return [rule?.range, ...mismatches.map(({ range }) => range), ...parts].filter((range) => range !== undefined)
}
