import type { PolicyRule, Role } from '../../kube/index.ts'
import { selectorMatches } from './label-selector.ts'

/** A rule in force in a role, and the role whose text it stands in. */
export interface RuleInForce {
  readonly rule: PolicyRule
  readonly role: Role
  /** Position among the rules written in `role`, from 0. */
  readonly index: number
}

/**
 * The rules of each ClusterRole after the aggregation controller has come to rest: selector by selector, then by
 * role name, equal rules once, itself never (Go: `pkg/controller/clusterroleaggregation`). Where nothing matches,
 * the rules written by hand stay: the controller applies an empty list, and server-side apply of a list it never
 * owned takes nothing away.
 *
 * Roles that aggregate each other are swept in order of their names until nothing changes. Rules only ever travel
 * from where they are written, so that the sweep ends; the bound is the longest path a rule can take.
 */
export function aggregate(clusterRoles: ReadonlyMap<string, Role>): ReadonlyMap<string, readonly RuleInForce[]> {
  const inForce = new Map<string, readonly RuleInForce[]>()
  for (const [name, role] of clusterRoles)
    inForce.set(
      name,
      role.rules.map((rule, index) => ({ rule, role, index })),
    )

  const byName = [...clusterRoles.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  const aggregating = byName.filter((role) => role.aggregationRule !== undefined)
  const sources = aggregating.map((role) => sourcesOf(role, byName))
  for (let sweep = 0; sweep <= aggregating.length; sweep++) {
    let changed = false
    aggregating.forEach((role, i) => {
      const rules = unionOfRules((sources[i] as readonly Role[]).map((source) => inForce.get(source.name) ?? []))
      if (rules.length === 0 || sameRules(rules, inForce.get(role.name) ?? [])) return
      inForce.set(role.name, rules)
      changed = true
    })
    if (!changed) break
  }
  return inForce
}

function sourcesOf(role: Role, byName: readonly Role[]): readonly Role[] {
  return (role.aggregationRule?.clusterRoleSelectors ?? []).flatMap((selector) =>
    byName.filter((candidate) => candidate.name !== role.name && selectorMatches(selector, candidate.labels)),
  )
}

function unionOfRules(lists: readonly (readonly RuleInForce[])[]): readonly RuleInForce[] {
  const seen = new Map<string, RuleInForce>()
  for (const list of lists) {
    for (const entry of list) {
      const key = ruleKey(entry.rule)
      if (!seen.has(key)) seen.set(key, entry)
    }
  }
  return [...seen.values()]
}

function sameRules(a: readonly RuleInForce[], b: readonly RuleInForce[]): boolean {
  return a.length === b.length && a.every((entry, i) => ruleKey(entry.rule) === ruleKey((b[i] as RuleInForce).rule))
}

/** Equal for rules that upstream's semantic equality calls equal: same lists in the same order. */
function ruleKey(rule: PolicyRule): string {
  return JSON.stringify([rule.verbs, rule.apiGroups, rule.resources, rule.resourceNames, rule.nonResourceURLs])
}
