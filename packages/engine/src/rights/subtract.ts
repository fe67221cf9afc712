import type { Rule } from '../kube/index.ts'
import { RuleBox } from './rule-box.ts'
import { RuleBranch } from './rule-index.ts'
import { PATHS, RESOURCES, type RulePart } from './rule-part.ts'

/** One part of some rules, indexed to compare the same part of another rule with it. */
class IndexedPart {
  readonly #branch: RuleBranch

  constructor(
    rules: readonly Rule[],
    readonly part: RulePart,
    which: readonly number[],
  ) {
    const levels = part.levelsOf(which.map((index) => rules[index] as Rule))
    this.#branch = new RuleBranch(rules, which, levels)
  }

  /**
   * The simple rules of this part of a rule, each with the first of the rules that covers it. Calls `spend` with the number of
   * values that it compares; what that throws ends the comparison.
   */
  compare(rule: Rule, spend?: (values: number) => void): RuleBox {
    return new RuleBox(rule, this.part, this.#branch, spend)
  }
}

/** Rules, indexed to find out what of other rules they cover. The index is split as far as comparisons need it. */
export class RuleSet {
  readonly resources: IndexedPart
  readonly paths: IndexedPart

  /**
   * `pathsOf`: which rules cover paths; all of them by default, because authorization compares names with those of resources
   * alone.
   */
  constructor(rules: readonly Rule[], pathsOf: (rule: Rule) => boolean = () => true) {
    const all = rules.map((_, index) => index)
    this.resources = new IndexedPart(rules, RESOURCES, all)
    this.paths = new IndexedPart(
      rules,
      PATHS,
      all.filter((index) => pathsOf(rules[index] as Rule)),
    )
  }
}

/**
 * What is left of a rule without others: its simple rules that none of the others covers, as rules that have no simple rule in
 * common. So each request that the rule allows and the others do not is left, and in each simple rule that is left there is
 * such a request. A simple rule with a wildcard is left whole, although the others may allow some of its requests.
 *
 * A part that falls into more than `most` rules is left as it is.
 */
export function subtract(
  rule: Rule,
  others: RuleSet | readonly Rule[],
  most = Number.POSITIVE_INFINITY,
): readonly Rule[] {
  const set = others instanceof RuleSet ? others : new RuleSet(others)
  return [set.resources, set.paths].flatMap(
    (one) => one.compare(rule).missingRules(most) ?? [one.part.ruleOf(one.part.valuesOf(rule))],
  )
}
