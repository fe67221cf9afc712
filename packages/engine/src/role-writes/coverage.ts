import { pathLevels, RESOURCE_LEVELS, RuleBox, RuleBranch, type RuleLevel } from '../authorizers/index.ts'
import type { RuleParts } from '../trace/index.ts'
import type { WriteBudget } from './write-budget.ts'

/** A simple rule of one verb and one resource, name or URL, and the position of the first held rule that covers it. */
export interface SingleRule {
  readonly rule: RuleParts
  readonly coveredBy?: number
}

/** The comparison of a rule with the rules that the user holds. */
export interface RuleCoverage {
  /** The number of its simple rules: verbs × groups × resources × names, and verbs × URLs. */
  readonly count: number
  /** The number of simple rules that no held rule covers. */
  readonly missing: number
  /** The simple rules, all or only the covered or missing ones, in the API server's order. */
  readonly singles: (which: 'all' | 'covered' | 'missing') => Iterable<SingleRule>
}

/**
 * The rules that a user holds, indexed by group, resource, verb and name, and by URL. Finds the held rule that covers each
 * simple rule of another rule (Go: `BreakdownRule` in `k8s.io/component-helpers/auth/rbac/validation`, `ruleCovers`)
 * without making a list of the simple rules. Values that the same held rules cover are compared once.
 */
export class HeldRulesIndex {
  readonly #resources: RuleBranch
  readonly #paths: RuleBranch
  readonly #pathLevels: readonly RuleLevel[]
  readonly #spend: (values: number) => void
  /** Whether the budget had enough left for the index. */
  readonly #indexed: boolean

  constructor(held: readonly RuleParts[], budget: WriteBudget) {
    this.#spend = (values) => {
      if (!budget.spendComparisons(values)) throw new TooMuchWork()
    }
    this.#indexed = budget.spendComparisons(COMPARISONS_FOR_A_VALUE * held.reduce((sum, one) => sum + valuesOf(one), 0))
    const all = this.#indexed ? held.map((_, index) => index) : []
    this.#resources = new RuleBranch(held, all, RESOURCE_LEVELS)
    const unnamed = all.filter((index) => held[index]?.resourceNames.length === 0)
    this.#pathLevels = pathLevels(unnamed.map((index) => held[index] as RuleParts))
    this.#paths = new RuleBranch(held, unnamed, this.#pathLevels)
  }

  /** Undefined where the budget has too few comparisons left. */
  coverageOf(rule: RuleParts): RuleCoverage | undefined {
    if (!this.#indexed) return undefined
    const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = rule
    const names = resourceNames.length === 0 ? [undefined] : resourceNames
    try {
      const ofResources = new RuleBox(
        [apiGroups, resources, verbs, names],
        RESOURCE_LEVELS,
        this.#resources,
        this.#spend,
      )
      const ofPaths = new RuleBox([nonResourceURLs, verbs], this.#pathLevels, this.#paths, this.#spend)
      return {
        count: ofResources.count + ofPaths.count,
        missing: ofResources.missing + ofPaths.missing,
        *singles(which) {
          for (const { values, coveredBy } of ofResources.singles(which)) {
            const [group, resource, verb, name] = values as readonly [string, string, string, string | undefined]
            yield {
              rule: {
                verbs: [verb],
                apiGroups: [group],
                resources: [resource],
                resourceNames: name === undefined ? [] : [name],
                nonResourceURLs: [],
              },
              ...(coveredBy !== undefined && { coveredBy }),
            }
          }
          for (const { values, coveredBy } of ofPaths.singles(which)) {
            const [url, verb] = values as readonly [string, string]
            yield {
              rule: { verbs: [verb], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [url] },
              ...(coveredBy !== undefined && { coveredBy }),
            }
          }
        },
      }
    } catch (error) {
      if (error instanceof TooMuchWork) return undefined
      throw error
    }
  }
}

class TooMuchWork extends Error {}

/** Indexing a value takes about as long as so many comparisons. */
const COMPARISONS_FOR_A_VALUE = 3

function valuesOf({ apiGroups, resources, verbs, resourceNames, nonResourceURLs }: RuleParts): number {
  return apiGroups.length + resources.length + verbs.length + resourceNames.length + nonResourceURLs.length
}
