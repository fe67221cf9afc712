import { type Attributes, combinedResource, RULE_LISTS, type Rule, type RuleList } from '../kube/index.ts'

/**
 * Whether a rule allows a review (Go: `plugin/pkg/auth/authorizer/rbac.RuleAllows` and
 * `pkg/apis/rbac/v1/evaluation_helpers.go`). Verbs have no partial wildcards, and resource names have no wildcards.
 */
export function ruleAllows(rule: Rule, attributes: Omit<Attributes, 'user'>): boolean {
  if (!verbMatches(rule, attributes.verb)) return false
  return attributes.isResourceRequest
    ? apiGroupMatches(rule, attributes.apiGroup) &&
        resourceMatches(rule, combinedResource(attributes), attributes.subresource) &&
        resourceNameMatches(rule, attributes.name)
    : nonResourceURLMatches(rule, attributes.path)
}

/** A kind of request on resources, whatever the name of the object. */
export interface Action {
  readonly verb: string
  readonly apiGroup: string
  /** `resource`, or `resource/subresource`. */
  readonly resource: string
}

/** Whether a rule allows an action on an object of some name. */
export function ruleAllowsAction(rule: Rule, { verb, apiGroup, resource }: Action): boolean {
  return verbMatches(rule, verb) && apiGroupMatches(rule, apiGroup) && resourceMatches(rule, resource)
}

/** The values of a list of a rule. A long list may be kept as a set. */
interface Values {
  readonly length: number
  readonly includes: (value: string) => boolean
}

/*
 * Each of the following says whether a list of a rule matches a value: that of a request, or that of another rule, each of
 * whose requests the list matches then.
 */

/** Whether a rule has a verb, or `*`. */
export function verbMatches({ verbs }: { readonly verbs: Values }, verb: string): boolean {
  return verbs.includes('*') || verbs.includes(verb)
}

/** Whether a rule has an API group, or `*`. */
export function apiGroupMatches({ apiGroups }: { readonly apiGroups: Values }, group: string): boolean {
  return apiGroups.includes('*') || apiGroups.includes(group)
}

/**
 * Whether a rule has `resource` or `resource/subresource`, as rules write it. `*` is all, and `*` before `/sub` is that
 * subresource of every resource; all else, also `pods/*`, is compared literally. A review may have a slash in its resource,
 * which does not begin a subresource then: so a review passes its `subresource`.
 */
export function resourceMatches(
  { resources }: { readonly resources: Values },
  resource: string,
  subresource = subresourceIn(resource),
): boolean {
  return (
    resources.includes('*') ||
    resources.includes(resource) ||
    (subresource !== '' && resources.includes(`*/${subresource}`))
  )
}

/** The subresource of `resource/subresource`: the text after the first slash. Empty where there is none. */
function subresourceIn(resource: string): string {
  const slash = resource.indexOf('/')
  return slash === -1 ? '' : resource.slice(slash + 1)
}

/** Whether a rule is for an object of a name, or for every name; the name of a request without a name is empty. */
export function resourceNameMatches({ resourceNames }: { readonly resourceNames: Values }, name: string): boolean {
  return resourceNames.length === 0 || resourceNames.includes(name)
}

/** Whether a rule has a path, or a prefix of it that ends in `*`. */
export function nonResourceURLMatches(
  { nonResourceURLs }: { readonly nonResourceURLs: readonly string[] },
  path: string,
): boolean {
  return nonResourceURLs.some((url) => pathMatches(url, path))
}

/** Equal, or a prefix that ends in `*`. Upstream trims every trailing `*`, so `/a**` covers `/a`. */
export function pathMatches(url: string, path: string): boolean {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(withoutStars(url)))
}

/** A URL without the stars at its end. `/\*+$/` would take quadratic time for a text with many other stars. */
export function withoutStars(url: string): string {
  let end = url.length
  while (url.charAt(end - 1) === '*') end--
  return url.slice(0, end)
}

/** Values that a rule allows; `any` where it allows every one. */
export type Names = 'any' | readonly string[]

/** Whether names include one. */
export function includesName(names: Names, name: string): boolean {
  return names === 'any' || names.includes(name)
}

/** The names of objects that a rule allows. */
export function allowedNames({ resourceNames }: Pick<Rule, 'resourceNames'>): Names {
  return resourceNames.length === 0 ? 'any' : resourceNames
}

/** The rest of each verb of a rule after a prefix, as in `impersonate-on:‹mode›:‹verb›`. It is empty for a request without a verb. */
export function verbsAfter({ verbs }: Pick<Rule, 'verbs'>, prefix: string): Names {
  if (verbs.includes('*')) return 'any'
  return verbs.flatMap((verb) => (verb.startsWith(prefix) ? [verb.slice(prefix.length)] : []))
}

/** The extra keys whose checks, on `userextras/‹key›`, the resources of a rule match. For an empty key that is `userextras`. */
export function extraKeys({ resources }: Pick<Rule, 'resources'>): Names {
  if (resources.includes('*')) return 'any'
  return resources.flatMap((resource) => {
    if (resource === 'userextras') return ['']
    const key = /^(?:userextras|\*)\/(.+)$/s.exec(resource)?.[1]
    return key === undefined ? [] : [key]
  })
}

