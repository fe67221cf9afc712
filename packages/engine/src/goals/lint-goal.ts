import { assumptionsOf } from '../designs/index.ts'
import { lintDesign, lintPolicy } from '../lint/index.ts'
import type { RichText } from '../trace/index.ts'
import { problemInWords } from '../words/index.ts'
import type { GoalQuestion } from './goal.ts'
import type { GoalCluster } from './goal-cluster.ts'
import { fails, type GoalVerdict, holds } from './result.ts'

/** What the lint finds in the policy: errors and warnings count, notes only by their name. */
export function judgeLint({ finds }: GoalQuestion & { readonly kind: 'lint' }, cluster: GoalCluster): GoalVerdict {
  const findings = findingsIn(cluster)
  const found = findings.find(({ code, severity }) => (finds === undefined ? severity !== 'note' : code === finds))
  if (found === undefined) {
    const said: RichText =
      finds === undefined ? ['The lint finds nothing.'] : ['The lint does not find ', { code: finds }, '.']
    return finds === undefined ? holds(said) : fails(said)
  }
  const { message, range } = found
  const said: RichText = [problemInWords({ message, range })]
  const places = [range]
  return finds === undefined ? fails(said, { places }) : holds(said, { places })
}

const known = new WeakMap<GoalCluster, ReturnType<typeof lintPolicy>>()

/** The findings of the lint, made once a policy. */
function findingsIn(cluster: GoalCluster): ReturnType<typeof lintPolicy> {
  const before = known.get(cluster)
  if (before !== undefined) return before
  const { design, cluster: asked } = cluster.decided
  const chosen = assumptionsOf(design, cluster.scenario.assumptions?.[design.id])
  const findings = lintPolicy(asked.policy, {
    design: lintDesign(design, chosen),
    cluster: asked.settings,
    defaults: asked.defaultRoles,
  })
  known.set(cluster, findings)
  return findings
}
