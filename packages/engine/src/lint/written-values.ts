import type { RuleList, RuleSite } from './rule-site.ts'
import { placeIn } from './rule-site.ts'
import { quoted } from './words.ts'

const LISTS: readonly RuleList[] = ['verbs', 'apiGroups', 'resources']
const NOUNS: Readonly<Record<string, string>> = { verbs: 'verb', apiGroups: 'API group', resources: 'resource' }

/** Values that are several in one, or have blanks around them. No verb, group or resource has a comma or a blank. */
export function lintWrittenValues(site: RuleSite): void {
  for (const list of LISTS) {
    for (const [index, value] of site.rule[list].entries()) {
      if (!/[\s,]/.test(value)) continue
      const at = placeIn(site, list, index)
      const values = value.split(/[\s,]+/).filter((one) => one !== '')
      const noun = NOUNS[list] ?? ''
      if (values.length > 1) {
        site.report({
          rule: 'several-values-in-one',
          at,
          message: `${quoted(value)} is one ${noun} for the API server, and matches nothing.`,
          fix: `Write each ${noun} as a value of its own.`,
          replace: values.filter((one, i) => values.indexOf(one) === i && !site.rule[list].includes(one)),
        })
      } else {
        const [only = ''] = values
        site.report({
          rule: 'several-values-in-one',
          at,
          message: `${quoted(value)} has ${value.includes(',') ? 'a comma' : 'a blank'} in it and matches nothing: the API server compares every character.`,
          fix: `Write ${quoted(only)}.`,
          replace: [only],
        })
      }
    }
  }
}
