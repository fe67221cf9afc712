import { RULE_LISTS, type Rule, type RuleList } from '../kube/index.ts'
import { allowsPaths, allowsResources, type CoveringRule, coveringRule, covers } from './covers.ts'
import { pathMatches } from './rule-matching.ts'
import { PATHS, RESOURCES } from './rule-part.ts'

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
