import { hasVerbBeginning, type PolicyRule, type Role, type SubjectName, type UserInfo } from '../../kube/index.ts'
import {
  type EffectiveRule,
  EVERYTHING,
  type Held,
  isMasters,
  isSuperuser,
  MASTERS,
  type Rights,
  ruleAllowsAction,
  rulesThat,
  subjectKey,
  usernameOf,
} from '../../rights/index.ts'
import { ESCALATION_ACTIONS } from './escalations.ts'

/** Chooses the rules by which one can get the rights of somebody else: see {@link isRelevant}. */
const RELEVANT = rulesThat(isRelevant)

/** The subjects of a policy that hold rules by which one can get the rights of somebody else, and only those rules. */
export class RelevantSubjects {
  static readonly #known = new WeakMap<Rights, RelevantSubjects>()
  /** Users and service accounts, in the order of the bindings. */
  readonly #users: readonly SubjectName[]
  readonly #groups: readonly SubjectName[]

  /** The subjects of a policy, found once for all questions about it. */
  static of(bound: Rights): RelevantSubjects {
    const known = RelevantSubjects.#known.get(bound) ?? new RelevantSubjects(bound)
    RelevantSubjects.#known.set(bound, known)
    return known
  }

  private constructor(readonly bound: Rights) {
    const holders = bound.heldByAll(RELEVANT).rules.map(({ holder }) => holder)
    const subjects = [...new Map(holders.map((one) => [subjectKey(one), one])).values()]
    this.#users = subjects.filter(({ kind }) => kind !== 'Group')
    this.#groups = subjects.filter(({ kind }) => kind === 'Group')
  }

  /** The members of `system:masters`; then users and service accounts, then groups, in the order of the bindings. */
  get all(): readonly SubjectName[] {
    return [MASTERS, ...[...this.#users, ...this.#groups].filter((one) => !isMasters(one))]
  }

  /** The usernames, those of service accounts included. */
  get usernames(): readonly string[] {
    return this.#users.flatMap((one) => usernameOf(one) ?? [])
  }

  get groups(): readonly string[] {
    return this.#groups.map(({ name }) => name)
  }

  /** Those rules that a user has, in the order in which the authorizers look. */
  relevantHeldBy(user: UserInfo): readonly Held[] {
    const { rules } = this.bound.heldBy(user, { only: RELEVANT })
    return isSuperuser(user) ? [EVERYTHING, ...rules] : rules
  }

  /** Those rules of a role. */
  relevantRules(role: Role): readonly EffectiveRule[] {
    return RELEVANT(this.bound.rulesIn(role))
  }

  /** The names of the roles with such rules: of a namespace, or where it is empty of the ClusterRoles. */
  rolesIn(namespace: string): readonly string[] {
    return this.bound.roles
      .filter((role) => role.namespace === namespace && this.relevantRules(role).length > 0)
      .map(({ name }) => name)
  }
}

/** The ClusterRole that every cluster has, and that allows everything. */
export const CLUSTER_ADMIN = 'cluster-admin'

/** Rules about impersonation, rules for a way other than impersonation, and rules with the verb `*`. */
function isRelevant(rule: PolicyRule): boolean {
  return (
    hasVerbBeginning(rule.verbs, 'impersonate') || ESCALATION_ACTIONS.some((action) => ruleAllowsAction(rule, action))
  )
}
