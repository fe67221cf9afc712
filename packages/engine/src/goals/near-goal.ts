import { type Near, nearestTo, nearInWords } from '../explain/index.ts'
import type { Attributes } from '../kube/index.ts'
import type { SourceRange } from '../text/index.ts'
import type { GoalCluster } from './goal-cluster.ts'
import type { GoalVerdict } from './result.ts'

/** The rule that comes closest to a review, where RBAC could allow it. */
export function nearestInGoal(
  review: Attributes,
  { decided: { cluster } }: GoalCluster,
): Pick<GoalVerdict, 'near' | 'places'> {
  const near = cluster.asksRBAC ? nearestTo(cluster, review) : undefined
  return near === undefined ? {} : { near: nearInWords(near, review), places: placesOfNear(near) }
}

function placesOfNear({ rule, role, binding, subject, misses }: Near): readonly SourceRange[] {
  const parts = [rule, subject, binding, role].map((part) => part?.range)
  return [rule?.range, ...misses.map(({ range }) => range), ...parts].filter((range) => range !== undefined)
}
