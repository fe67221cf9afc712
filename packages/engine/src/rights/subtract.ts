import type { Rule } from '../kube/index.ts'
import { allowsPaths, allowsResources } from './covers.ts'
import { RuleBox } from './rule-box.ts'
import { RuleBranch } from './rule-index.ts'
import { PATHS, RESOURCES, type RulePart } from './rule-part.ts'

/** Is called with the number of values that are compared. Returns whether there may be more. */
export type Spend = (values: number) => boolean

class TooMuchWork extends Error {}

/** One part of some rules, indexed to compare the same part of another rule with it. */
export class IndexedPart {
  readonly #part: RulePart
  readonly #branch: RuleBranch

  /** `which`: the positions of the rules that count. */
  constructor(rules: readonly Rule[], part: RulePart, which: readonly number[]) {
    this.#part = part
    this.#branch = new RuleBranch(rules, which, part.levelsOf(rules))
  }

  /**
   * The simple rules of this part of a rule, each with the first of the rules that covers it. Undefined where the comparison
   * takes more than `spend` allows.
   */
  compare(rule: Rule, spend: Spend = () => true): RuleBox | undefined {
    try {
      return new RuleBox(rule, this.#part, this.#branch, (values) => {
        if (!spend(values)) throw new TooMuchWork()
      })
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined
      throw error
    }
  }

  /** This part of a rule, as a rule. */
  partOf(rule: Rule): Rule {
    return this.#part.ruleOf(this.#part.valuesOf(rule))
  }
}

/** Rules, indexed to find out what of other rules they cover. An index is made when it is needed, as far as it is. */
export class RuleSet {
  readonly #rules: readonly Rule[]
  readonly #coversPaths: (rule: Rule) => boolean
  #resources: IndexedPart | undefined
  #paths: IndexedPart | undefined

  /**
   * `coversPaths`: which rules cover paths. All of them by default: authorization compares names for resources alone.
   */
  constructor(rules: readonly Rule[], coversPaths: (rule: Rule) => boolean = () => true) {
    this.#rules = rules
    this.#coversPaths = coversPaths
  }

  get resources(): IndexedPart {
    this.#resources ??= new IndexedPart(this.#rules, RESOURCES, [...this.#rules.keys()])
    return this.#resources
  }

  get paths(): IndexedPart {
    const which = (): readonly number[] =>
      [...this.#rules.keys()].filter((index) => this.#coversPaths(this.#rules[index] as Rule))
    this.#paths ??= new IndexedPart(this.#rules, PATHS, which())
    return this.#paths
  }
}

/**
 * What is left of a rule without others: its simple rules that none of the others covers, as rules that have no simple rule in
 * common. So each request that the rule allows and the others do not is left, and in each simple rule that is left there is
 * such a request. A simple rule with a wildcard is left whole, although the others may allow some of its requests.
 *
 * A part that falls into more than `most` rules, or whose comparison takes more than `spend` allows, is left as it is.
 */
export function subtract(
  rule: Rule,
  others: RuleSet,
  { most = Number.POSITIVE_INFINITY, spend }: { readonly most?: number; readonly spend?: Spend } = {},
): readonly Rule[] {
  const left = (part: IndexedPart): readonly Rule[] =>
    part.compare(rule, spend)?.missingRules(most) ?? [part.partOf(rule)]
  return [...(allowsResources(rule) ? left(others.resources) : []), ...(allowsPaths(rule) ? left(others.paths) : [])]
}
