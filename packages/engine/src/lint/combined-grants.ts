import { isWord } from '../designs/index.ts'
import type { Binding, PolicyRule, Role, Subject } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import { type Rights, rightsOf } from '../rights/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { lintAccountsEverywhere } from './escalation.ts'
import type { LintDesign, LintedPolicy, ReportFound } from './finding.ts'
import { hasReleasedModes } from './impersonation.ts'
import { listed, quoted } from './words.ts'

/** A rule that a subject has, by the binding that grants it. */
interface Held {
  readonly binding: Binding
  readonly role: Role
  readonly rule: PolicyRule
}

interface Holder {
  readonly subject: Subject
  readonly held: readonly Held[]
  /** A role of a binding is not in the text, and may have any rules. */
  readonly unknown: boolean
}

const IDENTITY = /^impersonate:([a-z-]+)$/
const ACTION = /^impersonate-on:([a-z-]+):/
/** What the verb “impersonate” is asked about for a target of a mode. */
const LEGACY_RESOURCE: Readonly<Record<string, string>> = {
  'user-info': 'users',
  serviceaccount: 'serviceaccounts',
  'arbitrary-node': 'users',
  'associated-node': 'users',
}

/** What rules of impersonation do together, over all bindings of a subject. Skips policies without such rules. */
export function lintGrantsTogether(
  { policy, lineOf }: LintedPolicy,
  design: LintDesign,
  others: readonly Policy[],
  report: ReportFound,
): void {
  const impersonates = policy.roles.some(({ rules }) =>
    rules.some(({ verbs }) => verbs.some((verb) => verb.startsWith('impersonate'))),
  )
  if (!impersonates) return
  const bound = rightsOf(policy)
  const everywhere = new Set<PolicyRule>()
  for (const binding of policy.bindings) {
    for (const role of rolesOf(bound, binding)) {
      lintAccountsEverywhere(binding, role, everywhere, lineOf(binding.nameSpan), report)
    }
  }
  // The verbs of other designs divide into halves differently.
  if (!hasReleasedModes(design) || !isWord(design.words, 'impersonate-on:user-info:get', [''], ['pods'])) return
  const holders = holdersOf(bound)
  const constrained = policy.roles.some(({ rules }) =>
    rules.some(({ verbs }) => verbs.some((verb) => IDENTITY.test(verb) || ACTION.test(verb))),
  )
  if (constrained) {
    const elsewhere = others.filter((one) => one !== policy).flatMap((one) => holdersOf(rightsOf(one, policy)))
    lintHalves(holders, [...holders, ...elsewhere], design, report)
  }
  const legacy = new Set<PolicyRule>()
  const unions = new Set<Binding>()
  for (const holder of holders) {
    lintLegacy(holder, legacy, lineOf, report)
    lintUnion(holder, unions, lineOf, report)
  }
}

function rolesOf(bound: Rights, binding: Binding): readonly Role[] {
  return [...new Set(rulesOf(bound, binding)?.map(({ role }) => role))]
}

type GrantedRules = readonly { readonly role: Role; readonly rule: PolicyRule }[]

/** The rules that a binding grants; undefined where its role is not in the text, none where aggregation is too long to tell. */
function rulesOf(bound: Rights, binding: Binding): GrantedRules | undefined {
  try {
    return bound.rulesOf(binding)
  } catch (error) {
    if (error instanceof BeyondLimit) return []
    throw error
  }
}

function holdersOf(bound: Rights): readonly Holder[] {
  const holders = new Map<string, { readonly subject: Subject; readonly held: Held[]; unknown: boolean }>()
  for (const binding of bound.bindings) {
    const granted = rulesOf(bound, binding)
    const rules = (granted ?? []).filter(({ rule }) =>
      rule.verbs.some((verb) => verb === '*' || verb.startsWith('impersonate')),
    )
    const unknown = granted === undefined && mayImpersonateUnseen(binding)
    if (rules.length === 0 && !unknown) continue
    for (const subject of binding.subjects) {
      const namespace =
        subject.kind === 'ServiceAccount' && subject.namespace === '' ? binding.namespace : subject.namespace
      const key = `${subject.kind}/${namespace}/${subject.name}`
      const known = holders.get(key) ?? { subject, held: [], unknown: false }
      holders.set(key, known)
      known.held.push(...rules.map((one) => ({ ...one, binding })))
      known.unknown ||= unknown
    }
  }
  return [...holders.values()]
}

