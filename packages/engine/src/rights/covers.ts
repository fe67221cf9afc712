import { RULE_LISTS, type Rule, type RuleList } from '../kube/index.ts'
import {
  apiGroupMatches,
  nonResourceURLMatches,
  resourceMatches,
  resourceNameMatches,
  subresourceIn,
  verbMatches,
} from './rule-matching.ts'

/** A rule that covers others, with its long lists as sets. */
export type CoveringRule = Readonly<Record<keyof Omit<Rule, 'nonResourceURLs'>, Values>> & Pick<Rule, 'nonResourceURLs'>

interface Values {
  readonly length: number
  readonly includes: (value: string) => boolean
}

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
