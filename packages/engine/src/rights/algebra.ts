import { RULE_LISTS, type Rule, type RuleList } from '../kube/index.ts'
import {
  allowsPaths,
  allowsResources,
  type CoveringRule,
  coveringRule,
  covers,
  firstRule,
  PATHS,
  pathMatches,
  RESOURCES,
  RuleBranch,
  type RuleKey,
  type RuleLevel,
  type RulePart,
  resourceMatches,
  type ValueLists,
} from './matching.ts'

/**
 * The requests that two rules both allow, as one rule; undefined where there are none. Of two values of a list, either one
 * covers the other or no request has both, so the narrower one of each such pair remains. Exact for the requests that a
 * server can get, as `covers` is.
 */
export function intersect(one: Rule, other: Rule): Rule | undefined {
  const verbs = commonWords(one.verbs, other.verbs)
  if (verbs.length === 0) return undefined
  const nonResourceURLs = narrower(one.nonResourceURLs, other.nonResourceURLs, pathMatches)
  const resources = commonResources(one, other)
  if (resources === undefined && nonResourceURLs.length === 0) return undefined
  return { verbs, ...(resources ?? NO_RESOURCES), nonResourceURLs }
}

/** Whether another rule can allow a part of some value of this one. */
export function hasInnerParts({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): boolean {
  if (verbs.includes('*')) return true
  return nonResourceURLs.length > 0
    ? nonResourceURLs.some((url) => url.endsWith('*'))
    : apiGroups.includes('*') || resources.some((one) => one.startsWith('*')) || resourceNames.length === 0
}

type ResourceLists = Pick<Rule, 'apiGroups' | 'resources' | 'resourceNames'>

const NO_RESOURCES: ResourceLists = { apiGroups: [], resources: [], resourceNames: [] }

function commonResources(one: Rule, other: Rule): ResourceLists | undefined {
  const apiGroups = commonWords(one.apiGroups, other.apiGroups)
  if (apiGroups.length === 0) return undefined
  const resources = narrower(one.resources, other.resources, (wide, narrow) =>
    resourceMatches({ resources: [wide] }, narrow),
  )
  if (resources.length === 0) return undefined
  const resourceNames = commonNames(one.resourceNames, other.resourceNames)
  return resourceNames && { apiGroups, resources, resourceNames }
}

function commonWords(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.includes('*')) return other
  return other.includes('*') ? one : inBoth(one, other)
}

/** No list is every name, and requests without a name; undefined where two lists have no name in common. */
function commonNames(one: readonly string[], other: readonly string[]): readonly string[] | undefined {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const common = inBoth(one, other)
  return common.length === 0 ? undefined : common
}

function inBoth(one: readonly string[], other: readonly string[]): readonly string[] {
  const values = new Set(other)
  return [...new Set(one)].filter((value) => values.has(value))
}

function narrower(
  one: readonly string[],
  other: readonly string[],
  includes: (wide: string, narrow: string) => boolean,
): readonly string[] {
  const common = one.flatMap((a) => other.flatMap((b) => (includes(a, b) ? [b] : includes(b, a) ? [a] : [])))
  return [...new Set(common)]
}

/** A part of a box, after values have been chosen for the upper levels. */
interface Part {
  readonly count: number
  readonly missing: number
  /** The part for each value of the next level. Absent where a value has been chosen for every level. */
  readonly next?: readonly Part[]
  readonly coveredBy?: number
}

class TooManyBoxes extends Error {}

/** A selection of simple rules. */
type Which = 'all' | 'covered' | 'missing'

/** A rule of one verb, and one group and resource with at most one name, or one path. */
export interface SimpleRule {
  readonly rule: Rule
  /** The position of the first of the other rules that covers it. Absent where none does. */
  readonly coveredBy?: number
}

/**
 * The simple rules of one part of a rule, which are all combinations of its values, compared with other rules without making
 * a list of them: values that the same rules cover are compared once.
 */
class RuleBox {
  readonly #whole: Part
  readonly #known = new Map<string, Part>()
  readonly #numbers = new Map<RuleBranch, number>()

  readonly #values: ValueLists
  readonly #levels: readonly RuleLevel[]

  /** Calls `spend` with the number of values that it compares; what that throws ends the comparison. */
  constructor(
    rule: Rule,
    readonly part: RulePart,
    others: RuleBranch,
    readonly spend: (values: number) => void,
  ) {
    this.#values = part.valuesOf(rule)
    this.#levels = others.levels
    this.#whole = this.#partOf(0, [others])
  }

  /** The number of simple rules. */
  get count(): number {
    return this.#whole.count
  }

