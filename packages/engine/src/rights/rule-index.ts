import { type Attributes, combinedResource, type Rule } from '../kube/index.ts'
import { PATHS, RESOURCES, type RuleKey, type RuleLevel } from './rule-part.ts'

/** The rules that share a key of each level above. They are split by the keys of the next level on first use. */
export class RuleBranch {
  #split: ReadonlyMap<RuleKey, RuleBranch> | undefined

  constructor(
    readonly all: readonly Rule[],
    /** Positions in `all`, ascending. */
    readonly rules: readonly number[],
    readonly levels: readonly RuleLevel[],
  ) {}

  /** The branch of the rules with a key. Calls `spend` with the number of keys that it reads. */
  at(key: RuleKey, spend?: (keys: number) => void): RuleBranch | undefined {
    this.#split ??= this.#splitByKeys(spend)
    return this.#split.get(key)
  }

  #splitByKeys(spend?: (keys: number) => void): ReadonlyMap<RuleKey, RuleBranch> {
    const [level, ...below] = this.levels
    const byKey = new Map<RuleKey, number[]>()
    for (const index of this.rules) {
      const keys = new Set(level?.keysOf(this.all[index] as Rule))
      spend?.(keys.size)
      for (const key of keys) {
        const rules = byKey.get(key)
        if (rules === undefined) byKey.set(key, [index])
        else rules.push(index)
      }
    }
    // Keys with the same rules share a branch, so that the levels below are split once.
    const alike = new Map<string, RuleBranch>()
    return new Map(
      [...byKey].map(([key, rules]) => {
        const same = rules.join()
        const branch = alike.get(same) ?? new RuleBranch(this.all, rules, below)
        alike.set(same, branch)
        return [key, branch] as const
      }),
    )
  }
}

/** Finds the first rule that allows a request, with the result of calling `ruleAllows` for one rule after the other. */
export class RuleIndex {
  readonly #resources: RuleBranch
  readonly #pathLevels: readonly RuleLevel[]
  readonly #paths: RuleBranch

  constructor(rules: readonly Rule[]) {
    const all = rules.map((_, index) => index)
    this.#resources = new RuleBranch(rules, all, RESOURCES.levelsOf(rules))
    this.#pathLevels = PATHS.levelsOf(rules)
    this.#paths = new RuleBranch(rules, all, this.#pathLevels)
  }

  /** The position of the first rule that allows a review. */
  firstAllowing(attributes: Attributes): number | undefined {
    const { apiGroup, verb, name, path, subresource } = attributes
    if (!attributes.isResourceRequest) {
      const [paths, verbs] = this.#pathLevels
      return first(this.#paths, [paths?.keysFor(path) ?? [], verbs?.keysFor(verb) ?? []])
    }
    // A slash in `resource` itself does not begin a subresource.
    const resource = ['*', combinedResource(attributes), ...(subresource === '' ? [] : [`*/${subresource}`])]
    return first(this.#resources, [['*', apiGroup], resource, ['*', verb], [undefined, name]])
  }
}

function first(branch: RuleBranch, keys: readonly (readonly RuleKey[])[]): number | undefined {
  let branches: readonly RuleBranch[] = [branch]
  for (const any of keys) branches = branches.flatMap((one) => any.flatMap((key) => one.at(key) ?? []))
  return firstRule(branches)
}

/** The position of the first rule in several branches. */
export function firstRule(branches: readonly RuleBranch[]): number | undefined {
  const firsts = branches.flatMap(({ rules }) => rules[0] ?? [])
  return firsts.length === 0 ? undefined : firsts.reduce((least, one) => Math.min(least, one))
}
