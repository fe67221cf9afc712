import { coveringRule, covers, rightsOf, selects, unorderedRuleKey } from '../../rights/index.ts'
import { excerpt } from '../../text/index.ts'
import { countingRules } from '../impersonators.ts'
import type { LintRule } from '../rule.ts'

/** The most comparisons of two rules. Beyond them nothing is said. */
const MOST_COMPARED = 1_000_000

/**
 * Aggregated roles with rules that no role which they select grants: the controller replaces the rules by those of the roles that
 * the aggregation rule selects (Go: `clusterroleaggregation`). A role that was copied out of a cluster has the rules, and its text
 * often not the roles that they come from. A copy from before these roles got more loses nothing.
 */
export const aggregatedRules: LintRule = {
  name: 'aggregated-rules',
  severity: 'warning',
  summary: 'Rules of an aggregated role that the controller replaces.',
  checkPolicy({ policy, defaults, others }, report) {
    const aggregated = policy.roles.filter(({ aggregationRule, rules }) => aggregationRule && rules.length > 0)
    if (aggregated.length === 0) return
    const rights = rightsOf(policy, defaults)
    const elsewhere = new Set(others.flatMap(({ roles }) => roles.flatMap(({ rules }) => rules.map(unorderedRuleKey))))
    let compared = 0
    for (const role of aggregated) {
      const counting = countingRules(role, rights)
      const countsOwn = counting.every((one) => one.role === role)
      compared += rights.roles.length
      if (counting.length === 0 || compared > MOST_COMPARED) continue
      // One that selects roles with just these rules has them from there.
      if (countsOwn && rights.roles.some((one) => selects(role, one) && countingRules(one, rights).length > 0)) continue
      const selected = countsOwn ? [] : counting.map(({ rule }) => rule)
      const keys = new Set(selected.map(unorderedRuleKey))
      const covering = selected.map(coveringRule)
      const lost = role.rules.filter((rule) => {
        const key = unorderedRuleKey(rule)
        if (keys.has(key) || elsewhere.has(key)) return false
        compared += covering.length
        return compared <= MOST_COMPARED && !covering.some((one) => covers(one, rule))
      })
      if (lost.length === 0) continue
      const count = lost.length === role.rules.length ? 'the rules' : `${lost.length} of the ${role.rules.length} rules`
      report({
        at: { span: role.nameSpan },
        message: `ClusterRole “${excerpt(role.name)}” selects no role here that has ${count} written in it. They count only while its aggregation rule selects no rules: those of the roles that it selects replace them.`,
        fix: 'Add the roles that it selects, or remove “aggregationRule” to keep the rules.',
      })
    }
  },
}
