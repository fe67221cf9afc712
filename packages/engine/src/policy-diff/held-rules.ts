import type { NewAccess } from '../explain/index.ts'
import { missingGroups, type Rule, type SubjectName, type UserInfo } from '../kube/index.ts'
import {
  fold,
  grantedParts,
  type HeldRules,
  hasInnerParts,
  identityKey,
  intersect,
  type Rights,
  sameRule,
  subjectKey,
  userOnlyNamed,
} from '../rights/index.ts'

/** A part of a rule that a subject holds in both policies. */
export interface HeldPart {
  /** Where it does; empty for every place that the rule is about. */
  readonly namespace: string
  readonly rule: Rule
}

/** The rules that subjects hold in one policy, by their names and by the groups that these imply. */
export class HeldByNames {
  readonly #users = new Map<string, UserInfo>()
  readonly #everywhere = new Map<string, readonly Rule[]>()
  readonly #within = new Map<string, readonly Rule[]>()

  constructor(readonly rights: Rights) {}

  /** The parts of a rule that its subject holds here, folded. */
  partsOf({ subject, namespace, rule }: Pick<NewAccess, 'subject' | 'namespace' | 'rule'>): readonly HeldPart[] {
    if (!hasInnerParts(rule) && namespace !== '') return []
    const user = this.#userOf(subject)
    const everywhere = hasInnerParts(rule) ? overlaps(this.#clusterWide(user), rule) : []
    const here = namespace === '' || !hasInnerParts(rule) ? [] : overlaps(this.#rulesWithin(namespace, user), rule)
    const same = fold([...everywhere, ...here]).map((held) => ({ namespace: '', rule: held }))
    if (namespace !== '' || rule.nonResourceURLs.length > 0) return same
    const elsewhere = [...this.#namespacesOf(user)].sort().flatMap((one) =>
      fold(overlaps(this.#rulesWithin(one, user), rule))
        .filter((held) => !everywhere.some((wide) => sameRule(intersect(wide, held), held)))
        .map((held) => ({ namespace: one, rule: held })),
    )
    return [...same, ...elsewhere]
  }

  /** The rules that a subject holds in a namespace, those of the whole cluster included; where it is empty, those alone. */
  rulesIn(subject: SubjectName, namespace: string): readonly Rule[] {
    const user = this.#userOf(subject)
    return namespace === ''
      ? this.#clusterWide(user)
      : [...this.#clusterWide(user), ...this.#rulesWithin(namespace, user)]
  }

  #userOf(subject: SubjectName): UserInfo {
    return kept(this.#users, subjectKey(subject), () => {
      const alone = userOnlyNamed(subject)
      return subject.kind === 'Group' ? alone : { ...alone, groups: missingGroups(alone) }
    })
  }

  #clusterWide(user: UserInfo): readonly Rule[] {
    return kept(this.#everywhere, identityKey(user), () =>
      grantedRules(this.rights.heldIn(user, '', { eachRoleOnce: true }), ''),
    )
  }

  #rulesWithin(namespace: string, user: UserInfo): readonly Rule[] {
    return kept(this.#within, `${namespace}/${identityKey(user)}`, () =>
      grantedRules(this.rights.heldWithin(namespace, user, { eachRoleOnce: true }), namespace),
    )
  }

  /** The namespaces with a RoleBinding to a user. */
  #namespacesOf(user: UserInfo): ReadonlySet<string> {
    const namespaces = this.rights.anywhere(user).map(({ binding }) => binding.namespace)
    return new Set(namespaces.filter((one) => one !== ''))
  }
}

function grantedRules({ rules }: HeldRules, namespace: string): readonly Rule[] {
  return rules.flatMap(({ rule }) => grantedParts(rule, namespace))
}

function overlaps(held: readonly Rule[], rule: Rule): readonly Rule[] {
  return held.flatMap((one) => intersect(one, rule) ?? [])
}

function kept<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make()
  known.set(key, value)
  return value
}
