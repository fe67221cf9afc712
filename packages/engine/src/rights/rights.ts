import { compareBytes, goQuote } from '../go/index.ts'
import {
  type Binding,
  type ObjectName,
  objectKey,
  type Policy,
  type PolicyRule,
  type Role,
  type RoleBound,
  roleNamed,
  type SubjectName,
  type UserInfo,
} from '../kube/index.ts'
import type { LineIndex, SourceRange } from '../text/index.ts'
import { aggregate, type EffectiveRule, type EffectiveRules } from './aggregation.ts'
import { type BindingMatch, eachBindingOnce, HeldRule, type Holder, Holders } from './holders.ts'
import { allowsEveryResource } from './matching.ts'
import { subjectIn } from './subjects.ts'

/** The rules that a user holds. */
export interface HeldRules {
  /** In the order in which the authorizer looks: those of ClusterRoleBindings first. */
  readonly rules: readonly HeldRule[]
  /** The bindings of the user to roles that do not exist. */
  readonly notFound: readonly Binding[]
}

/** What to look for. */
export interface HeldOptions {
  /**
   * The order of bindings of one scope: that of the documents, in which the authorizer looks; or that of their names, in which
   * the handlers of RBAC objects read them from storage. The first by default.
   */
  readonly order?: 'documents' | 'names'
  /** Whether rules are left out that an earlier binding of the scope to the same role grants. */
  readonly eachRoleOnce?: boolean
  /** Which rules count; all by default. */
  readonly only?: RuleFilter
}

/** Chooses among the rules of a role. */
export type RuleFilter = (rules: readonly EffectiveRule[]) => readonly EffectiveRule[]

/** Chooses the rules that pass. Each role is looked through once, for all users who hold it. */
export function rulesThat(passes: (rule: PolicyRule) => boolean): RuleFilter {
  const found = new WeakMap<readonly EffectiveRule[], readonly EffectiveRule[]>()
  return (rules) => {
    const passing = found.get(rules) ?? rules.filter(({ rule }) => passes(rule))
    found.set(rules, passing)
    return passing
  }
}

/** Chooses the first rule that passes. */
export function firstRuleThat(passes: (rule: PolicyRule) => boolean): RuleFilter {
  const all = rulesThat(passes)
  return (rules) => all(rules).slice(0, 1)
}

/** The rights of the last policy of each text: who decides, explains and asks around shares them. */
const known = new WeakMap<
  LineIndex,
  Pick<Policy, 'roles' | 'bindings'> & { readonly rights: Map<Policy | undefined, Rights> }
>()

/**
 * The rights that a policy grants, indexed once for all who ask, with default roles and without. Default roles and bindings
 * follow those of the policy; objects of the policy replace default ones of the same name.
 */
export function rightsOf(policy: Policy, defaults?: Policy): Rights {
  const { lines, roles, bindings } = policy
  const last = known.get(lines)
  const of = last?.roles === roles && last.bindings === bindings ? last : { roles, bindings, rights: new Map() }
  known.set(lines, of)
  const rights = of.rights.get(defaults) ?? new Rights(policy, defaults)
  of.rights.set(defaults, rights)
  return rights
}

/**
 * Who holds which rule, where, by the roles and bindings that count (Go: `DefaultRuleResolver` in
 * `pkg/registry/rbac/validation`, `SubjectAccessEvaluator`). Methods that look at the rules of roles may throw `BeyondLimit`, as
 * `aggregate` does.
 */
export class Rights {
  /** All roles that count, in the order of the documents; default roles follow those of the policy. */
  readonly roles: readonly Role[]
  /** All bindings that count, in the same order, which is that of {@link BindingMatch}. */
  readonly bindings: readonly Binding[]
  readonly #lines: ReadonlyMap<Role | Binding, LineIndex>
  readonly #roleByKey: ReadonlyMap<string, Role>
  readonly #clusterRules: EffectiveRules
  readonly #rulesOfRoles = new Map<Role, readonly EffectiveRule[]>()
  readonly #clusterWide = new Holders()
  readonly #byNamespace = new Map<string, Holders>()
  #everywhere: Holders | undefined
  #bindingsByRole: ReadonlyMap<string, readonly Binding[]> | undefined

