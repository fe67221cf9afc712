import type { LabelSelector, PolicyRule, Role } from '../kube/index.ts'
import { BeyondLimit, type SourceRange } from '../text/index.ts'
import { ruleKey } from './matching.ts'

/** Whether labels satisfy every requirement of a selector; an empty selector matches everything (Go: `metav1.LabelSelectorAsSelector`). */
export function selectorMatches(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  for (const [key, value] of selector.matchLabels) if (labels.get(key) !== value) return false
  return selector.matchExpressions.every(({ key, operator, values }) => {
    const value = labels.get(key)
    switch (operator) {
      case 'In':
        return value !== undefined && values.includes(value)
      case 'NotIn':
        return value === undefined || !values.includes(value)
      case 'Exists':
        return value !== undefined
      case 'DoesNotExist':
        return value === undefined
    }
  })
}

/** Whether the aggregation rule of a role selects another role. A role never selects itself. */
export function selects(role: Role, other: Role): boolean {
  return (
    other !== role &&
    other.kind === 'ClusterRole' &&
    (role.aggregationRule?.clusterRoleSelectors ?? []).some((selector) => selectorMatches(selector, other.labels))
  )
}

/** A rule that a role has after aggregation, and the role whose text contains it. */
export interface EffectiveRule {
  readonly rule: PolicyRule
  readonly role: Role
  /** Position among the rules of `role`, from 0. */
  readonly index: number
}

/** The rules of ClusterRoles after aggregation, each role computed on first use. */
export interface EffectiveRules {
  /**
   * The rules of the ClusterRole with a name; undefined if there is none. Throws `BeyondLimit` if the aggregation takes
   * more steps than `MOST_GATHERED`.
   */
  readonly get: (name: string) => readonly EffectiveRule[] | undefined
}

/** The most labels and rules that the aggregation of one role reads. This takes about a second. */
const MOST_GATHERED = 10_000_000

/**
 * The rules of each ClusterRole after the aggregation controller has finished (Go:
 * `pkg/controller/clusterroleaggregation`): selector by selector, then by role name; equal rules once; a role never
 * selects itself. If nothing matches, the role keeps the rules of its text: the controller applies an empty list, and
 * server-side apply of a list that it never owned removes nothing.
 *
 * For each role only the roles that it aggregates, directly or not, are read. Roles that aggregate each other in a cycle
 * are updated in the order of their names until nothing changes. This ends, because rules only spread from the roles that
 * contain them; the limit is the longest path of a rule.
 */
export function aggregate(
  clusterRoles: ReadonlyMap<string, Role>,
  rangeOf?: (role: Role) => SourceRange,
): EffectiveRules {
  return new Aggregation(clusterRoles, rangeOf)
}

/** The roles that a role aggregates, in order, each once, and the number of roles read to find them. */
interface Sources {
  readonly roles: readonly Role[]
  readonly work: number
}

class Aggregation implements EffectiveRules {
  readonly #roles: ReadonlyMap<string, Role>
  readonly #rangeOf: ((role: Role) => SourceRange) | undefined
  readonly #written = new Map<Role, readonly EffectiveRule[]>()
  readonly #sources = new Map<Role, Sources>()
  readonly #gathered = new Map<Role, readonly EffectiveRule[]>()
  /** Roles that aggregate the same roles share the result. */
  readonly #unions = new Map<string, readonly EffectiveRule[]>()
  readonly #keys = new Map<PolicyRule, number>()
  readonly #keyNumbers = new Map<string, number>()
  #labelled: LabelledRoles | undefined

  constructor(roles: ReadonlyMap<string, Role>, rangeOf: ((role: Role) => SourceRange) | undefined) {
    this.#roles = roles
    this.#rangeOf = rangeOf
  }

  get(name: string): readonly EffectiveRule[] | undefined {
    const role = this.#roles.get(name)
    if (role === undefined) return undefined
    if (role.aggregationRule === undefined) return this.#writtenIn(role)
    return this.#gathered.get(role) ?? this.#gather(role)
  }

