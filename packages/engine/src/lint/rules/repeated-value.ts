import { RULE_LISTS } from '../../kube/index.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { quoted } from '../words.ts'

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
