import { RULE_LISTS, type Rule } from '../kube/index.ts'
import { RuleSet, type SimpleRule } from '../rights/index.ts'
import type { WriteBudget } from './write-budget.ts'

/** The comparison of a rule with the rules that the user holds. */
export interface RuleCoverage {
  /** The number of its simple rules: verbs × groups × resources × names, and verbs × URLs. */
  readonly count: number
  /** The number of simple rules that no held rule covers. */
  readonly missing: number
  /** The simple rules, all or only the covered or missing ones, in the API server's order. */
  readonly singles: (which: 'all' | 'covered' | 'missing') => Iterable<SimpleRule>
}

/**
 * The rules that a user holds. Finds the held rule that covers each simple rule of another rule (Go: `BreakdownRule` in
 * `k8s.io/component-helpers/auth/rbac/validation`, `ruleCovers`), as far as a budget lasts.
 */
export class HeldRulesIndex {
  readonly #budget: WriteBudget
  /** Undefined where the budget had not enough left for the index. */
  readonly #held: RuleSet | undefined

  constructor(held: readonly Rule[], budget: WriteBudget) {
    this.#budget = budget
    const work = COMPARISONS_FOR_A_VALUE * held.reduce((sum, one) => sum + valuesOf(one), 0)
    // Unlike the authorizer, `ruleCovers` compares the names for paths too, and a simple rule for a path has none.
    const coversPaths = ({ resourceNames }: Rule): boolean => resourceNames.length === 0
    this.#held = budget.spendComparisons(work) ? new RuleSet(held, coversPaths) : undefined
  }

  /** Undefined where the budget has too few comparisons left. */
  coverageOf(rule: Rule): RuleCoverage | undefined {
    const spend = (values: number): boolean => this.#budget.spendComparisons(values)
    const resources = this.#held?.resources.compare(rule, spend)
    const paths = resources && this.#held?.paths.compare(rule, spend)
    if (resources === undefined || paths === undefined) return undefined
    return {
      count: resources.count + paths.count,
      missing: resources.missing + paths.missing,
      *singles(which) {
        yield* resources.singles(which)
        yield* paths.singles(which)
      },
    }
  }
}

/** Indexing a value takes about as long as so many comparisons. */
const COMPARISONS_FOR_A_VALUE = 3

function valuesOf(rule: Rule): number {
  return RULE_LISTS.reduce((sum, list) => sum + rule[list].length, 0)
}
