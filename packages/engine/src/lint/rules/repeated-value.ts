import { type PolicyRule, RULE_LISTS } from '../../kube/index.ts'
import { type CoveringRule, coveringRule, covers } from '../../rights/index.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { quoted } from '../words.ts'

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

/** A value that a list of a rule has already: it changes nothing, and another one may be meant. */
export const repeatedValue: LintRule = {
  name: 'repeated-value',
  severity: 'note',
  summary: 'A value that is twice in a list of a rule.',
  checkRule({ rule }, report) {
    for (const list of RULE_LISTS) {
      const seen = new Set<string>()
      for (const [index, value] of rule[list].entries()) {
        if (!seen.has(value)) {
          seen.add(value)
          continue
        }
        report({
          at: placeIn({ rule }, list, index),
          message: `${quoted(value)} is in “${list}” already.`,
          fix: 'Remove it, or write the value that is meant.',
          replace: [],
        })
      }
    }
  },
}
