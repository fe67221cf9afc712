import type { RuleList } from '../../kube/index.ts'
import { type LintRule, placeIn } from '../rule.ts'
import { quoted } from '../words.ts'

const NOUNS: readonly (readonly [RuleList, noun: string])[] = [
  ['verbs', 'verb'],
  ['apiGroups', 'API group'],
  ['resources', 'resource'],
]

/** Values that are several in one, or have blanks around them. No verb, group or resource has a comma or a blank. */
export const severalValuesInOne: LintRule = {
  name: 'several-values-in-one',
  severity: 'warning',
  summary: 'A value with a comma or a blank, which is one value.',
  checkRule({ rule }, report) {
    for (const [list, noun] of NOUNS) {
      for (const [index, value] of rule[list].entries()) {
        if (!/[\s,]/.test(value)) continue
        const at = placeIn({ rule }, list, index)
        const values = value.split(/[\s,]+/).filter((one) => one !== '')
        if (values.length > 1) {
          report({
            at,
            message: `${quoted(value)} is one ${noun} for the API server, and matches nothing.`,
            fix: `Write each ${noun} as a value of its own.`,
            replace: values.filter((one, i) => values.indexOf(one) === i && !rule[list].includes(one)),
          })
        } else {
          const [only = ''] = values
          report({
            at,
            message: `${quoted(value)} has ${value.includes(',') ? 'a comma' : 'a blank'} in it and matches nothing: the API server compares every character.`,
            fix: `Write ${quoted(only)}.`,
            replace: [only],
          })
        }
      }
    }
  },
}
