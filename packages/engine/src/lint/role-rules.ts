import { type PolicyRule, REQUEST_VERBS, type Role } from '../kube/index.ts'
import type { LintedPolicy, ReportFound } from './finding.ts'
import type { KnownResources } from './known-resources.ts'
import { parts } from './known-resources.ts'
import { placeIn } from './rule-site.ts'
import { listed, quoted } from './words.ts'

/** Roles with more rules than this are not searched for rules that others cover: every rule is compared with every other. */
const MOST_RULES = 300

/** Rules of a role that another rule of it covers. */
export function lintCoveredRules(role: Role, { lineOf }: LintedPolicy, report: ReportFound): void {
  const { rules } = role
  if (rules.length < 2 || rules.length > MOST_RULES) return
  for (const [index, rule] of rules.entries()) {
    const by = rules.find((other, at) => at !== index && covers(other, rule) && (at < index || !covers(rule, other)))
    if (by === undefined) continue
    const line = lineOf(by.span)
    report({
      rule: 'covered-rule',
      at: { span: rule.span },
      message: `The rule in line ${line} grants all of this already.`,
      fix: 'Remove this rule, or the one that covers it where it grants too much.',
    })
  }
}

/** Whether each request that one rule allows is allowed by the other one as well. */
export function covers(one: PolicyRule, other: PolicyRule): boolean {
  if (other.nonResourceURLs.length > 0) {
    return (
      other.resources.length === 0 &&
      within(one.verbs, other.verbs) &&
      other.nonResourceURLs.every((url) => one.nonResourceURLs.some((wide) => wide === '*' || wide === url))
    )
  }
  if (other.resources.length === 0 || one.nonResourceURLs.length > 0) return false
  const names =
    one.resourceNames.length === 0 ||
    (other.resourceNames.length > 0 && within(one.resourceNames, other.resourceNames, false))
  return (
    names &&
    within(one.verbs, other.verbs) &&
    within(one.apiGroups, other.apiGroups) &&
    other.resources.every((resource) => coversResource(one.resources, resource))
  )
}

function within(wide: readonly string[], narrow: readonly string[], wildcards = true): boolean {
  return (wildcards && wide.includes('*')) || narrow.every((value) => wide.includes(value))
}

function coversResource(wide: readonly string[], resource: string): boolean {
  const [, subresource] = parts(resource)
  return wide.includes('*') || wide.includes(resource) || (subresource !== '' && wide.includes(`*/${subresource}`))
}

/** Verbs of requests for one namespace that are authorized in it (Go: `NewRequestInfo` takes the name as the namespace). */
const IN_ITS_NAMESPACE: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete'])

/** How much of a rule a Role or a RoleBinding can grant: the resources that are only of the whole cluster. */
export function clusterScopedIn(rule: PolicyRule, resources: KnownResources): readonly number[] {
  if (!rule.verbs.every((verb) => REQUEST_VERBS.includes(verb) || verb === '*')) return []
  return [...rule.resources.keys()].filter((index) => {
    const resource = rule.resources[index] ?? ''
    const [base] = parts(resource)
    // Any other group may have a resource of the name too.
    const found = rule.apiGroups.map((group) => (group === '*' ? undefined : resources.find(group, base)))
    const known = rule.apiGroups.every((group, at) => found[at] !== undefined || resources.isComplete(group))
    const served = found.filter((one) => one !== undefined)
    if (!known || served.length === 0 || served.some(({ namespaced }) => namespaced)) return false
    return base !== 'namespaces' || !rule.verbs.some((verb) => verb === '*' || IN_ITS_NAMESPACE.has(verb))
  })
}

/** Cluster-scoped resources in a Role: their requests have no namespace, and a Role grants only in its own. */
export function lintClusterScoped(role: Role, resources: KnownResources, report: ReportFound): void {
  if (role.kind !== 'Role') return
  for (const rule of role.rules) {
    const indexes = clusterScopedIn(rule, resources)
    const [first] = indexes
    if (first === undefined) continue
    const names = indexes.map((index) => rule.resources[index] ?? '')
    report({
      rule: 'cluster-scoped-in-role',
      at: placeIn({ rule }, 'resources', first),
      message: `${listed(names)} ${names.length === 1 ? 'is' : 'are'} cluster-scoped, and a Role grants only within its namespace.`,
      fix: 'Use a ClusterRole and a ClusterRoleBinding for it.',
    })
  }
}

const AGGREGATE_TO = 'rbac.authorization.k8s.io/aggregate-to-'

/** Labels that the aggregation of admin, edit and view almost selects: they select the value "true". */
export function lintAggregationLabels(role: Role, selected: ReadonlySet<string>, report: ReportFound): void {
  if (role.kind !== 'ClusterRole') return
  for (const [key, value] of role.labels) {
    const to = key.startsWith(AGGREGATE_TO) ? key.slice(AGGREGATE_TO.length) : undefined
    if (to === undefined || selected.has(key)) continue
    const place = { span: role.span, path: ['metadata', 'labels', key] }
    if (to === 'admin' || to === 'edit' || to === 'view') {
      if (value === 'true' || !/^(?:true|yes|on|1|y)$/i.test(value)) continue
      report({
        rule: 'aggregation-label',
        at: place,
        message: `ClusterRole ${quoted(to)} aggregates roles whose label ${quoted(key)} is “true”, and here it is ${quoted(value)}.`,
        fix: 'Write "true".',
        replace: ['true'],
      })
      continue
    }
    const meant = LABEL_SLIPS.get(to)
    if (meant === undefined) continue
    report({
      rule: 'aggregation-label',
      at: place,
      message: `No role that is known here aggregates the label ${quoted(key)}.`,
      fix: `Did you mean “${AGGREGATE_TO}${meant}”?`,
    })
  }
}

const LABEL_SLIPS: ReadonlyMap<string, string> = new Map([
  ['viewer', 'view'],
  ['viewers', 'view'],
  ['veiw', 'view'],
  ['editor', 'edit'],
  ['editors', 'edit'],
  ['admins', 'admin'],
  ['administrator', 'admin'],
])