/** Whether a role that is not in the text may impersonate. Of those that every cluster has, only cluster-admin does. */
function mayImpersonateUnseen({ roleRef: { kind, name } }: Binding): boolean {
  return kind === 'Role' || !(name.startsWith('system:') || /^(?:admin|edit|view)$/.test(name))
}

/** The verbs of one half of constrained impersonation without the other half, which may be in another text. */
function lintHalves(
  holders: readonly Holder[],
  all: readonly Holder[],
  { words }: LintDesign,
  report: ReportFound,
): void {
  const halves = new Map<
    string,
    { readonly rule: PolicyRule; readonly index: number; readonly mode: string; readonly who: string }
  >()
  const whole = new Set<string>()
  for (const holder of holders) {
    // A user may be in any of the groups.
    const others = all.filter(
      (one) =>
        one === holder ||
        sameSubject(one.subject, holder.subject) ||
        one.subject.kind === 'Group' ||
        holder.subject.kind === 'Group',
    )
    for (const { rule } of holder.held) {
      for (const [index, verb] of rule.verbs.entries()) {
        const identity = IDENTITY.exec(verb)?.[1]
        const action = ACTION.exec(verb)?.[1]
        const mode = identity ?? action ?? ''
        if (LEGACY_RESOURCE[mode] === undefined || !isWord(words, verb, rule.apiGroups, rule.resources)) continue
        const kind = identity === undefined ? 'identity-without' : 'action'
        const key = `${kind}/${mode}/${rule.span.start}`
        const has = others.some(
          ({ held, unknown }) =>
            unknown ||
            held.some((one) =>
              one.rule.verbs.some(
                (other) => other === '*' || (identity === undefined ? IDENTITY : ACTION).exec(other)?.[1] === mode,
              ),
            ),
        )
        if (has) whole.add(key)
        else if (!halves.has(key)) halves.set(key, { rule, index, mode, who: holder.subject.name })
      }
    }
  }
  for (const [key, { rule, index, mode, who }] of halves) {
    if (whole.has(key)) continue
    const identity = key.startsWith('action')
    report({
      rule: identity ? 'identity-without-action' : 'action-without-identity',
      at: { span: rule.span, path: ['verbs', index] },
      message: identity
        ? `${quoted(who)} may take identities in the mode ${mode}, and nothing here lets it do anything as one: constrained impersonation needs both.`
        : `${quoted(who)} may do this in the mode ${mode}, and nothing here lets it take an identity: constrained impersonation needs both.`,
      fix: identity
        ? `Grant impersonate-on:${mode}:VERB for what it is to do, in a ClusterRole or in the namespace.`
        : `Grant impersonate:${mode} on those whom it is to impersonate, in “authentication.k8s.io”.`,
    })
  }
}

function sameSubject(one: Subject, other: Subject): boolean {
  return one.kind === other.kind && one.name === other.name && one.namespace === other.namespace
}

/** The older verb beside a constraint: it is tried last, and needs no permission for the action. */
function lintLegacy(
  { subject, held }: Holder,
  reported: Set<PolicyRule>,
  lineOf: LintedPolicy['lineOf'],
  report: ReportFound,
): void {
  for (const constrained of held) {
    const mode = constrained.rule.verbs.map((verb) => IDENTITY.exec(verb)?.[1]).find((one) => one !== undefined)
    const resource = mode === undefined ? undefined : LEGACY_RESOURCE[mode]
    if (mode === undefined || resource === undefined) continue
    const older = held.find(({ rule, binding }) => {
      const place =
        binding.kind === 'ClusterRoleBinding' ||
        (resource === 'serviceaccounts' && binding.namespace === constrained.binding.namespace)
      return (
        place &&
        rule.verbs.includes('impersonate') &&
        (rule.apiGroups.includes('') || rule.apiGroups.includes('*')) &&
        (rule.resources.includes(resource) || rule.resources.includes('*')) &&
        coversNames(rule.resourceNames, namesIn(constrained.rule, mode))
      )
    })
    if (older === undefined || reported.has(older.rule)) continue
    reported.add(older.rule)
    report({
      rule: 'legacy-beside-constrained',
      at: { span: older.rule.span, path: ['verbs', older.rule.verbs.indexOf('impersonate')] },
      message: `With this, the constraint of line ${lineOf(constrained.rule.span)} does not hold for ${quoted(subject.name)}: “impersonate” is checked last, and allows everything that the target may do.`,
      fix: 'Remove “impersonate” here once the constrained rules grant all that is needed.',
    })
  }
}

