import type { PolicyRule } from '../../kube/index.ts'
import { type CoveringRule, coveringRule, covers } from '../../rights/index.ts'
import type { LintRule } from '../rule.ts'

/** Roles with more rules than this are not searched for rules that others cover: every rule is compared with every other. */
const MOST_RULES = 300

/** Rules of a role that another rule of it covers. */
export const coveredRule: LintRule = {
  name: 'covered-rule',
  severity: 'note',
  summary: 'A rule that another rule of the role covers.',
  checkRole({ rules }, { lineOf }, report) {
    if (rules.length < 2 || rules.length > MOST_RULES) return
    const covering = rules.map(coveringRule)
    const isCovered = (rule: PolicyRule, by: CoveringRule | undefined) => by !== undefined && covers(by, rule)
    for (const [index, rule] of rules.entries()) {
      const by = rules.find(
        (other, at) =>
          at !== index && isCovered(rule, covering[at]) && (at < index || !isCovered(other, covering[index])),
      )
      if (by === undefined) continue
      report({
        at: { span: rule.span },
        message: `The rule in line ${lineOf(by.span)} grants all of this already.`,
        fix: 'Remove this rule, or the one that covers it where it grants too much.',
      })
    }
  },
}
