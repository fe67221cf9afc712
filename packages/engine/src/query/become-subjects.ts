import {
  type Binding,
  type PolicyRule,
  type Role,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  type UserInfo,
} from '../kube/index.ts'
import {
  type EffectiveRule,
  EVERYTHING,
  type Held,
  HeldRule,
  isSuperuser,
  type Rights,
  ruleAllowsAction,
  subjectIn,
  subjectKey,
  subjectOfGroup,
  subjectOfUsername,
  usernameOf,
} from '../rights/index.ts'
import { WAY_ACTIONS } from './become-ways.ts'

/** A rule that a subject of a binding has, with the position of the binding. */
interface Granted {
  readonly held: Held
  readonly order: number
}

/** A subject that holds something that can lead to the rights of somebody else. */
interface Holder {
  readonly subject: SubjectName
  readonly grants: Granted[]
}

/**
 * The subjects of a policy that hold rules by which one can get the rights of somebody else, and only those rules: rules
 * about impersonation, rules for a way other than impersonation, and rules with the verb `*`.
 */
export class BecomingSubjects {
  static readonly #known = new WeakMap<Rights, BecomingSubjects>()
  readonly #holders = new Map<string, Holder>()
  readonly #rules = new Map<readonly EffectiveRule[], readonly EffectiveRule[]>()

  /** The subjects of a policy, found once for all questions about it. */
  static of(bound: Rights): BecomingSubjects {
    const known = BecomingSubjects.#known.get(bound) ?? new BecomingSubjects(bound)
    BecomingSubjects.#known.set(bound, known)
    return known
  }

  private constructor(readonly bound: Rights) {
    for (const [order, binding] of bound.bindings.entries()) {
      const rules = this.#relevant(bound.rulesOf(binding) ?? [])
      if (rules.length > 0) this.#add(binding, rules, order)
    }
  }

  /** The members of `system:masters`; then users and service accounts, then groups, in the order of the bindings. */
  get all(): readonly SubjectName[] {
    const masters = subjectKey(MASTERS)
    const others = [...this.#users, ...this.#groups].filter((one) => subjectKey(one) !== masters)
    return [MASTERS, ...others]
  }

  /** The usernames, those of service accounts included. */
  get usernames(): readonly string[] {
    return this.#users.flatMap((one) => usernameOf(one) ?? [])
  }

  get groups(): readonly string[] {
    return this.#groups.map(({ name }) => name)
  }

  get #users(): readonly SubjectName[] {
    return this.#subjects.filter(({ kind }) => kind !== 'Group')
  }

  get #groups(): readonly SubjectName[] {
    return this.#subjects.filter(({ kind }) => kind === 'Group')
  }

  get #subjects(): readonly SubjectName[] {
    return [...this.#holders.values()].map(({ subject }) => subject)
  }

  /** Those rules that a user has, in the order in which the authorizers look. */
  heldBy(user: UserInfo): readonly Held[] {
    const subjects = [subjectOfUsername(user.username), ...user.groups.map(subjectOfGroup)]
    const grants = subjects.flatMap((one) => this.#holders.get(subjectKey(one))?.grants ?? [])
    const inOrder = grants.sort((a, b) => scopeOrder(a) - scopeOrder(b) || a.order - b.order).map(({ held }) => held)
    return isSuperuser(user) ? [EVERYTHING, ...inOrder] : inOrder
  }

  /** Those rules of a role. */
  relevantRules(role: Role): readonly EffectiveRule[] {
    return this.#relevant(this.bound.rulesIn(role))
  }

  /** The names of the roles with such rules: of a namespace, or where it is empty of the ClusterRoles. */
  rolesIn(namespace: string): readonly string[] {
    return this.bound.roles
      .filter((role) => role.namespace === namespace && this.relevantRules(role).length > 0)
      .map(({ name }) => name)
  }

  #relevant(rules: readonly EffectiveRule[]): readonly EffectiveRule[] {
    const known = this.#rules.get(rules) ?? rules.filter(({ rule }) => isRelevant(rule))
    this.#rules.set(rules, known)
    return known
  }

  #add(binding: Binding, rules: readonly EffectiveRule[], order: number): void {
    for (const [subjectIndex, subject] of binding.subjects.entries()) {
      const named = subjectIn(subject, binding)
      if (named === undefined) continue
      const holder = this.#holders.get(subjectKey(named)) ?? { subject: named, grants: [] }
      this.#holders.set(subjectKey(named), holder)
      const match = { binding, subject, order, subjectIndex }
      for (const one of rules) holder.grants.push({ order, held: new HeldRule(match, one, this.bound) })
    }
  }
}

const MASTERS: SubjectName = { kind: 'Group', name: SYSTEM_PRIVILEGED_GROUP, namespace: '' }

/** The ClusterRole that every cluster has, and that allows everything. */
export const CLUSTER_ADMIN = 'cluster-admin'

function scopeOrder({ held }: Granted): number {
  return held.namespace === '' ? 0 : 1
}

function isRelevant(rule: PolicyRule): boolean {
  return (
    rule.verbs.some((verb) => verb === '*' || verb.startsWith('impersonate')) ||
    WAY_ACTIONS.some((action) => ruleAllowsAction(rule, action))
  )
}