  #gather(role: Role): readonly EffectiveRule[] {
    const work = { left: MOST_GATHERED, role }
    const order = this.#sourcesFirst(role, work)
    if (order === undefined) return this.#sweep(role, work)
    for (const one of order) {
      this.#spend(this.#rulesIn(this.#sourcesOf(one).roles), work)
      if (!this.#gathered.has(one)) this.#gathered.set(one, this.#gatheredFrom(one))
    }
    return this.#gathered.get(role) ?? []
  }

  /** The role, after all aggregating roles that it depends on. Undefined if there is a cycle among them. */
  #sourcesFirst(role: Role, work: Work): readonly Role[] | undefined {
    const done = new Set<Role>()
    const open = new Set<Role>()
    const path = [{ role, next: this.#aggregatingSources(role, work)[Symbol.iterator]() }]
    open.add(role)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const { value: source, done: atEnd } = last.next.next()
      if (atEnd) {
        open.delete(last.role)
        done.add(last.role)
        path.pop()
      } else if (open.has(source)) return undefined
      else if (!done.has(source)) {
        open.add(source)
        path.push({ role: source, next: this.#aggregatingSources(source, work)[Symbol.iterator]() })
      }
    }
    return [...done]
  }

  /** Updates a role and all roles that it depends on until nothing changes, as the controller does with all roles. */
  #sweep(asked: Role, work: Work): readonly EffectiveRule[] {
    const reached = new Set([asked])
    for (const role of reached) for (const source of this.#aggregatingSources(role, work)) reached.add(source)
    const aggregating = [...reached].sort(byName)
    const inForce = new Map<Role, readonly EffectiveRule[]>()
    const rulesSoFar = (role: Role) => inForce.get(role) ?? this.#writtenIn(role)
    const sweeps = [...this.#roles.values()].filter((role) => role.aggregationRule !== undefined).length
    for (let sweep = 0; sweep <= sweeps; sweep++) {
      let changed = false
      for (const role of aggregating) {
        const lists = this.#sourcesOf(role).roles.map(rulesSoFar)
        this.#spend(sum(lists), work)
        const rules = this.#unionOf(lists)
        if (rules.length === 0 || this.#same(rules, rulesSoFar(role))) continue
        inForce.set(role, rules)
        changed = true
      }
      if (!changed) break
    }
    const rules = rulesSoFar(asked)
    this.#gathered.set(asked, rules)
    return rules
  }

  #gatheredFrom(role: Role): readonly EffectiveRule[] {
    const { roles } = this.#sourcesOf(role)
    const key = JSON.stringify(roles.map(({ name }) => name))
    const rules = this.#unions.get(key) ?? this.#unionOf(roles.map((source) => this.#rulesFromComputed(source)))
    this.#unions.set(key, rules)
    const written = this.#writtenIn(role)
    return rules.length === 0 || this.#same(rules, written) ? written : rules
  }

  #rulesIn(roles: readonly Role[]): number {
    return sum(roles.map((role) => this.#rulesFromComputed(role)))
  }

  /** The rules of a role for which all aggregated roles are already computed. */
  #rulesFromComputed(role: Role): readonly EffectiveRule[] {
    return this.#gathered.get(role) ?? this.#writtenIn(role)
  }

  #writtenIn(role: Role): readonly EffectiveRule[] {
    const known = this.#written.get(role) ?? role.rules.map((rule, index) => ({ rule, role, index }))
    this.#written.set(role, known)
    return known
  }

  #aggregatingSources(role: Role, work: Work): readonly Role[] {
    const sources = this.#sourcesOf(role)
    this.#spend(sources.work, work)
    return sources.roles.filter(({ aggregationRule }) => aggregationRule !== undefined)
  }

  #sourcesOf(role: Role): Sources {
    const known = this.#sources.get(role)
    if (known !== undefined) return known
    this.#labelled ??= new LabelledRoles([...this.#roles.values()].sort(byName))
    const found = new Set<Role>()
    let work = 0
    for (const selector of role.aggregationRule?.clusterRoleSelectors ?? []) {
      const candidates = this.#labelled.candidatesFor(selector)
      work += 1 + candidates.length
      if (work > MOST_GATHERED) break
      for (const candidate of candidates) {
        if (candidate !== role && !found.has(candidate) && selectorMatches(selector, candidate.labels))
          found.add(candidate)
      }
    }
    const sources = { roles: [...found], work }
    this.#sources.set(role, sources)
    return sources
  }

