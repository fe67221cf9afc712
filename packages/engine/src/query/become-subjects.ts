import {
  type Binding,
  type Evidence,
  type PolicyRule,
  type Role,
  type Rule,
  type Subject,
  type SubjectName,
  SYSTEM_PRIVILEGED_GROUP,
  serviceAccountOf,
  serviceAccountUsername,
  type UserInfo,
} from '../kube/index.ts'
import { type EffectiveRule, evidenceOf, isSuperuser, type Rights } from '../rights/index.ts'
import { allowsDeed } from './become-deeds.ts'
import { EVERYTHING, type Held } from './become-held.ts'
import { WAY_DEEDS } from './become-ways.ts'
import { subjectName } from './subjects.ts'

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
 *
 * Every cluster has the ClusterRole `cluster-admin`, so a binding to it counts even where the texts do not contain the role.
 */
export class BecomingSubjects {
  static readonly #known = new WeakMap<Rights, BecomingSubjects>()
  readonly #users = new Map<string, Holder>()
  readonly #groups = new Map<string, Holder>()
  #roles: ReadonlyMap<string, Role> | undefined
  readonly #rules = new Map<readonly EffectiveRule[], readonly EffectiveRule[]>()

  /** The subjects of a policy, found once for all questions about it. */
  static of(bound: Rights): BecomingSubjects {
    const known = BecomingSubjects.#known.get(bound) ?? new BecomingSubjects(bound)
    BecomingSubjects.#known.set(bound, known)
    return known
  }

  private constructor(readonly bound: Rights) {
    for (const [order, binding] of bound.bindings.entries()) {
      const inForce = bound.rulesOf(binding)
      const rules = this.#relevant(inForce ?? [])
      if (rules.length > 0) this.#add(binding, rules, order)
      else if (inForce === undefined && isClusterAdmin(binding)) this.#add(binding, 'cluster-admin', order)
    }
  }

  /** The members of `system:masters`; then users and service accounts, then groups, in the order of the bindings. */
  get all(): readonly SubjectName[] {
    const others = [...this.#users.values(), ...this.#groups.values()].map(({ subject }) => subject)
    return [MASTERS, ...others.filter(({ kind, name }) => kind !== MASTERS.kind || name !== MASTERS.name)]
  }

  /** The usernames, those of service accounts included. */
  get usernames(): readonly string[] {
    return [...this.#users.keys()]
  }

  get groups(): readonly string[] {
    return [...this.#groups.keys()]
  }

  /** Those rules that a user has, in the order in which the authorizers look. */
  heldBy(user: UserInfo): readonly Held[] {
    const holders = [this.#users.get(user.username), ...user.groups.map((group) => this.#groups.get(group))]
    const grants = holders.flatMap((holder) => holder?.grants ?? [])
    const inOrder = grants.sort((a, b) => scopeOrder(a) - scopeOrder(b) || a.order - b.order).map(({ held }) => held)
    return isSuperuser(user) ? [EVERYTHING, ...inOrder] : inOrder
  }

  /** Those rules of a role. */
  relevantRules(role: Role): readonly EffectiveRule[] {
    return this.#relevant(this.bound.rulesIn(role))
  }

  /** The role of a name; the namespace is empty for a ClusterRole. */
  roleNamed(kind: Role['kind'], namespace: string, name: string): Role | undefined {
    this.#roles ??= new Map(this.bound.roles.map((role) => [roleKey(role), role]))
    return this.#roles.get(roleKey({ kind, namespace, name }))
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

  #add(binding: Binding, rules: readonly EffectiveRule[] | 'cluster-admin', order: number): void {
    for (const [subjectIndex, subject] of binding.subjects.entries()) {
      const named = namedSubject(binding, subject)
      if (named === undefined) continue
      const [holders, key] = named.kind === 'Group' ? [this.#groups, named.name] : [this.#users, usernameOf(named)]
      const holder = holders.get(key) ?? { subject: named, grants: [] }
      holders.set(key, holder)
      const match = { binding, subject, order, subjectIndex }
      const scope = binding.kind === 'RoleBinding' ? { namespace: binding.namespace } : {}
      const held = (rule: Rule, evidence: () => Evidence) =>
        holder.grants.push({ order, held: { rule, ...scope, evidence } })
      if (rules === 'cluster-admin') held(EVERYTHING.rule, () => bindingEvidence(match, this.bound))
      else for (const one of rules) held(one.rule, () => evidenceOf(match, one, this.bound))
    }
  }
}

const MASTERS: SubjectName = { kind: 'Group', name: SYSTEM_PRIVILEGED_GROUP, namespace: '' }

/** The ClusterRole that every cluster has, and that allows everything. */
export const CLUSTER_ADMIN = 'cluster-admin'

function isClusterAdmin({ roleRef }: Binding): boolean {
  return roleRef.kind === 'ClusterRole' && roleRef.name === CLUSTER_ADMIN
}

/** The evidence for a rule of a role that no text contains. */
function bindingEvidence(
  { binding, subject }: { readonly binding: Binding; readonly subject: Subject },
  bound: Rights,
): Evidence {
  const lines = bound.linesOf(binding)
  const { kind, name, namespace, span } = binding
  return {
    authorizer: 'RBAC',
    binding: { kind, name, namespace, range: lines.range(span) },
    subject: { kind: subject.kind, name: subject.name, namespace: subject.namespace, range: lines.range(subject.span) },
  }
}

function roleKey({ kind, namespace, name }: Pick<Role, 'kind' | 'namespace' | 'name'>): string {
  return `${kind}/${namespace}/${name}`
}

function scopeOrder({ held }: Granted): number {
  return held.namespace === undefined ? 0 : 1
}

function isRelevant(rule: PolicyRule): boolean {
  return (
    rule.verbs.some((verb) => verb === '*' || verb.startsWith('impersonate')) ||
    WAY_DEEDS.some((deed) => allowsDeed(rule, deed))
  )
}

/** A subject that some user is. Undefined for a service account without a namespace, which is nobody. */
function namedSubject(binding: Binding, subject: Subject): SubjectName | undefined {
  const named = subjectName(subject, binding)
  if (named.kind === 'Group') return named
  return named.kind === 'ServiceAccount' && named.namespace === '' ? undefined : subjectOfUser(usernameOf(named))
}

/** The subject of a username: a service account where it is one’s. */
export function subjectOfUser(username: string): SubjectName {
  const account = serviceAccountOf(username)
  return account === undefined
    ? { kind: 'User', name: username, namespace: '' }
    : { kind: 'ServiceAccount', ...account }
}

/** The username of a user or service account. */
export function usernameOf({ kind, name, namespace }: SubjectName): string {
  return kind === 'ServiceAccount' ? serviceAccountUsername({ namespace, name }) : name
}
