import { isWord } from '../designs/index.ts'
import type { Policy } from '../kube/index.ts'
import {
  type Binding,
  hasVerbBeginning,
  isOfImpersonation,
  type PolicyRule,
  type Role,
  type SubjectName,
} from '../kube/index.ts'
import { type Rights, rightsOf } from '../rights/index.ts'
import { BeyondLimit } from '../text/index.ts'
import type { LintDesign } from './finding.ts'
import { hasReleasedModes } from './modes.ts'

/** A rule that a subject has, by the binding that grants it. */
export interface Held {
  readonly binding: Binding
  readonly role: Role
  readonly rule: PolicyRule
}

/** The mode in the verbs for an action of constrained impersonation. */
export const ACTION: RegExp = /^impersonate-on:([a-z-]+):/

/** A subject with the rules that may let it impersonate. */
export interface Impersonator {
  readonly subject: SubjectName
  /** Its name as the first of its bindings writes it. */
  readonly name: string
  readonly held: readonly Held[]
  /** A role of a binding is in no text, and may have any rules. */
  readonly unknown: boolean
}

type GrantedRules = readonly { readonly role: Role; readonly rule: PolicyRule }[]

/** The rules that a binding grants; undefined where its role is in no text, none where aggregation is too long to tell. */
export function grantedRules(rights: Rights, binding: Binding): GrantedRules | undefined {
  return withinLimit(() => rights.rulesOf(binding))
}

/** Whether the rules that are written in a role count: those of an aggregating role only while it selects none. */
export function countsItself(role: Role, rights: Rights): boolean {
  if (role.aggregationRule === undefined) return true
  return countingRules(role, rights).some((one) => one.role === role)
}

/** The rules that count in a role, after aggregation; none where that is too long to tell. */
export function countingRules(role: Role, rights: Rights): GrantedRules {
  return withinLimit(() => rights.rulesIn(role)) ?? []
}

/** The rules that go with each role: of an aggregating one those that count, and of its parts those of the other parts too. */
export function rulesByRole(roles: readonly Role[], rights: Rights): ReadonlyMap<Role, readonly PolicyRule[]> {
  const aggregating = roles.flatMap((role) => {
    if (role.aggregationRule === undefined) return []
    return [{ role, counting: countingRules(role, rights) }]
  })
  const found = new Map(roles.map((role) => [role, role.rules]))
  for (const { role, counting } of aggregating) found.set(role, rulesOf(counting))
  for (const { role, counting } of aggregating) {
    for (const part of new Set(counting.map((one) => one.role))) {
      const own = found.get(part)
      if (part !== role && own !== undefined) found.set(part, [...own, ...rulesOf(counting)])
    }
  }
  return found
}

function rulesOf(granted: GrantedRules): readonly PolicyRule[] {
  return granted.map(({ rule }) => rule)
}

function withinLimit(rules: () => GrantedRules | undefined): GrantedRules | undefined {
  try {
    return rules()
  } catch (error) {
    if (error instanceof BeyondLimit) return []
    throw error
  }
}

/** The impersonators among the subjects of a text, whose bindings may name roles of `main` and default roles as well. */
export function impersonatorsIn(policy: Policy, defaults: Policy | undefined, main?: Policy): readonly Impersonator[] {
  // The roles beside this text are those of another text, and not of a cluster.
  const rights = rightsOf(policy, rolesBeside(defaults, main))
  return rights.holders.flatMap(({ subject, matches }): readonly Impersonator[] => {
    const bindings = [...new Set(matches.map(({ binding }) => binding))]
    const granted = bindings.map((binding) => ({ binding, rules: grantedRules(rights, binding) }))
    const held = granted.flatMap(({ binding, rules = [] }) =>
      rules
        .filter(({ rule }) => hasVerbBeginning(rule.verbs, 'impersonate'))
        .map(({ role, rule }) => ({ binding, role, rule })),
    )
    const unknown = granted.some(({ rules }) => rules === undefined)
    return held.length > 0 || unknown ? [{ subject, name: matches[0]?.subject.name ?? '', held, unknown }] : []
  })
}

/** Of the default roles the roles alone: the subject of the binding that every cluster has for `cluster-admin` is nobody’s mistake. */
export function rolesBeside(defaults: Policy | undefined, main?: Policy): Policy | undefined {
  if (defaults === undefined || main === undefined) return defaults === undefined ? main : withoutBindings(defaults)
  return { ...main, roles: [...defaults.roles, ...main.roles] }
}

const rolesAlone = new WeakMap<Policy, Policy>()

/** Made once, so that the rights beside these roles are indexed once. */
function withoutBindings(defaults: Policy): Policy {
  const alone = rolesAlone.get(defaults) ?? { ...defaults, bindings: [] }
  rolesAlone.set(defaults, alone)
  return alone
}

/** Whether a role of the text has a verb of impersonation. */
export function hasImpersonation({ roles }: Policy): boolean {
  return roles.some(({ rules }) => rules.some(isOfImpersonation))
}

/** Whether a design has both halves of the released modes. The verbs of other designs divide into halves differently. */
export function hasHalves(design: LintDesign): boolean {
  return hasReleasedModes(design) && isWord(design.words, 'impersonate-on:user-info:get', [''], ['pods'])
}