function namesIn({ resourceNames }: PolicyRule, mode: string): readonly string[] {
  return mode.endsWith('-node')
    ? resourceNames.map((name) => (name === '*' ? '' : `system:node:${name}`))
    : resourceNames
}

/** Whether names cover others; no names are all. */
function coversNames(wide: readonly string[], narrow: readonly string[]): boolean {
  return wide.length === 0 || (narrow.length > 0 && narrow.every((name) => wide.includes(name)))
}

/** Targets of one binding with the actions of another: both count for the subject, whoever granted them together. */
function lintUnion(
  { subject, held }: Holder,
  reported: Set<Binding>,
  lineOf: LintedPolicy['lineOf'],
  report: ReportFound,
): void {
  for (const mode of Object.keys(LEGACY_RESOURCE)) {
    const both = [...new Set(held.map(({ binding }) => binding))]
      .map((binding) => {
        const rules = held.filter((one) => one.binding === binding).map(({ rule }) => rule)
        return { binding, targets: targetsOf(rules, mode), actions: actionsOf(rules, mode) }
      })
      .filter(({ targets, actions }) => targets.length > 0 && actions.length > 0)
    for (const [index, second] of both.entries()) {
      const first = both.slice(0, index).find((one) => opens(one, second) !== undefined)
      const opened = first && opens(first, second)
      if (first === undefined || opened === undefined || reported.has(second.binding)) continue
      reported.add(second.binding)
      report({
        rule: 'combined-grants',
        at: { span: second.binding.nameSpan },
        message: `With the binding in line ${lineOf(first.binding.nameSpan)} this opens more than either alone: ${quoted(subject.name)} may ${opened.action} as ${listed(opened.targets, 'or')}.`,
        fix: 'Give each pair of actions and targets to a subject of its own.',
      })
    }
  }
}

interface Unit {
  readonly targets: readonly string[]
  readonly actions: readonly string[]
}

/** What the actions of one do for the targets of the other and of that one not. */
function opens(one: Unit, other: Unit): { readonly action: string; readonly targets: readonly string[] } | undefined {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const targets = from.targets.filter((target) => !to.targets.includes(target) && !to.targets.includes(ALL))
    const action = to.actions.find((own) => !from.actions.includes(own))
    if (targets.length > 0 && action !== undefined) return { action, targets }
  }
  return undefined
}

const ALL = 'anybody'

function targetsOf(rules: readonly PolicyRule[], mode: string): readonly string[] {
  return rules
    .filter(({ verbs }) => verbs.includes(`impersonate:${mode}`))
    .filter(({ resources }) =>
      resources.some((resource) => ['users', 'serviceaccounts', 'nodes', '*'].includes(resource)),
    )
    .flatMap(({ resourceNames }) => (resourceNames.length === 0 || resourceNames.includes('*') ? [ALL] : resourceNames))
}

function actionsOf(rules: readonly PolicyRule[], mode: string): readonly string[] {
  const prefix = `impersonate-on:${mode}:`
  return rules.flatMap(({ verbs, resources, resourceNames }) =>
    verbs
      .filter((verb) => verb.startsWith(prefix))
      .flatMap((verb) =>
        resources.map((resource) =>
          [
            verb.slice(prefix.length),
            resource,
            ...(resourceNames.length === 0 ? [] : [`(${resourceNames.join(', ')})`]),
          ].join(' '),
        ),
      ),
  )
}
