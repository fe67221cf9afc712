import {
  type Attributes,
  AUTHENTICATION_GROUP,
  combinedResource,
  extraKeyOf,
  isIdentityInNoNamespace,
  isIdentityVerb,
  mayBeName,
  RULE_LISTS,
  type Rule,
  type RuleList,
} from '../kube/index.ts'

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

/**
 * A service account that a rule lets its subjects act as by name, and the verb; of an account without a namespace, so in each where
 * the rule counts. Undefined for a rule of other identities, and where no check asks for its names.
 */
export function accountNamed(rule: Rule): { readonly name: string; readonly verb: string } | undefined {
  const name = rule.resourceNames.find((one) => mayBeName('serviceaccounts', one))
  const isFor = ({ verb, apiGroup, resource }: Action) =>
    verbMatches(rule, verb) && rule.resources.includes(resource) && apiGroupMatches(rule, apiGroup)
  const asked = ACTING_AS_ACCOUNT.find(isFor)
  return name === undefined || asked === undefined ? undefined : { name, verb: asked.verb }
}

const ACTING_AS_ACCOUNT: readonly Action[] = [
  { verb: 'impersonate', apiGroup: '', resource: 'serviceaccounts' },
  { verb: 'impersonate:serviceaccount', apiGroup: AUTHENTICATION_GROUP, resource: 'serviceaccounts' },
]

/** The values of a list of a rule. A long list may be kept as a set. */
export interface Values {
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
    const key = extraKeyOf(resource) ?? /^\*\/(.+)$/s.exec(resource)?.[1]
    return key ? [key] : []
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
function withGrantedVerbs<Of extends Rule>(rule: Of): Of {
  const verbs = grantedVerbs(rule)
  return verbs.length === rule.verbs.length ? rule : { ...rule, verbs }
}

/**
 * Whether the API server asks for an action only in no namespace, so that no RoleBinding grants it to a request: a check of an
 * identity, other than a service account (Go: `pkg/endpoints/filters/impersonation`). Wildcards are about other checks, too.
 */
export function isAskedInNoNamespace({ verb, apiGroup, resource }: Action): boolean {
  return isIdentityVerb(verb) && isIdentityInNoNamespace(resource) && isIdentityGroup(apiGroup)
}

function isIdentityGroup(apiGroup: string): boolean {
  return apiGroup === '' || apiGroup === AUTHENTICATION_GROUP
}

/** The parts of a rule that grant something to requests, in the scope of a binding: in a namespace, or everywhere where that is empty. */
export function grantedParts<Of extends Rule>(rule: Of, namespace: string): readonly Of[] {
  const granted = withGrantedVerbs(rule)
  const { verbs, apiGroups, resources } = granted
  const [inGroups, ofResources] = [apiGroups.filter(isIdentityGroup), resources.filter(isIdentityInNoNamespace)]
  const others = verbs.filter((verb) => !isIdentityVerb(verb))
  if (namespace === '' || others.length === verbs.length || inGroups.length === 0 || ofResources.length === 0)
    return [granted]
  const identity = { ...granted, verbs: verbs.filter(isIdentityVerb) }
  // No two parts have a combination in common.
  const parts: readonly Of[] = [
    { ...granted, verbs: others },
    { ...identity, resources: resources.filter((one) => !ofResources.includes(one)) },
    { ...identity, resources: ofResources, apiGroups: apiGroups.filter((one) => !inGroups.includes(one)) },
  ]
  return parts.filter(allowsResources)
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
export function allowsResources({ verbs, apiGroups, resources }: Rule): boolean {
  return verbs.length > 0 && apiGroups.length > 0 && resources.some(canBeRequested)
}

/** Whether a rule allows some request for a path. */
export function allowsPaths({ verbs, nonResourceURLs }: Rule): boolean {
  return verbs.length > 0 && nonResourceURLs.length > 0
}

/** No request is for `pods/`: it has a subresource that is not empty, or no slash. */
function canBeRequested(resource: string): boolean {
  return !resource.includes('/') || subresourceIn(resource) !== ''
}

/** A key of an index of rules. For resource names, undefined is the key of rules for every name and of requests without one. */
export type RuleKey = string | undefined

/** A list of rules as a level of an index: the keys of a rule, and the keys of rules that match a value. */
export interface RuleLevel {
  readonly keysOf: (rule: Rule) => readonly RuleKey[]
  readonly keysFor: (value: RuleKey) => readonly RuleKey[]
}

/** Values for each level. */
export type ValueLists = readonly (readonly RuleKey[])[]

/**
 * One of the two parts of a rule: that about resources, which allows each combination of its verbs, groups, resources and
 * names, or that about paths, which allows each combination of its verbs and paths. The API server refuses a role with a rule
 * that has both (Go: `ValidatePolicyRule`); a request that writes one is judged before that.
 */
export interface RulePart {
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
export const RESOURCES: RulePart = {
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
export const PATHS: RulePart = {
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
export function firstRule(branches: readonly RuleBranch[]): number | undefined {
  const firsts = branches.flatMap(({ rules }) => rules[0] ?? [])
  return firsts.length === 0 ? undefined : firsts.reduce((least, one) => Math.min(least, one))
}