  /** The number of simple rules that no other rule covers. */
  get missing(): number {
    return this.#whole.missing
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
    const level = this.#levels[depth]
    if (level === undefined) {
      const coveredBy = firstRule(branches)
      return { count: 1, missing: coveredBy === undefined ? 1 : 0, ...(coveredBy !== undefined && { coveredBy }) }
    }
    let count = 0
    let missing = 0
    const next = (this.#values[depth] ?? []).map((value) => {
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

  /**
   * The simple rules that no other rule covers, as rules that have no simple rule in common. Undefined where there are more
   * than `most` of them.
   */
  missingRules(most: number): readonly Rule[] | undefined {
    const known = new Map<Part, readonly ValueLists[]>()
    const boxesOf = (part: Part, depth: number): readonly ValueLists[] => {
      if (part.missing === 0) return []
      if (part.next === undefined) return [[]]
      const found = known.get(part)
      if (found !== undefined) return found
      // Values that leave the same combinations below them are in one box.
      const alike = new Map<string, { readonly values: RuleKey[]; readonly below: readonly ValueLists[] }>()
      for (const [index, inner] of part.next.entries()) {
        const below = boxesOf(inner, depth + 1)
        if (below.length === 0) continue
        const key = JSON.stringify(below)
        const same = alike.get(key) ?? { values: [], below }
        same.values.push(this.#values[depth]?.[index])
        alike.set(key, same)
      }
      const boxes = [...alike.values()].flatMap(({ values, below }) => below.map((lists) => [values, ...lists]))
      if (boxes.length > most) throw new TooManyBoxes()
      known.set(part, boxes)
      return boxes
    }
    try {
      return boxesOf(this.#whole, 0).map(this.part.ruleOf)
    } catch (error) {
      if (error instanceof TooManyBoxes) return undefined
      throw error
    }
  }

  /** Each simple rule of a selection, in the order of the lists. */
  *singles(which: Which): Generator<SimpleRule> {
    yield* this.#singlesIn(this.#whole, which, [])
  }

  *#singlesIn(part: Part, which: Which, values: readonly RuleKey[]): Generator<SimpleRule> {
    if (part.count === (which === 'missing' ? part.count - part.missing : which === 'covered' ? part.missing : 0))
      return
    if (part.next === undefined) {
      const rule = this.part.ruleOf(values.map((value) => [value]))
      yield { rule, ...(part.coveredBy !== undefined && { coveredBy: part.coveredBy }) }
      return
    }
    const list = this.#values[values.length] ?? []
    for (const [index, below] of part.next.entries()) yield* this.#singlesIn(below, which, [...values, list[index]])
  }
}

/** Is called with the number of values that are compared. Returns whether there may be more. */
type Spend = (values: number) => boolean

class TooMuchWork extends Error {}

/** One part of some rules, indexed to compare the same part of another rule with it. */
class IndexedPart {
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

/** Beyond so many rules, a rule is not compared with every other one. */
const MOST_COMPARED = 300

/**
 * Rules that allow the same as others, as few: none that another covers, and those joined that differ in one list alone. Each
 * is about resources or about paths. A rule that allows nothing is left out.
 */
export function fold(rules: readonly Rule[]): readonly Rule[] {
  let left: readonly Rule[] = rules.flatMap(partsOf).map(withoutCoveredValues)
  for (;;) {
    const needed = left.length <= MOST_COMPARED ? withoutCovered(left) : left
    const joined = JOINED_IN_ORDER.reduce(joinedIn, needed)
    if (joined.length === left.length) return joined
    left = joined
  }
}

/** Rules of one thing with many verbs read best, and rules of one verb for many groups worst. */
const JOINED_IN_ORDER: readonly RuleList[] = ['verbs', 'resourceNames', 'nonResourceURLs', 'resources', 'apiGroups']

/** The parts of a rule that allow something, each as a rule. */
function partsOf(rule: Rule): readonly Rule[] {
  return [
    ...(allowsResources(rule)
      ? [rule.nonResourceURLs.length === 0 ? rule : RESOURCES.ruleOf(RESOURCES.valuesOf(rule))]
      : []),
    ...(allowsPaths(rule) ? [PATHS.ruleOf(PATHS.valuesOf(rule))] : []),
  ]
}

/** Joins the rules that differ in this list alone. */
function joinedIn(rules: readonly Rule[], list: RuleList): readonly Rule[] {
  const joined = new Map<string, Rule>()
  for (const rule of rules) {
    // No names are all names, which no list of names joins.
    const isAll = list === 'resourceNames' && rule.resourceNames.length === 0
    const key = JSON.stringify([...RULE_LISTS.map((one) => (one === list ? 0 : rule[one].toSorted())), isAll])
    const same = joined.get(key)
    joined.set(
      key,
      same === undefined
        ? rule
        : withoutCoveredValues({ ...same, [list]: [...new Set([...same[list], ...rule[list]])] }),
    )
  }
  return [...joined.values()]
}

function withoutCovered(rules: readonly Rule[]): readonly Rule[] {
  const covering = rules.map(coveringRule)
  return rules.filter((rule, i) => {
    const own = covering[i] as CoveringRule
    return !rules.some(
      (other, j) => i !== j && covers(covering[j] as CoveringRule, rule) && (j < i || !covers(own, other)),
    )
  })
}

/** The rule without the values beside a wildcard that covers them. */
function withoutCoveredValues(rule: Rule): Rule {
  const only = (values: readonly string[]) => (values.includes('*') ? ['*'] : values)
  const resources = only(rule.resources)
  const subresources = new Set(resources.filter((resource) => resource.startsWith('*/')))
  return {
    ...rule,
    verbs: only(rule.verbs),
    apiGroups: only(rule.apiGroups),
    resources: resources.filter((one) => one.startsWith('*/') || !subresources.has(`*${one.slice(one.indexOf('/'))}`)),
    nonResourceURLs: withoutCoveredPaths(only(rule.nonResourceURLs)),
  }
}

function withoutCoveredPaths(urls: readonly string[]): readonly string[] {
  const prefixes = urls.filter((url) => url.endsWith('*'))
  return prefixes.length === 0
    ? urls
    : urls.filter((url, i) => {
        const wide = prefixes.find((prefix) => prefix !== url && pathMatches(prefix, url))
        return wide === undefined || (pathMatches(url, wide) && urls.indexOf(wide) > i)
      })
}