/** A text of what RBAC sees of a review by a user: equal for reviews that it cannot tell apart. */
export function reviewKey(review: Attributes): string {
  const { user, verb, isResourceRequest, apiGroup, resource, subresource, namespace, name, path } = review
  const what = isResourceRequest ? [apiGroup, resource, subresource, namespace, name] : [path]
  return JSON.stringify([user.username, verb, ...what])
}

/**
 * Whether a request with a verb on whole objects names one: `never`, where the path has no place for it; `applied`, where only a
 * server-side apply or a PUT that creates the object does, for which the API server checks `create` with its name; or it `may`:
 * a `list` or `watch` does with the field selector `metadata.name` (Go: `RequestInfoFactory.NewRequestInfo`; `patch.go` and
 * `update.go` of the handlers). An action of constrained impersonation is checked as its request names the object.
 */
export function namingOf(verb: string): 'never' | 'applied' | 'may' {
  const [, action = verb] = /^impersonate-on:(?:[^:]*:)?([^:]*)$/.exec(verb) ?? []
  return action === 'deletecollection' ? 'never' : action === 'create' ? 'applied' : 'may'
}

/** The verbs that a rule grants to any request: where it lists names, those whose requests may name an object. */
export function grantedVerbs({ verbs, resourceNames }: Pick<Rule, 'verbs' | 'resourceNames'>): readonly string[] {
  // The empty name is that of requests without one.
  if (resourceNames.length === 0 || resourceNames.includes('')) return verbs
  return verbs.filter((verb) => namingOf(verb) !== 'never')
}

/** A rule without the verbs that it grants to no request. */
export function withGrantedVerbs<Of extends Rule>(rule: Of): Of {
  const verbs = grantedVerbs(rule)
  return verbs.length === rule.verbs.length ? rule : { ...rule, verbs }
}

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

/** A rule that covers others, with its long lists as sets. */
export type CoveringRule = Readonly<Record<keyof Omit<Rule, 'nonResourceURLs'>, Values>> & Pick<Rule, 'nonResourceURLs'>

/** From this length on, looking in a set is faster than looking through a list. */
const LONG = 16

/** The rule for many comparisons by {@link covers}: for a single one the rule itself will do. */
export function coveringRule(rule: Rule): CoveringRule {
  return {
    verbs: withSet(rule.verbs),
    apiGroups: withSet(rule.apiGroups),
    resources: withSet(rule.resources),
    resourceNames: withSet(rule.resourceNames),
    nonResourceURLs: rule.nonResourceURLs,
  }
}

function withSet(list: readonly string[]): Values {
  if (list.length < LONG) return list
  const values = new Set(list)
  return { length: values.size, includes: (value) => values.has(value) }
}

/**
 * Whether one rule allows every request that the other allows: it has the verbs, groups, resources and names of the other,
 * and its verbs and paths. A rule that allows nothing is covered by each. Upstream’s `ruleCovers`
 * (`k8s.io/component-helpers/auth/rbac/validation`) answers the same for valid rules.
 *
 * It is exact for the requests that a server can get: their resource has no slash, and their subresource is not empty where
 * there is a slash between the two. Only a SubjectAccessReview can ask about others.
 */
export function covers(one: CoveringRule, other: Rule): boolean {
  if (allowsResources(other) && !coversResources(one, other)) return false
  return (
    !allowsPaths(other) ||
    (coversVerbs(one, other) && other.nonResourceURLs.every((url) => nonResourceURLMatches(one, url)))
  )
}

function coversResources(one: CoveringRule, other: Rule): boolean {
  return (
    coversVerbs(one, other) &&
    other.apiGroups.every((group) => apiGroupMatches(one, group)) &&
    other.resources.every((resource) => resourceMatches(one, resource) || !canBeRequested(resource)) &&
    coversNames(one, other)
  )
}

function coversVerbs(one: CoveringRule, { verbs }: Rule): boolean {
  return verbs.every((verb) => verbMatches(one, verb))
}

/** Whether a rule is for each object of another one's names. No names are all names, and no list of names is as much. */
export function coversNames(
  one: Pick<CoveringRule, 'resourceNames'>,
  { resourceNames }: Pick<Rule, 'resourceNames'>,
): boolean {
  return resourceNames.length === 0
    ? one.resourceNames.length === 0
    : resourceNames.every((name) => resourceNameMatches(one, name))
}

/** Whether a rule allows every request on resources, as the first one of `cluster-admin` does. */
export function allowsEveryResource(rule: Rule): boolean {
  return coversResources(rule, {
    verbs: ['*'],
    apiGroups: ['*'],
    resources: ['*'],
    resourceNames: [],
    nonResourceURLs: [],
  })
}

/** The lists of a rule in which `*` is a wildcard, and which have it. In names it is an ordinary character. */
export function wildcardLists(rule: Rule): readonly RuleList[] {
  return RULE_LISTS.filter((list) => list !== 'resourceNames' && rule[list].includes('*'))
}

