import { assumptionsOf } from '../designs/index.ts'
import { lintDesign, lintPolicy } from '../lint/index.ts'
import { lineInWords } from '../report/index.ts'
import type { RichText } from '../trace/index.ts'
import type { GoalQuestion } from './goal.ts'
import type { GoalCluster } from './goal-cluster.ts'
import { fails, type GoalVerdict, holds } from './result.ts'

/** What the lint finds in the policy: errors and warnings count, notes only by their name. */
export function judgeLint(
  { finds }: GoalQuestion & { readonly kind: 'lint' },
  { decided, scenario }: GoalCluster,
): GoalVerdict {
  const { policy, defaultRoles, design } = decided
  const chosen = assumptionsOf(design, scenario.assumptions?.[design.id])
  const findings = lintPolicy(policy, {
    ...(defaultRoles && { defaults: defaultRoles }),
    design: lintDesign(design, chosen),
  })
  const found = findings.find(({ code, severity }) => (finds === undefined ? severity !== 'note' : code === finds))
  if (found === undefined) {
    const said: RichText =
      finds === undefined ? ['The lint finds nothing.'] : ['The lint does not find ', { code: finds }, '.']
    return finds === undefined ? holds(said) : fails(said)
  }
  const line = lineInWords(found.range)
  const said: RichText = [`${line.charAt(0).toUpperCase()}${line.slice(1)}: ${found.message}`]
  const places = [found.range]
  return finds === undefined ? fails(said, { places }) : holds(said, { places })
}
