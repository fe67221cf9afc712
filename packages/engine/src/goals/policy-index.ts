import { perCluster } from '../cluster/index.ts'
import type { Binding, Policy, Role, RoleRef, Subject } from '../kube/index.ts'

/** A rule of a policy, and where it is. */
interface RuleOfRole {
  readonly role: Role
  readonly rule: Role['rules'][number]
  /** Its position in the role. */
  readonly index: number
  /** Its position among all rules of the policy. */
  readonly order: number
}

/** A name that a binding has: of a subject, or of its role. */
interface NameInBinding {
  readonly binding: Binding
  readonly at: Subject | RoleRef
  /** Its position among all names of all bindings. */
  readonly order: number
}

/** What the policy of a cluster has, for goals that would look through all of it. */
export const policyIndexOf = perCluster(({ policy }) => new PolicyIndex(policy))

/** The words and names of a policy, indexed when they are first asked for: many goals ask for them. */
class PolicyIndex {
  #rules: ReadonlyMap<string, RuleOfRole> | undefined
  #names: ReadonlyMap<string, NameInBinding> | undefined
  #own: ReadonlySet<Binding> | undefined

  constructor(readonly policy: Policy) {}

  /** The first rule of the policy that has one of these values, and the value. */
  ruleWith(words: readonly string[]): (RuleOfRole & { readonly word: string }) | undefined {
    this.#rules ??= firstRules(this.policy)
    const found = words.flatMap((word) => {
      const rule = this.#rules?.get(word)
      return rule === undefined ? [] : [{ ...rule, word }]
    })
    return found.sort((a, b) => a.order - b.order)[0]
  }

  /**
   * The first binding of the policy that has one of these names: that of a subject, with or without its kind or namespace, or
   * that of its role.
   */
  bindingNaming(words: readonly string[]): NameInBinding | undefined {
    this.#names ??= firstNames(this.policy)
    const found = words.flatMap((word) => {
      const role = roleName(word.slice(word.lastIndexOf('/') + 1))
      return [subjectName(word), role].flatMap((key) => this.#names?.get(key) ?? [])
    })
    return found.sort((a, b) => a.order - b.order)[0]
  }

  /** Whether a binding is of the policy itself: the others are default ones. */
  isOwn(binding: Binding): boolean {
    this.#own ??= new Set(this.policy.bindings)
    return this.#own.has(binding)
  }
}

/** The items by their keys, in their order. */
export function groupedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function firstRules({ roles }: Policy): ReadonlyMap<string, RuleOfRole> {
  const first = new Map<string, RuleOfRole>()
  let order = 0
  for (const role of roles) {
    for (const [index, rule] of role.rules.entries()) {
      const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
      for (const value of [...verbs, ...apiGroups, ...resources, ...resourceNames, ...nonResourceURLs])
        if (!first.has(value)) first.set(value, { role, rule, index, order })
      order++
    }
  }
  return first
}

function firstNames({ bindings }: Policy): ReadonlyMap<string, NameInBinding> {
  const first = new Map<string, NameInBinding>()
  let order = 0
  for (const binding of bindings) {
    const add = (key: string, at: Subject | RoleRef): void => {
      if (!first.has(key)) first.set(key, { binding, at, order })
    }
    for (const subject of binding.subjects) {
      const { kind, name, namespace } = subject
      for (const word of [name, `${kind}/${name}`, `${namespace || binding.namespace}/${name}`])
        add(subjectName(word), subject)
      order++
    }
    add(roleName(binding.roleRef.name), binding.roleRef)
    order++
  }
  return first
}

function subjectName(word: string): string {
  return `subject ${word}`
}

function roleName(name: string): string {
  return `role ${name}`
}
