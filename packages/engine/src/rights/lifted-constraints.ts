import type { Binding, Rule } from '../kube/index.ts'
import { apiGroupMatches, coversNames, resourceMatches } from './matching.ts'

/** A rule with the binding that grants it. */
export interface GrantedRule {
  readonly rule: Rule
  readonly binding: Binding
}

/** The mode in the verb for an identity of constrained impersonation. */
export const IDENTITY: RegExp = /^impersonate:([a-z-]+)$/

/** What the verb “impersonate” is asked about for a target of a mode. */
export const LEGACY_RESOURCE: Readonly<Record<string, string>> = {
  'user-info': 'users',
  serviceaccount: 'serviceaccounts',
  'arbitrary-node': 'users',
  'associated-node': 'users',
}

/** Whether a rule has the older verb about the targets of a mode. */
export function hasOlderVerb(rule: Rule, mode: string): boolean {
  const resource = LEGACY_RESOURCE[mode]
  return (
    resource !== undefined &&
    rule.verbs.includes('impersonate') &&
    apiGroupMatches(rule, '') &&
    resourceMatches(rule, resource)
  )
}

/** The mode of whose identities a rule grants one; undefined where it is not a rule of constrained impersonation. */
export function modeOfIdentity({ verbs }: Rule): string | undefined {
  return verbs.map((verb) => IDENTITY.exec(verb)?.[1]).find((mode) => mode !== undefined)
}

/**
 * The rule among those of one subject that grants the older verb on every target of a constrained one: that verb is checked last, and
 * needs no right on the action, so the constraint limits nothing. Undefined where there is none, or the rule is not constrained.
 */
export function liftingRule<One extends GrantedRule>(constrained: GrantedRule, held: readonly One[]): One | undefined {
  const mode = modeOfIdentity(constrained.rule)
  return mode === undefined ? undefined : held.find((one) => lifts(one, constrained, mode))
}

function lifts({ rule, binding }: GrantedRule, constrained: GrantedRule, mode: string): boolean {
  const reaches =
    binding.kind === 'ClusterRoleBinding' ||
    (LEGACY_RESOURCE[mode] === 'serviceaccounts' && binding.namespace === constrained.binding.namespace)
  return reaches && hasOlderVerb(rule, mode) && coversNames(rule, { resourceNames: namesIn(constrained.rule, mode) })
}

function namesIn({ resourceNames }: Rule, mode: string): readonly string[] {
  return mode.endsWith('-node')
    ? resourceNames.map((name) => (name === '*' ? '' : `system:node:${name}`))
    : resourceNames
}
