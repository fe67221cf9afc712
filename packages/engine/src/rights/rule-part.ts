import type { Rule } from '../kube/index.ts'
import { subresourceIn, withoutStars } from './rule-matching.ts'

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