/** Whether a rule allows some request on resources. */
function allowsResources({ verbs, apiGroups, resources }: Rule): boolean {
  return verbs.length > 0 && apiGroups.length > 0 && resources.some(canBeRequested)
}

/** Whether a rule allows some request for a path. */
function allowsPaths({ verbs, nonResourceURLs }: Rule): boolean {
  return verbs.length > 0 && nonResourceURLs.length > 0
}

/** No request is for `pods/`: it has a subresource that is not empty, or no slash. */
function canBeRequested(resource: string): boolean {
  return !resource.includes('/') || subresourceIn(resource) !== ''
}

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

/** A key of an index of rules. For resource names, undefined is the key of rules for every name and of requests without one. */
type RuleKey = string | undefined

/** A list of rules as a level of an index: the keys of a rule, and the keys of rules that match a value. */
interface RuleLevel {
  readonly keysOf: (rule: Rule) => readonly RuleKey[]
  readonly keysFor: (value: RuleKey) => readonly RuleKey[]
}

/** Values for each level. */
type ValueLists = readonly (readonly RuleKey[])[]

/**
 * One of the two parts of a rule: that about resources, which allows each combination of its verbs, groups, resources and
 * names, or that about paths, which allows each combination of its verbs and paths. The API server refuses a role with a rule
 * that has both (Go: `ValidatePolicyRule`); a request that writes one is judged before that.
 */
interface RulePart {
  /** The levels of an index of some rules. */
  readonly levelsOf: (rules: readonly Rule[]) => readonly RuleLevel[]
  /** The values of a rule for each level. */
  readonly valuesOf: (rule: Rule) => ValueLists
  /** The rule that has such values. */
  readonly ruleOf: (values: ValueLists) => Rule
}

const VERBS: RuleLevel = { keysOf: ({ verbs }) => verbs, keysFor: (verb) => ['*', verb] }

/** By group, resource, verb and name. */
const RESOURCE_LEVELS: readonly RuleLevel[] = [
  { keysOf: ({ apiGroups }) => apiGroups, keysFor: (group) => ['*', group] },
  {
    keysOf: ({ resources }) => resources,
    keysFor: (resource = '') =>
      resource.includes('/') ? ['*', resource, `*/${subresourceIn(resource)}`] : ['*', resource],
  },
  VERBS,
  { keysOf: namesOf, keysFor: (name) => [undefined, name] },
]

function namesOf({ resourceNames }: Rule): readonly RuleKey[] {
  return resourceNames.length === 0 ? [undefined] : resourceNames
}

/** The part of a rule about resources. */
const RESOURCES: RulePart = {
  levelsOf: () => RESOURCE_LEVELS,
  valuesOf: (rule) => [rule.apiGroups, rule.resources, rule.verbs, namesOf(rule)],
  ruleOf: ([apiGroups = [], resources = [], verbs = [], names = []]) => ({
    verbs: texts(verbs),
    apiGroups: texts(apiGroups),
    resources: texts(resources),
    resourceNames: names.includes(undefined) ? [] : texts(names),
    nonResourceURLs: [],
  }),
}

/** The part of a rule about paths. */
const PATHS: RulePart = {
  levelsOf: pathLevels,
  valuesOf: ({ nonResourceURLs, verbs }) => [nonResourceURLs, verbs],
  ruleOf: ([urls = [], verbs = []]) => ({
    verbs: texts(verbs),
    apiGroups: [],
    resources: [],
    resourceNames: [],
    nonResourceURLs: texts(urls),
  }),
}

function texts(values: readonly RuleKey[]): readonly string[] {
  return values.filter((value) => value !== undefined)
}

/** By URL and verb. A URL that ends in stars also has the part before the stars as a key. */
function pathLevels(rules: readonly Rule[]): readonly RuleLevel[] {
  const keysOf = ({ nonResourceURLs }: Rule): readonly string[] =>
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

/** The rules that share a key of each level above. They are split by the keys of the next level on first use. */
class RuleBranch {
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
      return firstUnder(this.#paths, [paths?.keysFor(path) ?? [], verbs?.keysFor(verb) ?? []])
    }
    // A slash in `resource` itself does not begin a subresource.
    const resource = ['*', combinedResource(attributes), ...(subresource === '' ? [] : [`*/${subresource}`])]
    return firstUnder(this.#resources, [['*', apiGroup], resource, ['*', verb], [undefined, name]])
  }
}

function firstUnder(branch: RuleBranch, keys: readonly (readonly RuleKey[])[]): number | undefined {
  let branches: readonly RuleBranch[] = [branch]
  for (const any of keys) branches = branches.flatMap((one) => any.flatMap((key) => one.at(key) ?? []))
  return firstRule(branches)
}

/** The position of the first rule in several branches. */
function firstRule(branches: readonly RuleBranch[]): number | undefined {
  const firsts = branches.flatMap(({ rules }) => rules[0] ?? [])
  return firsts.length === 0 ? undefined : firsts.reduce((least, one) => Math.min(least, one))
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