  #unionOf(lists: readonly (readonly EffectiveRule[])[]): readonly EffectiveRule[] {
    const seen = new Set<number>()
    const union: EffectiveRule[] = []
    for (const list of lists) {
      for (const entry of list) {
        const key = this.#keyOf(entry.rule)
        if (!seen.has(key)) union.push(entry)
        seen.add(key)
      }
    }
    return union
  }

  #same(a: readonly EffectiveRule[], b: readonly EffectiveRule[]): boolean {
    return (
      a.length === b.length && a.every(({ rule }, i) => this.#keyOf(rule) === this.#keyOf((b[i] as EffectiveRule).rule))
    )
  }

  /** The same key for rules that are equal by upstream's semantic equality: the same lists in the same order. */
  #keyOf(rule: PolicyRule): number {
    const known = this.#keys.get(rule)
    if (known !== undefined) return known
    const text = ruleKey(rule)
    const key = this.#keyNumbers.get(text) ?? this.#keyNumbers.size
    this.#keyNumbers.set(text, key)
    this.#keys.set(rule, key)
    return key
  }

  #spend(steps: number, work: Work): void {
    work.left -= steps
    if (work.left >= 0) return
    const { role } = work
    const most = MOST_GATHERED.toLocaleString('en')
    const message = `Gathering the rules of ClusterRole “${role.name}” by its aggregation rule takes more than ${most} steps.`
    const fix = 'Let fewer roles aggregate each other, or bind a role with rules of its own.'
    throw new BeyondLimit({ message, fix }, this.#rangeOf?.(role))
  }
}

/** The steps that remain for a role. */
interface Work {
  left: number
  readonly role: Role
}

function byName(a: Role, b: Role): number {
  return a.name < b.name ? -1 : 1
}

function sum(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((all, { length }) => all + length, 0)
}

/** Roles in the order of their names, indexed by their labels. */
class LabelledRoles {
  readonly #byKey = new Map<string, Role[]>()
  readonly #byLabel = new Map<string, Role[]>()

  constructor(readonly all: readonly Role[]) {
    for (const role of all) {
      for (const [key, value] of role.labels) {
        push(this.#byKey, key, role)
        push(this.#byLabel, labelKey(key, value), role)
      }
    }
  }

  /** All roles that a selector matches, and perhaps others, in order: those that its most selective requirement matches. */
  candidatesFor({ matchLabels, matchExpressions }: LabelSelector): readonly Role[] {
    let fewest = this.all
    const consider = (roles: readonly Role[] = []): void => {
      if (roles.length < fewest.length) fewest = roles
    }
    for (const [key, value] of matchLabels) consider(this.#byLabel.get(labelKey(key, value)))
    for (const { key, operator, values } of matchExpressions) {
      const [value] = values
      if (operator === 'Exists' || operator === 'In') consider(this.#byKey.get(key))
      if (operator === 'In' && values.length === 1 && value !== undefined) {
        consider(this.#byLabel.get(labelKey(key, value)))
      }
    }
    return fewest
  }
}

function labelKey(key: string, value: string): string {
  return JSON.stringify([key, value])
}

function push(map: Map<string, Role[]>, key: string, role: Role): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [role])
  else list.push(role)
}
