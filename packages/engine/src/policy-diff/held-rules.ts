import { type BoundRoles, principalOf } from '../authorizers/index.ts'
import { folded, type Opened } from '../explain/index.ts'
import { missingGroups, type PolicyRule, serviceAccountUsername, type UserInfo, userInfo } from '../kube/index.ts'
import type { RuleParts } from '../trace/index.ts'
import { overlap } from './rule-overlap.ts'

/** A part of a rule that a subject holds in both policies. */
export interface HeldPart {
  /** Where it does; empty for every place that the rule is about. */
  readonly namespace: string
  readonly rule: RuleParts
}

type SubjectName = Opened['subject']

/** The subject alone, as a user: a name without its groups, or a member of one group. */
export function aloneOf({ kind, namespace, name }: SubjectName): UserInfo {
  if (kind === 'Group') return userInfo({ username: '', groups: [name] })
  return userInfo({ username: kind === 'User' ? name : serviceAccountUsername({ namespace, name }) })
}

/** The rules that subjects hold in one policy, by their names and by the groups that these imply. */
export class HeldRules {
  readonly #users = new Map<string, UserInfo>()
  readonly #everywhere = new Map<string, readonly PolicyRule[]>()
  readonly #within = new Map<string, readonly PolicyRule[]>()
  #namespaces: Map<string, Set<string>> | undefined

  constructor(readonly bound: BoundRoles) {}

  /** The parts of a rule that its subject holds here, folded. */
  partsOf({ subject, namespace, rule }: Opened): readonly HeldPart[] {
    if (!hasInnerParts(rule) && namespace !== '') return []
    const user = this.#userOf(subject)
    const everywhere = hasInnerParts(rule) ? overlaps(this.#clusterWide(user), rule) : []
    const here = namespace === '' || !hasInnerParts(rule) ? [] : overlaps(this.#rulesWithin(namespace, user), rule)
    const same = folded([...everywhere, ...here]).map((held) => ({ namespace: '', rule: held }))
    if (namespace !== '' || rule.nonResourceURLs.length > 0) return same
    const elsewhere = [...this.#namespacesOf(user)].sort().flatMap((one) =>
      folded(overlaps(this.#rulesWithin(one, user), rule))
        .filter((held) => !everywhere.some((wide) => sameRule(overlap(wide, held), held)))
        .map((held) => ({ namespace: one, rule: held })),
    )
    return [...same, ...elsewhere]
  }

  #userOf(subject: SubjectName): UserInfo {
    const key = JSON.stringify([subject.kind, subject.namespace, subject.name])
    const known = this.#users.get(key)
    if (known !== undefined) return known
    const alone = aloneOf(subject)
    const groups = subject.kind === 'Group' ? alone.groups : missingGroups(alone)
    const user = { ...alone, groups }
    this.#users.set(key, user)
    return user
  }

  #clusterWide(user: UserInfo): readonly PolicyRule[] {
    return kept(this.#everywhere, keyOf(user), () => this.#rulesOf(this.bound.clusterWide(user)))
  }

  #rulesWithin(namespace: string, user: UserInfo): readonly PolicyRule[] {
    return kept(this.#within, `${namespace}/${keyOf(user)}`, () => this.#rulesOf(this.bound.within(namespace, user)))
  }

  #rulesOf(grants: ReturnType<BoundRoles['clusterWide']>): readonly PolicyRule[] {
    const roles = new Set(grants.map(({ binding }) => this.bound.rulesOf(binding) ?? []))
    return [...roles].flatMap((rules) => rules.map(({ rule }) => rule))
  }

  /** The namespaces with a RoleBinding to a user. */
  #namespacesOf({ username, groups }: UserInfo): ReadonlySet<string> {
    this.#namespaces ??= namespacesBySubject(this.bound)
    const names = [`u:${username}`, ...groups.map((group) => `g:${group}`)]
    return new Set(names.flatMap((name) => [...(this.#namespaces?.get(name) ?? [])]))
  }
}

function namespacesBySubject({ bindings }: BoundRoles): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const binding of bindings) {
    if (binding.namespace === '') continue
    for (const subject of binding.subjects) {
      const principal = principalOf(subject, binding)
      if (principal === undefined) continue
      const key = principal.group === undefined ? `u:${principal.username}` : `g:${principal.group}`
      kept(found, key, () => new Set()).add(binding.namespace)
    }
  }
  return found
}

/** Whether another rule can allow a part of some value of this one. */
function hasInnerParts({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: RuleParts): boolean {
  return nonResourceURLs.length > 0
    ? verbs.includes('*') || nonResourceURLs.some((url) => url.endsWith('*'))
    : verbs.includes('*') ||
        apiGroups.includes('*') ||
        resources.some((one) => one.startsWith('*')) ||
        resourceNames.length === 0
}

function overlaps(held: readonly RuleParts[], rule: RuleParts): readonly RuleParts[] {
  return held.flatMap((one) => overlap(one, rule) ?? [])
}

/** Whether two rules list the same values. */
export function sameRule(one: RuleParts | undefined, other: RuleParts): boolean {
  return one !== undefined && ruleText(one) === ruleText(other)
}

/** A text that is equal for rules with the same values, in any order. */
export function ruleText(rule: RuleParts): string {
  return JSON.stringify(LISTS.map((list) => rule[list].toSorted()))
}

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const

function keyOf({ username, groups }: UserInfo): string {
  return JSON.stringify([username, groups])
}

function kept<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
