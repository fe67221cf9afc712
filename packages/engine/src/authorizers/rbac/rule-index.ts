import { type Attributes, combinedResource, type PolicyRule } from '../../kube/index.ts'
import { withoutStars } from './rule-matching.ts'

/** A rule with what it allows and without where it is written. */
export type IndexedRule = Pick<PolicyRule, 'verbs' | 'apiGroups' | 'resources' | 'resourceNames' | 'nonResourceURLs'>

/** What rules are found by. Of a resource name: undefined for a rule about every name, and for a request about none. */
export type RuleKey = string | undefined

/** One of the lists of a rule: under which keys the rule is found, and which keys find the rules that cover a value. */
export interface RuleLevel {
  readonly keysOf: (rule: IndexedRule) => readonly RuleKey[]
  readonly keysFor: (value: RuleKey) => readonly RuleKey[]
}

const VERBS: RuleLevel = { keysOf: ({ verbs }) => verbs, keysFor: (verb) => ['*', verb] }

/** Rules about resources, by group, resource, verb and name. */
export const RESOURCE_LEVELS: readonly RuleLevel[] = [
  { keysOf: ({ apiGroups }) => apiGroups, keysFor: (group) => ['*', group] },
  {
    keysOf: ({ resources }) => resources,
    keysFor: (resource = '') => {
      const slash = resource.indexOf('/')
      return slash === -1 ? ['*', resource] : ['*', resource, `*/${resource.slice(slash + 1)}`]
    },
  },
  VERBS,
  {
    keysOf: ({ resourceNames }) => (resourceNames.length === 0 ? [undefined] : resourceNames),
    keysFor: (name) => [undefined, name],
  },
]

/** Rules about paths, by URL and verb. URLs that end in stars are found by what is before those, too. */
export function pathLevels(rules: readonly IndexedRule[]): readonly RuleLevel[] {
  const keysOf = ({ nonResourceURLs }: IndexedRule): readonly string[] =>
    nonResourceURLs.flatMap((url) => (url.endsWith('*') ? [`=${url}`, `^${withoutStars(url)}`] : [`=${url}`]))
  const lengths = new Set(
    rules.flatMap(({ nonResourceURLs }) =>
      nonResourceURLs.filter((url) => url.endsWith('*')).map((url) => withoutStars(url).length),
    ),
  )
  const keysFor = (url = ''): readonly string[] => [
    `=${url}`,
    ...[...lengths].filter((length) => length <= url.length).map((length) => `^${url.slice(0, length)}`),
  ]
  return [{ keysOf, keysFor }, VERBS]
}

/** Rules that agree in a key of each level above, split by the keys of the next level when it is asked for. */
export class RuleBranch {
  #split: ReadonlyMap<RuleKey, RuleBranch> | undefined

  constructor(
    readonly all: readonly IndexedRule[],
    /** Positions in `all`, ascending. */
    readonly rules: readonly number[],
    readonly levels: readonly RuleLevel[],
  ) {}

  /** The branch of the rules that are found under a key. `spend` is told how many keys are looked at. */
  at(key: RuleKey, spend?: (keys: number) => void): RuleBranch | undefined {
    this.#split ??= this.#splitByKeys(spend)
    return this.#split.get(key)
  }

  #splitByKeys(spend?: (keys: number) => void): ReadonlyMap<RuleKey, RuleBranch> {
    const [level, ...below] = this.levels
    const byKey = new Map<RuleKey, number[]>()
    for (const index of this.rules) {
      const keys = new Set(level?.keysOf(this.all[index] as IndexedRule))
      spend?.(keys.size)
      for (const key of keys) {
        const rules = byKey.get(key)
        if (rules === undefined) byKey.set(key, [index])
        else rules.push(index)
      }
    }
    // Keys of the same rules share a branch, so that what is below is split once.
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

/** Finds the first of many rules that allows a request, as `ruleAllows` asked of one after the other would. */
export class RuleIndex {
  readonly #resources: RuleBranch
  readonly #pathLevels: readonly RuleLevel[]
  readonly #paths: RuleBranch

  constructor(rules: readonly IndexedRule[]) {
    const all = rules.map((_, index) => index)
    this.#resources = new RuleBranch(rules, all, RESOURCE_LEVELS)
    this.#pathLevels = pathLevels(rules)
    this.#paths = new RuleBranch(rules, all, this.#pathLevels)
  }

  /** Its position. */
  firstAllowing(attributes: Attributes): number | undefined {
    const { apiGroup, verb, name, path, subresource } = attributes
    if (!attributes.isResourceRequest) {
      const [paths, verbs] = this.#pathLevels
      return first(this.#paths, [paths?.keysFor(path) ?? [], verbs?.keysFor(verb) ?? []])
    }
    // A slash in the name of a resource begins no subresource here.
    const resource = ['*', combinedResource(attributes), ...(subresource === '' ? [] : [`*/${subresource}`])]
    return first(this.#resources, [['*', apiGroup], resource, ['*', verb], [undefined, name]])
  }
}

function first(branch: RuleBranch, keys: readonly (readonly RuleKey[])[]): number | undefined {
  let branches: readonly RuleBranch[] = [branch]
  for (const any of keys) branches = branches.flatMap((one) => any.flatMap((key) => one.at(key) ?? []))
  return firstRule(branches)
}

/** The first of the rules of several branches. */
export function firstRule(branches: readonly RuleBranch[]): number | undefined {
  const firsts = branches.flatMap(({ rules }) => rules[0] ?? [])
  return firsts.length === 0 ? undefined : firsts.reduce((least, one) => Math.min(least, one))
}
