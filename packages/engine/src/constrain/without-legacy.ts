import type { Policy, PolicyRule } from '../kube/index.ts'
import { PolicyEditor } from '../policy/index.ts'
import type { Rights } from '../rights/index.ts'
import { removeItem } from '../yaml/index.ts'
import { isOfImpersonationAlone, type LegacyRight } from './legacy-rights.ts'
import { freeName, type Taken } from './planned-roles.ts'
import { roleAndBinding } from './planned-text.ts'

/** A policy without the legacy rights of some subjects. */
export interface WithoutLegacy {
  /** Every other byte as it was. */
  readonly text: string
  /** Rights whose rule the text does not let go: an alias repeats it, or a template writes it. */
  readonly unremovable: readonly LegacyRight[]
}

/**
 * Takes legacy rights away: the verb from its rule, or the whole rule where it is about impersonation alone. The objects stay,
 * also with no rules left, so that `kubectl apply` does it. Where a role is bound to others who keep it, the subject leaves the
 * binding, and gets the other rules by a role of its own.
 */
export function withoutLegacy(
  policy: Policy,
  bound: Rights,
  all: readonly LegacyRight[],
  isPlanned: (right: LegacyRight) => boolean,
  taken: Taken,
): WithoutLegacy {
  const editor = new PolicyEditor(policy)
  const removed = all.filter((right) => right.left === undefined && isPlanned(right))
  const kept = new Set(all.filter((right) => right.left === undefined && !isPlanned(right)).map(ruleOf))
  const fromRoles = removed.filter((right) => !kept.has(ruleOf(right)))
  const fromBindings = removed.filter((right) => kept.has(ruleOf(right)))
  const stuckRules = new Set(
    // The last rule first, so that the positions of the others stay.
    [...new Map(fromRoles.map((right) => [ruleOf(right), right])).values()]
      .sort((a, b) => b.effective.index - a.effective.index)
      .flatMap((right) => (takeFromRole(editor, right) ? [] : [ruleOf(right)])),
  )
  const leaving = [...new Map(fromBindings.map((right) => [placeKey(right), right])).values()]
  const stuckPlaces = new Set(
    leaving
      .sort((a, b) => b.subjectIndex - a.subjectIndex)
      .flatMap((right) => {
        const gone = new Set(removed.filter((one) => placeKey(one) === placeKey(right)).map(ruleOf))
        return leaveBinding(editor, right, bound, gone, taken) ? [] : [placeKey(right)]
      }),
  )
  const unremovable = [
    ...fromRoles.filter((right) => stuckRules.has(ruleOf(right))),
    ...fromBindings.filter((right) => stuckPlaces.has(placeKey(right))),
  ]
  return { text: editor.text(), unremovable }
}

function ruleOf({ effective }: LegacyRight): PolicyRule {
  return effective.rule
}

/** A subject in a binding. */
function placeKey({ binding, subjectIndex }: LegacyRight): string {
  return `${binding.span.start}/${subjectIndex}`
}

function takeFromRole(editor: PolicyEditor, { effective }: LegacyRight): boolean {
  const { role, index, rule } = effective
  if (isOfImpersonationAlone(effective)) {
    return editor.edit(role.span, ['rules'], (tree, list) =>
      list.kind === 'sequence' ? removeItem(tree, list, index) : undefined,
    )
  }
  return editor.edit(rule.span, ['verbs'], (tree, list) =>
    list.kind === 'sequence' ? removeItem(tree, list, rule.verbs.indexOf('impersonate')) : undefined,
  )
}

/** Takes a subject out of a binding. What it had beside the `gone` rules, it gets by a role of its own. */
function leaveBinding(
  editor: PolicyEditor,
  { binding, subject, subjectIndex }: LegacyRight,
  bound: Rights,
  gone: ReadonlySet<PolicyRule>,
  taken: Taken,
): boolean {
  const left = editor.edit(binding.span, ['subjects'], (tree, list) =>
    list.kind === 'sequence' ? removeItem(tree, list, subjectIndex) : undefined,
  )
  if (!left) return false
  const rules = (bound.rulesOf(binding) ?? []).flatMap((effective) => {
    if (!gone.has(effective.rule)) return [effective.rule]
    if (isOfImpersonationAlone(effective)) return []
    return [{ ...effective.rule, verbs: effective.rule.verbs.filter((verb) => verb !== 'impersonate') }]
  })
  if (rules.length > 0) {
    const name = freeName(`${binding.roleRef.name}-without-impersonate`, [binding.namespace], taken)
    editor.add(roleAndBinding({ name, namespace: binding.namespace, rules, subject }))
  }
  return true
}
