import { RULE_LISTS, type Rule } from '../kube/index.ts'

/** A text that is equal for rules with the same lists, in the same order, alone (Go: `equality.Semantic.DeepEqual`). */
export function ruleKey(rule: Rule): string {
  return JSON.stringify(RULE_LISTS.map((list) => rule[list]))
}

/** Whether two rules have the same lists, in the same order. */
export function equalRules(one: Rule, other: Rule | undefined): boolean {
  return one === other || (other !== undefined && RULE_LISTS.every((list) => equalLists(one[list], other[list])))
}

function equalLists(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i])
}

/** A text that is equal for rules with the same values, in any order, alone. */
export function unorderedRuleKey(rule: Rule): string {
  return JSON.stringify(RULE_LISTS.map((list) => rule[list].toSorted()))
}

/** Whether two rules list the same values, in any order. */
export function sameRule(one: Rule | undefined, other: Rule | undefined): boolean {
  return (
    one !== undefined && other !== undefined && (one === other || unorderedRuleKey(one) === unorderedRuleKey(other))
  )
}
