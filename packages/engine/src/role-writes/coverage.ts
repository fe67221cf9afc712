import {
  firstRule,
  pathLevels,
  RESOURCE_LEVELS,
  RuleBranch,
  type RuleKey,
  type RuleLevel,
} from '../authorizers/index.ts'
import type { RuleParts } from '../trace/index.ts'
import type { WriteBudget } from './write-budget.ts'

/** A simple rule of one verb and one resource, name or URL, and the position of the first held rule that covers it. */
export interface SingleRule {
  readonly rule: RuleParts
  readonly coveredBy?: number
}

/** A selection of the simple rules of a rule. */
type Which = 'all' | 'covered' | 'missing'

/** The comparison of a rule with the rules that the user holds. */
export interface RuleCoverage {
  /** The number of its simple rules: verbs × groups × resources × names, and verbs × URLs. */
  readonly count: number
  /** The number of simple rules that no held rule covers. */
  readonly missing: number
  /** The simple rules, all or only the covered or missing ones, in the API server's order. */
  readonly singles: (which: Which) => Iterable<SingleRule>
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
      const ofResources = new Box([apiGroups, resources, verbs, names], RESOURCE_LEVELS, this.#resources, this.#spend)
      const ofPaths = new Box([nonResourceURLs, verbs], this.#pathLevels, this.#paths, this.#spend)
      return {
        count: ofResources.whole.count + ofPaths.whole.count,
        missing: ofResources.whole.missing + ofPaths.whole.missing,
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

/** A part of a box, after values have been chosen for the upper levels. */
interface Part {
  readonly count: number
  readonly missing: number
  /** The part for each value of the next level. Absent where a value has been chosen for every level. */
  readonly next?: readonly Part[]
  readonly coveredBy?: number
}

/** All combinations of the values of some levels, compared with the held rules. */
class Box {
  readonly whole: Part
  readonly #known = new Map<string, Part>()
  readonly #numbers = new Map<RuleBranch, number>()

  constructor(
    readonly lists: readonly (readonly RuleKey[])[],
    readonly levels: readonly RuleLevel[],
    held: RuleBranch,
    readonly spend: (values: number) => void,
  ) {
    this.whole = this.#partOf(0, [held])
  }

  /** `branches` lead to the rules that cover the values chosen so far. The part below depends only on them. */
  #partOf(depth: number, branches: readonly RuleBranch[]): Part {
    const key = `${depth} ${branches.map((branch) => this.#numberOf(branch)).join()}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const part = this.#madeOf(depth, branches)
    this.#known.set(key, part)
    return part
  }

  #madeOf(depth: number, branches: readonly RuleBranch[]): Part {
    const level = this.levels[depth]
    if (level === undefined) {
      const coveredBy = firstRule(branches)
      return { count: 1, missing: coveredBy === undefined ? 1 : 0, ...(coveredBy !== undefined && { coveredBy }) }
    }
    let count = 0
    let missing = 0
    const next = (this.lists[depth] ?? []).map((value) => {
      const keys = new Set(level.keysFor(value))
      this.spend(1 + keys.size * branches.length)
      const below = new Set(branches.flatMap((branch) => [...keys].flatMap((key) => branch.at(key, this.spend) ?? [])))
      const part = this.#partOf(depth + 1, [...below])
      count += part.count
      missing += part.missing
      return part
    })
    return { count, missing, next }
  }

  #numberOf(branch: RuleBranch): number {
    const known = this.#numbers.get(branch) ?? this.#numbers.size
    this.#numbers.set(branch, known)
    return known
  }

  *singles(which: Which): Generator<{ readonly values: readonly RuleKey[]; readonly coveredBy?: number }> {
    yield* this.#singlesIn(this.whole, which, [])
  }

  *#singlesIn(
    part: Part,
    which: Which,
    values: readonly RuleKey[],
  ): Generator<{ readonly values: readonly RuleKey[]; readonly coveredBy?: number }> {
    if (part.count === (which === 'missing' ? part.count - part.missing : which === 'covered' ? part.missing : 0))
      return
    if (part.next === undefined) {
      yield { values, ...(part.coveredBy !== undefined && { coveredBy: part.coveredBy }) }
      return
    }
    const list = this.lists[values.length] ?? []
    for (const [index, below] of part.next.entries()) yield* this.#singlesIn(below, which, [...values, list[index]])
  }
}
