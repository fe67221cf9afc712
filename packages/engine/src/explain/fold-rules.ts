import { pathLevels, RESOURCE_LEVELS, type RuleKey, type RuleLevel, type ValueLists } from '../authorizers/index.ts'
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
  const compared = rules.map(comparable)
  return rules.filter((_, i) => {
    const rule = compared[i] as Comparable
    return !compared.some((other, j) => i !== j && covers(other, rule) && (j < i || !covers(rule, other)))
  })
}

/** A rule about resources or about paths, with the keys by which it covers values. */
interface Comparable {
  readonly levels: readonly RuleLevel[]
  readonly values: ValueLists
  readonly keys: readonly ReadonlySet<RuleKey>[]
  readonly isOfPaths: boolean
}

function comparable(rule: RuleParts): Comparable {
  const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = rule
  const isOfPaths = nonResourceURLs.length > 0
  const levels = isOfPaths ? pathLevels([rule]) : RESOURCE_LEVELS
  const values = isOfPaths
    ? [nonResourceURLs, verbs]
    : [apiGroups, resources, verbs, resourceNames.length === 0 ? [undefined] : resourceNames]
  return { levels, values, keys: levels.map(({ keysOf }) => new Set(keysOf(rule))), isOfPaths }
}

/** One rule covers another if it covers each value of every list: both are all combinations of their values. */
function covers(wide: Comparable, { values, isOfPaths }: Comparable): boolean {
  return (
    wide.isOfPaths === isOfPaths &&
    wide.levels.every(({ keysFor }, i) => {
      const keys = wide.keys[i] as ReadonlySet<RuleKey>
      return (values[i] ?? []).every((value) => keysFor(value).some((key) => keys.has(key)))
    })
  )
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
