import { pathLevels, RESOURCE_LEVELS, RuleBox, RuleBranch, type ValueLists } from '../authorizers/index.ts'
import type { RuleParts } from '../trace/index.ts'

type ListName = 'apiGroups' | 'resources' | 'verbs' | 'resourceNames' | 'nonResourceURLs'

/** Beyond so many rules, a rule is not compared with every other one. */
const MOST_COMPARED = 300

/** The same simple rules as few rules: none that another covers, and those joined that differ in one list alone. */
export function folded(rules: readonly RuleParts[]): readonly RuleParts[] {
  let left: readonly RuleParts[] = rules.map(withoutCoveredValues)
  if (left.length <= MOST_COMPARED) left = withoutCovered(left)
  while (left.length > 1) {
    const joined = LISTS.reduce(joinedIn, left)
    if (joined.length === left.length) return joined
    left = joined
  }
  return left
}

const LISTS: readonly ListName[] = ['verbs', 'resourceNames', 'nonResourceURLs', 'resources', 'apiGroups']

/** Joins the rules that differ in this list alone. */
function joinedIn(rules: readonly RuleParts[], list: ListName): readonly RuleParts[] {
  const joined = new Map<string, RuleParts>()
  for (const rule of rules) {
    // No names are all names, which no list of names joins.
    const isAll = list === 'resourceNames' && rule.resourceNames.length === 0
    const key = JSON.stringify([...LISTS.map((one) => (one === list ? 0 : rule[one].toSorted())), isAll])
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

function withoutCovered(rules: readonly RuleParts[]): readonly RuleParts[] {
  return rules.filter((rule, i) => {
    return !rules.some((other, j) => i !== j && covers(other, rule) && (j < i || !covers(rule, other)))
  })
}

function covers(wide: RuleParts, rule: RuleParts): boolean {
  const isPath = rule.nonResourceURLs.length > 0
  const levels = isPath ? pathLevels([wide]) : RESOURCE_LEVELS
  return (
    new RuleBox(valuesOf(rule, isPath), levels, new RuleBranch([wide], [0], levels), () => {
      // Both rules are within the limits already.
    }).missing === 0
  )
}

function valuesOf(
  { apiGroups, resources, verbs, resourceNames, nonResourceURLs }: RuleParts,
  isPath: boolean,
): ValueLists {
  if (isPath) return [nonResourceURLs, verbs]
  return [apiGroups, resources, verbs, resourceNames.length === 0 ? [undefined] : resourceNames]
}

/** The rule without the values beside a wildcard that covers them. */
function withoutCoveredValues(rule: RuleParts): RuleParts {
  const only = (values: readonly string[]) => (values.includes('*') ? ['*'] : values)
  const resources = only(rule.resources)
  const subresources = new Set(resources.filter((resource) => resource.startsWith('*/')))
  return {
    ...rule,
    verbs: only(rule.verbs),
    apiGroups: only(rule.apiGroups),
    resources: resources.filter((one) => one.startsWith('*/') || !subresources.has(`*${one.slice(one.indexOf('/'))}`)),
    nonResourceURLs: only(rule.nonResourceURLs),
  }
}
