import type { PolicyRule, Role } from '../../kube/index.ts'
import type { ReportProblem } from '../../text/index.ts'
import { excerpt } from '../../text/index.ts'
import { problemOf, type RuleDescription } from './rule.ts'

export const aggregatedRules: RuleDescription = {
  name: 'aggregated-rules',
  severity: 'warning',
  summary: 'Rules of an aggregated role that the controller replaces.',
}

/**
 * Warns of aggregated roles with rules that no other role has: the controller replaces the rules by those of the roles that
 * the aggregation rule selects (Go: `clusterroleaggregation`). A role that was copied out of a cluster has the rules, and
 * the text often not the roles that they come from.
 */
export function warnOfAggregatedRules(roles: readonly Role[], defaults: readonly Role[], report: ReportProblem): void {
  const aggregated = roles.filter(({ aggregationRule, rules }) => aggregationRule !== undefined && rules.length > 0)
  if (aggregated.length === 0) return
  const parts = [...roles, ...defaults].filter(({ kind, aggregationRule }) => {
    return kind === 'ClusterRole' && aggregationRule === undefined
  })
  const known = new Set(parts.flatMap(({ rules }) => rules.map(textOf)))
  for (const { name, nameSpan, rules } of aggregated) {
    const lost = rules.filter((rule) => !known.has(textOf(rule))).length
    if (lost === 0) continue
    const count = lost === rules.length ? 'the rules' : `${lost} of the ${rules.length} rules`
    report(
      problemOf(aggregatedRules, {
        message: `No other role has ${count} written in ClusterRole “${excerpt(name)}”. They count only while its aggregation rule selects no rules: those of the roles that it selects replace them.`,
        fix: 'Add the roles that it selects, or remove “aggregationRule” to keep the rules.',
        span: nameSpan,
        path: 'rules',
      }),
    )
  }
}

/** The default roles are compared with each policy that is read. */
const texts = new WeakMap<PolicyRule, string>()

/** A rule as text; the order of its values has no effect. */
function textOf(rule: PolicyRule): string {
  const known = texts.get(rule)
  if (known !== undefined) return known
  const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
  const text = [verbs, apiGroups, resources, resourceNames, nonResourceURLs]
    .map((list) => [...list].sort().join())
    .join(' | ')
  texts.set(rule, text)
  return text
}
