import { isWord } from '../designs/index.ts'
import type { Binding, PolicyRule, Role, SubjectName } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
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

/** The mode in the verbs of one half of constrained impersonation. */
export const IDENTITY = /^impersonate:([a-z-]+)$/
export const ACTION = /^impersonate-on:([a-z-]+):/

/** What the verb “impersonate” is asked about for a target of a mode. */
export const LEGACY_RESOURCE: Readonly<Record<string, string>> = {
  'user-info': 'users',
  serviceaccount: 'serviceaccounts',
  'arbitrary-node': 'users',
  'associated-node': 'users',
}

/** A subject with the rules that may let it impersonate. */
export interface Impersonator {
  readonly subject: SubjectName
  /** Its name as the first of its bindings writes it. */
  readonly name: string
  readonly held: readonly Held[]
  /** A role of a binding is not in the text, and may have any rules. */
  readonly unknown: boolean
}

type GrantedRules = readonly { readonly role: Role; readonly rule: PolicyRule }[]

/** The rules that a binding grants; undefined where its role is not in the text, none where aggregation is too long to tell. */
export function rulesOf(rights: Rights, binding: Binding): GrantedRules | undefined {
  try {
    return rights.rulesOf(binding)
  } catch (error) {
    if (error instanceof BeyondLimit) return []
    throw error
  }
}

/** The impersonators among the subjects of a text, or of one beside `main`. */
export function impersonatorsIn(policy: Policy, main?: Policy): readonly Impersonator[] {
  const rights = rightsOf(policy, main)
  return rights.holders.flatMap(({ subject, matches }): readonly Impersonator[] => {
    const bindings = [...new Set(matches.map(({ binding }) => binding))]
    const granted = bindings.map((binding) => ({ binding, rules: rulesOf(rights, binding) }))
    const held = granted.flatMap(({ binding, rules = [] }) =>
      rules.filter(({ rule }) => mayImpersonate(rule)).map(({ role, rule }) => ({ binding, role, rule })),
    )
    const unknown = granted.some(({ binding, rules }) => rules === undefined && mayImpersonateUnseen(binding))
    return held.length > 0 || unknown ? [{ subject, name: matches[0]?.subject.name ?? '', held, unknown }] : []
  })
}

function mayImpersonate({ verbs }: PolicyRule): boolean {
  return verbs.some((verb) => verb === '*' || verb.startsWith('impersonate'))
}

/** Whether a role of the text has a verb of impersonation. */
export function hasImpersonation({ roles }: Policy): boolean {
  return roles.some(({ rules }) => rules.some(({ verbs }) => verbs.some((verb) => verb.startsWith('impersonate'))))
}

/** Whether a design has both halves of the released modes. The verbs of other designs divide into halves differently. */
export function hasHalves(design: LintDesign): boolean {
  return hasReleasedModes(design) && isWord(design.words, 'impersonate-on:user-info:get', [''], ['pods'])
}

/** Whether a role that is not in the text may impersonate. Of those that every cluster has, only cluster-admin does. */
function mayImpersonateUnseen({ roleRef: { kind, name } }: Binding): boolean {
  return kind === 'Role' || !(name.startsWith('system:') || /^(?:admin|edit|view)$/.test(name))
}