  constructor(policy: Policy, defaults?: Policy) {
    const policies = defaults === undefined ? [policy] : [policy, withoutReplaced(defaults, policy)]
    const lines = new Map(
      policies.flatMap(({ roles, bindings, lines }) => [...roles, ...bindings].map((one) => [one, lines] as const)),
    )
    this.#lines = lines
    // Of several roles with one name, the last one counts.
    this.#roleByKey = new Map(policies.flatMap((one) => one.roles).map((role) => [objectKey(role), role]))
    this.roles = [...this.#roleByKey.values()]
    const clusterRoles = this.roles.filter(({ kind }) => kind === 'ClusterRole')
    this.#clusterRules = aggregate(
      new Map(clusterRoles.map((role) => [role.name, role])),
      (role) => lines.get(role)?.range(role.span) as SourceRange,
    )
    this.bindings = policies.flatMap((one) => one.bindings)
    for (const [order, binding] of this.bindings.entries()) this.#indexFor(binding).add(binding, order)
  }

  #indexFor({ kind, namespace }: Binding): Holders {
    if (kind === 'ClusterRoleBinding') return this.#clusterWide
    const index = this.#byNamespace.get(namespace) ?? new Holders()
    this.#byNamespace.set(namespace, index)
    return index
  }

  /** Every namespace that has RoleBindings. */
  get namespaces(): readonly string[] {
    return [...this.#byNamespace.keys()]
  }

  /** The lines of the text that contains an object: the policy, or the default roles. */
  linesOf(object: Role | Binding): LineIndex {
    return this.#lines.get(object) as LineIndex
  }

  /** The role of a name; undefined where none counts. */
  roleNamed(name: ObjectName): Role | undefined {
    return this.#roleByKey.get(objectKey(name))
  }

  /** Whether the ClusterRole of a name allows everything. Where no text has it, only that of every cluster does. */
  allowsEverythingBy(name: string): boolean {
    const role = this.roleNamed({ kind: 'ClusterRole', namespace: '', name })
    return role === undefined ? name === 'cluster-admin' : role.rules.some(allowsEveryResource)
  }

  /** The role that a binding grants; undefined where it does not exist. */
  roleOf(binding: RoleBound): Role | undefined {
    return this.roleNamed(roleNamed(binding))
  }

  /** The bindings that name a role, whether it exists or not, in the order of the documents. */
  bindingsTo(role: ObjectName): readonly Binding[] {
    this.#bindingsByRole ??= byRole(this.bindings)
    return this.#bindingsByRole.get(objectKey(role)) ?? []
  }

  /** The rules of a role, after aggregation. */
  rulesIn(role: Role): readonly EffectiveRule[] {
    if (role.kind === 'ClusterRole') return this.#clusterRules.get(role.name) ?? []
    const found = this.#rulesOfRoles.get(role) ?? role.rules.map((rule, index) => ({ rule, role, index }))
    this.#rulesOfRoles.set(role, found)
    return found
  }

  /** The rules that a binding grants, after aggregation; undefined if its role does not exist. */
  rulesOf(binding: RoleBound): readonly EffectiveRule[] | undefined {
    if (binding.roleRef.kind === 'ClusterRole') return this.#clusterRules.get(binding.roleRef.name)
    const role = this.roleOf(binding)
    return role && this.rulesIn(role)
  }

  /** The ClusterRoleBindings that apply to a user, in the order of the documents. */
  clusterWide(user: UserInfo): readonly BindingMatch[] {
    return this.#clusterWide.matching(user)
  }

  /** The RoleBindings of a namespace that apply to a user, in the order of the documents. */
  within(namespace: string, user: UserInfo): readonly BindingMatch[] {
    return this.#byNamespace.get(namespace)?.matching(user) ?? []
  }

  /**
   * The rules that a user holds in a namespace: by ClusterRoleBindings, then by the RoleBindings of the namespace (Go:
   * `RulesFor`). Where the namespace is empty, by ClusterRoleBindings alone. Membership in `system:masters` gives no rule.
   */
  heldIn(user: UserInfo, namespace: string, options: HeldOptions = {}): HeldRules {
    const scopes = [this.clusterWide(user), ...(namespace === '' ? [] : [this.within(namespace, user)])]
    return this.#held(scopes, options)
  }

  /** The rules that a user holds in a namespace by the RoleBindings there alone. */
  heldWithin(namespace: string, user: UserInfo, options: HeldOptions = {}): HeldRules {
    return this.#held([this.within(namespace, user)], options)
  }

  /** The bindings that apply to a user anywhere, in the order of the documents. */
  anywhere(user: Pick<UserInfo, 'username' | 'groups'>): readonly BindingMatch[] {
    return this.#holders().matching(user)
  }

  /** The rules that a user holds anywhere: by ClusterRoleBindings, then namespace by namespace. */
  heldBy(user: UserInfo, options: HeldOptions = {}): HeldRules {
    const namespaces = new Set(this.anywhere(user).map(({ binding }) => binding.namespace))
    const inOrder = namespaces.size < 2 ? [...namespaces] : this.namespaces.filter((one) => namespaces.has(one))
    const scopes = inOrder.filter((one) => one !== '').map((one) => this.within(one, user))
    return this.#held([this.clusterWide(user), ...scopes], options)
  }

  #held(
    scopes: readonly (readonly BindingMatch[])[],
    { order = 'documents', eachRoleOnce = false, only = (rules) => rules }: HeldOptions,
  ): HeldRules {
    const rules: HeldRule[] = []
    const notFound: Binding[] = []
    for (const scope of scopes) {
      const roles = new Set<readonly EffectiveRule[]>()
      for (const match of order === 'names' ? inOrderOfNames(scope) : scope) {
        const inForce = this.rulesOf(match.binding)
        if (inForce === undefined) {
          notFound.push(match.binding)
          continue
        }
        if (eachRoleOnce && roles.has(inForce)) continue
        roles.add(inForce)
        for (const effective of only(inForce)) rules.push(new HeldRule(match, effective, this))
      }
    }
    return { rules, notFound }
  }

  /** All subjects that bindings name, each once and in one form, in the order of the bindings. */
  get holders(): readonly Holder[] {
    return this.#holders().all
  }

  /** The bindings that name a subject in any form; undefined where none does. */
  holder(subject: SubjectName): Holder | undefined {
    return this.#holders().of(subject)
  }

  /** The rules that a subject holds by itself, binding by binding: not those of the groups that it is in. */
  heldByHolder({ matches }: Holder): HeldRules {
    return this.#held([eachBindingOnce(matches)], {})
  }

  /**
   * The rules that subjects hold, binding by binding, each once for each place in a binding that names somebody; and the bindings
   * to roles that do not exist. In a namespace those of ClusterRoleBindings come first, then those of the RoleBindings there (Go:
   * `AllowedSubjects`); where it is empty, those of ClusterRoleBindings alone. Without a namespace they are those of all bindings,
   * in the order of the documents.
   */
  heldByAll(only: RuleFilter, namespace?: string): HeldRules {
    const rules: HeldRule[] = []
    const notFound: Binding[] = []
    for (const [order, binding] of this.#inScope(namespace)) {
      const inForce = this.rulesOf(binding)
      if (inForce === undefined) notFound.push(binding)
      const held = only(inForce ?? [])
      if (held.length === 0) continue
      for (const [subjectIndex, subject] of binding.subjects.entries()) {
        if (subjectIn(subject, binding) === undefined) continue
        const match = { binding, subject, order, subjectIndex }
        for (const effective of held) rules.push(new HeldRule(match, effective, this))
      }
    }
    return { rules, notFound }
  }

  #inScope(namespace: string | undefined): readonly (readonly [number, Binding])[] {
    const all = [...this.bindings.entries()]
    if (namespace === undefined) return all
    const of = (scope: string): typeof all => all.filter(([, binding]) => binding.namespace === scope)
    return namespace === '' ? of('') : [...of(''), ...of(namespace)]
  }

  #holders(): Holders {
    if (this.#everywhere !== undefined) return this.#everywhere
    const holders = new Holders()
    for (const [order, binding] of this.bindings.entries()) holders.add(binding, order)
    this.#everywhere = holders
    return holders
  }
}

function byRole(bindings: readonly Binding[]): ReadonlyMap<string, readonly Binding[]> {
  const found = new Map<string, Binding[]>()
  for (const binding of bindings) {
    const key = objectKey(roleNamed(binding))
    const others = found.get(key)
    if (others === undefined) found.set(key, [binding])
    else others.push(binding)
  }
  return found
}

function inOrderOfNames(matches: readonly BindingMatch[]): readonly BindingMatch[] {
  return matches.toSorted((a, b) => compareBytes(a.binding.name, b.binding.name))
}

function withoutReplaced(defaults: Policy, policy: Policy): Policy {
  const replaced = new Set([...policy.roles, ...policy.bindings].map(objectKey))
  const stays = (one: ObjectName): boolean => !replaced.has(objectKey(one))
  return { ...defaults, roles: defaults.roles.filter(stays), bindings: defaults.bindings.filter(stays) }
}

/** The API server's error for a binding to a role that does not exist. */
export function roleNotFound({ roleRef }: Pick<Binding, 'roleRef'>): string {
  return `${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io ${goQuote(roleRef.name)} not found`
}
